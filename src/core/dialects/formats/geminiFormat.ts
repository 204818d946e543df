// Defines the format of Gemini CLI's hooks: https://geminicli.com/docs/hooks/reference
import { noOutput, jsonOutput, answerWithContext, readCallIn } from './claudeFormat.ts';
import type { HookAnswers, HookFormat, Phase } from '../dialect.ts';

const phases: ReadonlyMap<string, Phase> = new Map([
  ['BeforeTool', 'preToolUse'],
  ['AfterTool', 'postToolUse'],
  ['AfterAgent', 'turnEnd'],
  ['SessionStart', 'sessionStart'],
  ['BeforeAgent', 'turnStart'],
]);

const answer: HookAnswers = {
  abstain: () => noOutput,
  allow: (call, message) => {
    if (call.phase !== 'preToolUse') return noOutput;
    if (message === undefined) return jsonOutput({ decision: 'allow' });
    const hookSpecificOutput = { hookEventName: call.event, additionalContext: message };
    return jsonOutput({ decision: 'allow', hookSpecificOutput });
  },
  deny: (_call, reason) => jsonOutput({ decision: 'deny', reason }),
  // `tool_input` replaces the whole input, although the documentation says that the two are merged.
  amend: (call, input, message) =>
    jsonOutput({
      decision: 'allow',
      hookSpecificOutput: { hookEventName: call.event, tool_input: input, additionalContext: message },
    }),
  messageAfter: answerWithContext,
  context: answerWithContext,
};

export const geminiFormat: HookFormat = { readCall: (stdin) => readCallIn(stdin, phases), answer };

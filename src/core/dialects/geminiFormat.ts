// The format of Gemini CLI's hooks: https://geminicli.com/docs/hooks/reference
import { contextOf, noOpinion, printed, readCallIn } from './claudeFormat.ts';
import type { Answers, HookFormat, Phase } from './dialect.ts';

const phases: ReadonlyMap<string, Phase> = new Map([
  ['BeforeTool', 'before'],
  ['AfterTool', 'after'],
  ['AfterAgent', 'stop'],
  ['SessionStart', 'start'],
  ['BeforeAgent', 'turn'],
]);

/** The changed input replaces the whole input, although the documentation says that the two are merged. */
const answer: Answers = {
  none: () => noOpinion,
  allow: (call, words) => {
    if (call.phase !== 'before') return noOpinion;
    const more = { hookSpecificOutput: { hookEventName: call.event, ...contextOf(words) } };
    return printed({ decision: 'allow', ...(words === undefined ? {} : more) });
  },
  deny: (_call, reason) => printed({ decision: 'deny', reason }),
  amended: (call, input, words) =>
    printed({
      decision: 'allow',
      hookSpecificOutput: { hookEventName: call.event, tool_input: input, additionalContext: words },
    }),
};

export const geminiFormat: HookFormat = { readCall: (stdin) => readCallIn(stdin, phases), answer };

// Defines the JSON that Redline's plugin for OpenCode (`resources/opencode.js`) exchanges with the bridge. The plugin
// sends `{event, tool, sessionID, callID, args, cwd, formats?}` (`formats`: OpenCode formats files after its tools wrote
// them), and reads `{decision: 'allow' | 'deny' | 'amend', reason?, args?}`. OpenCode's events: https://opencode.ai/docs/plugins
import { noOutput, jsonOutput } from './claudeFormat.ts';
import type { HookAnswers, HookCall, HookFormat, Phase } from '../dialect.ts';
import { fieldsOf, readString } from '../fields.ts';

const phases: ReadonlyMap<string, Phase> = new Map([
  ['tool.execute.before', 'preToolUse'],
  ['tool.execute.after', 'postToolUse'],
]);

function readCall(stdin: unknown): HookCall | undefined {
  const fields = fieldsOf(stdin);
  const event = readString(fields, 'event') ?? 'tool.execute.before';
  const phase = phases.get(event);
  const tool = readString(fields, 'tool');
  if (phase === undefined || tool === undefined || tool === '') return undefined;
  return {
    phase,
    event,
    tool,
    input: fields?.['args'],
    cwd: readString(fields, 'cwd'),
    sessionId: readString(fields, 'sessionID'),
    toolUseId: readString(fields, 'callID'),
    ...(fields?.['formats'] === true ? { formats: true } : {}),
  };
}

const answer: HookAnswers = {
  abstain: () => noOutput,
  allow: (call, message) => {
    if (call.phase !== 'preToolUse') return noOutput;
    // The plugin adds a reason to the tool's result. Without a message, JSON omits it.
    return jsonOutput({ decision: 'allow', reason: message });
  },
  deny: (_call, reason) => jsonOutput({ decision: 'deny', reason }),
  amend: (_call, input, message) => jsonOutput({ decision: 'amend', args: input, reason: message }),
};

export const opencodeFormat: HookFormat = { readCall, answer };

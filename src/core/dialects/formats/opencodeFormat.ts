// Defines the JSON that Redline's plugin for OpenCode (`resources/opencode.js`) exchanges with the bridge. The plugin
// sends `{event, tool, sessionID, callID, args, cwd, formats?}`, and reads `{decision: 'allow' | 'deny' | 'amend',
// reason?, args?}`. Its events: https://opencode.ai/docs/plugins
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
    // JSON omits `reason` if there is no message; else the plugin adds it to the tool's result.
    return jsonOutput({ decision: 'allow', reason: message });
  },
  deny: (_call, reason) => jsonOutput({ decision: 'deny', reason }),
  amend: (_call, input, message) => jsonOutput({ decision: 'amend', args: input, reason: message }),
};

export const opencodeFormat: HookFormat = { readCall, answer };

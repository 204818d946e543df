// What Redline's plugin for OpenCode sends and reads: https://opencode.ai/docs/plugins
import { noOpinion, printed } from './claudeFormat.ts';
import type { Answers, HookCall, HookFormat, Phase } from './dialect.ts';
import { fieldsOf, textOf } from './fields.ts';

const phases: ReadonlyMap<string, Phase> = new Map([
  ['tool.execute.before', 'before'],
  ['tool.execute.after', 'after'],
]);

function readCall(stdin: unknown): HookCall | undefined {
  const fields = fieldsOf(stdin);
  const event = textOf(fields, 'event') ?? 'tool.execute.before';
  const phase = phases.get(event);
  const tool = textOf(fields, 'tool');
  if (phase === undefined || tool === undefined || tool === '') return undefined;
  return {
    phase,
    event,
    tool,
    input: fields?.['args'],
    cwd: textOf(fields, 'cwd'),
    session: textOf(fields, 'sessionID'),
    toolUse: textOf(fields, 'callID'),
  };
}

const answer: Answers = {
  none: () => noOpinion,
  allow: (call) => (call.phase === 'before' ? printed({ decision: 'allow' }) : noOpinion),
  deny: (_call, reason) => printed({ decision: 'deny', reason }),
  amended: (_call, input, words) => printed({ decision: 'amend', args: input, reason: words }),
};

export const opencodeFormat: HookFormat = { readCall, answer };

// OpenCode, through Redline's plugin, which sends `{event, tool, sessionID, callID, args, cwd}` as JSON and reads
// `{decision: 'allow' | 'deny' | 'amend', reason?, args?}`. Inputs and behaviour as of 1.18: https://opencode.ai/docs/plugins
import { noOpinion, printed } from './claudeFormat.ts';
import type { Answers, HookCall, Phase } from './dialect.ts';
import { fieldsOf, textOf } from './fields.ts';
import { madeDialect } from './madeDialect.ts';
import { inexactPatch, patchResultOf, patchToolOf } from './patchTool.ts';
import { resultOfTextTool } from './textTool.ts';
import { readTool, replaceTool, shellTool, writeTool } from './tools.ts';

const patchTool = { keepsCrlf: false, endsLines: true };

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

export const opencode = madeDialect({
  id: 'opencode',
  tools: new Map([
    ['edit', replaceTool({ path: 'filePath', oldText: 'oldString', newText: 'newString', all: 'replaceAll' })],
    ['write', writeTool({ path: 'filePath', text: 'content' }, false)],
    ['apply_patch', patchToolOf('patchText', patchTool)],
    ['patch', patchToolOf('patchText', patchTool)],
    ['read', readTool('filePath')],
    ['bash', shellTool('command')],
  ]),
  readCall,
  resultOf: resultOfTextTool({ adaptsReplacement: true, writeKeepsMark: true }),
  patchResult: patchResultOf(patchTool, inexactPatch),
  answer,
});

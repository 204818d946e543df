// Defines the dialect of OpenCode, through Redline's plugin, which sends `{event, tool, sessionID, callID, args, cwd}`
// as JSON and reads `{decision: 'allow' | 'deny' | 'amend', reason?, args?}`. Inputs and behaviour as of 1.18:
// https://opencode.ai/docs/plugins
import { opencodeFormat } from './opencodeFormat.ts';
import { createDialect } from './createDialect.ts';
import { inexactPatch, createPredictPatch, createPatchTool } from './patchTool.ts';
import { predictTextEdit } from './predictTextEdit.ts';
import { readTool, replaceTool, searchTool, shellTool, writeTool } from './tools.ts';

const patchTool = { keepsCrlf: false, endsLines: true };

export const opencode = createDialect({
  ...opencodeFormat,
  id: 'opencode',
  tools: new Map([
    ['edit', replaceTool({ path: 'filePath', oldText: 'oldString', newText: 'newString', all: 'replaceAll' })],
    ['write', writeTool({ path: 'filePath', text: 'content' }, false)],
    ['apply_patch', createPatchTool('patchText', patchTool)],
    ['patch', createPatchTool('patchText', patchTool)],
    ['read', readTool('filePath')],
    ['grep', searchTool(['path'], ['include'])],
    ['bash', shellTool('command')],
  ]),
  predictEdit: predictTextEdit({ adaptsReplacement: true, writeKeepsMark: true }),
  predictPatch: createPredictPatch(patchTool, inexactPatch),
});

// Copilot CLI. Inputs and behaviour as of 1.0: https://docs.github.com/en/copilot/reference/hooks-configuration
// A hook of an event in PascalCase speaks the format of Claude Code with Copilot's own arguments, one in camelCase its own.
import { copilotFormat } from './copilotFormat.ts';
import { madeDialect } from './madeDialect.ts';
import { resultOfTextTool } from './textTool.ts';
import { readTool, replaceTool, searchTool, shellTool, unseeableTool, writeTool, type Tool } from './tools.ts';

const edit = replaceTool({ path: 'path', oldText: 'old_str', newText: 'new_str' });
const create = writeTool({ path: 'path', text: 'file_text' }, true);
const [view, bash] = [readTool('path'), shellTool('command')];
const grep = searchTool(['path', 'paths'], ['glob']);

/** Events in PascalCase come with the names of Claude Code's tools. */
const tools: ReadonlyMap<string, Tool> = new Map([
  ['edit', edit],
  ['Edit', edit],
  ['create', create],
  ['Create', create],
  ['Write', create],
  [
    'apply_patch',
    unseeableTool('path', "Redline cannot show this tool's patches. Call edit or create, or Redline's apply_patch."),
  ],
  ['view', view],
  ['View', view],
  ['Read', view],
  ['grep', grep],
  ['rg', grep],
  ['Grep', grep],
  ['bash', bash],
  ['Bash', bash],
  ['shell', bash],
  ['powershell', bash],
]);

export const copilot = madeDialect({
  ...copilotFormat,
  id: 'copilot',
  tools,
  resultOf: resultOfTextTool({ adaptsReplacement: true }),
});

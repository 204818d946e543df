// Defines the dialect of Copilot CLI. Inputs and behaviour as of 1.0:
// https://docs.github.com/en/copilot/reference/hooks-configuration
import { copilotFormat } from '../formats/copilotFormat.ts';
import { createDialect } from '../createDialect.ts';
import { createPredictEdit } from '../predict/predictTextEdit.ts';
import { createSearchTool } from '../toolInputs/searchTool.ts';
import {
  createReadTool,
  createReplaceTool,
  createShellTool,
  createUnpredictableTool,
  createWriteTool,
  type Tool,
} from '../toolInputs/toolAdapters.ts';

const edit = createReplaceTool({ path: 'path', oldText: 'old_str', newText: 'new_str' });
const create = createWriteTool({ path: 'path', text: 'file_text', mustBeNew: true });
const view = createReadTool('path');
const shell = createShellTool('command');
const grep = createSearchTool({ paths: ['path', 'paths'], globs: ['glob'] });

/** Copilot's tools. Hooks for events in PascalCase get names as Claude Code's tools have them. */
const toolsByName: ReadonlyMap<string, Tool> = new Map([
  ['edit', edit],
  ['Edit', edit],
  ['create', create],
  ['Create', create],
  ['Write', create],
  [
    'apply_patch',
    createUnpredictableTool("Redline cannot show this tool's patches. Call edit or create, or Redline's apply_patch."),
  ],
  ['view', view],
  ['View', view],
  ['Read', view],
  ['grep', grep],
  ['rg', grep],
  ['Grep', grep],
  ['bash', shell],
  ['Bash', shell],
  ['shell', shell],
  ['powershell', shell],
]);

const predictText = createPredictEdit({
  adaptsReplacement: 'newText',
  takesLineEnd: 'ofWholeLines',
  fillsEmpty: true,
});

export const copilot = createDialect({
  ...copilotFormat,
  id: 'copilot',
  tools: toolsByName,
  predictEdit(operation, before) {
    // `edit` rejects a missing file. `create` rejects an existing one, even an empty one, which `mustBeNew` would
    // permit.
    const isRefused = operation.kind === 'write' ? before !== undefined : before === undefined;
    return isRefused ? undefined : predictText(operation, before);
  },
});

// The agent mode of VS Code itself, with the tools that come with it. Inputs and behaviour as of VS Code 1.139.
import { claudeFormat } from './claudeFormat.ts';
import type { Amended, ApprovedFile, FileOperation, Intent, Replacement } from './dialect.ts';
import type { Fields } from './fields.ts';
import { madeDialect } from './madeDialect.ts';
import {
  readReplacements,
  readTool,
  replacementFor,
  replaceTool,
  searchTool,
  shellTool,
  unseeableTool,
  writeTool,
} from './tools.ts';
import { patchResultOf, patchToolOf } from './patchTool.ts';
import type { ToolTable } from './tools.ts';
import { patchToolInEditor, resultInEditor } from './vscodeResult.ts';

const replaceFields = { path: 'filePath', oldText: 'oldString', newText: 'newString' };

const tools: ToolTable = new Map([
  ['replace_string_in_file', replaceTool(replaceFields)],
  ['multi_replace_string_in_file', { intentOf: readSeveral, amend: amendSeveral }],
  ['create_file', writeTool({ path: 'filePath', text: 'content' }, true)],
  ['apply_patch', patchToolOf('input', patchToolInEditor)],
  [
    'insert_edit_into_file',
    unseeableTool(
      'filePath',
      "What this tool writes cannot be known beforehand. Call replace_string_in_file or Redline's edit_file instead.",
    ),
  ],
  [
    'edit_notebook_file',
    unseeableTool(
      'filePath',
      "Redline cannot show what this tool writes. Call its edit_file on the notebook's JSON instead.",
    ),
  ],
  [
    'create_new_jupyter_notebook',
    unseeableTool('query', "What this tool writes cannot be known beforehand. Call Redline's write_file instead."),
  ],
  [
    'vscode_renameSymbol',
    unseeableTool(
      'filePath',
      "What a rename changes cannot be known beforehand. Find the places with vscode_listCodeUsages, then call Redline's multi_edit.",
    ),
  ],
  [
    'create_and_run_task',
    unseeableTool(
      'workspaceFolder',
      "This tool writes .vscode/tasks.json unseen. Write that file with Redline's edit_file or write_file, then call run_task.",
    ),
  ],
  ['read_file', readTool('filePath')],
  ['grep_search', searchTool([], ['includePattern'])],
  ['run_in_terminal', shellTool('command')],
  ['send_to_terminal', shellTool('command')],
]);

export const vscode = madeDialect({
  ...claudeFormat,
  id: 'vscode',
  tools,
  resultOf: resultInEditor,
  patchResult: patchResultOf(
    patchToolInEditor,
    "What VS Code writes by this patch cannot be known beforehand. Call replace_string_in_file or create_file, or Redline's apply_patch.",
  ),
});

/** The replacements of each file are one operation. */
function readSeveral(input: Fields): Intent | undefined {
  const all = readReplacements(input['replacements'], replaceFields);
  if (all === undefined) return undefined;
  const byPath = new Map<string, Replacement[]>();
  for (const { path, replacement } of all) {
    if (path === undefined) return undefined;
    const known = byPath.get(path);
    if (known === undefined) byPath.set(path, [replacement]);
    else known.push(replacement);
  }
  const operations = [...byPath].map(([path, replacements]): FileOperation => ({
    kind: 'replace',
    path,
    replacements,
  }));
  return { kind: 'changes', operations };
}

function amendSeveral(input: Fields, approved: readonly ApprovedFile[]): Amended {
  const replacements: Fields[] = [];
  for (const file of approved) {
    const made = replacementFor(file);
    if (made === undefined) return { cannot: 'This tool can only replace text in the files that it was called for.' };
    replacements.push({ filePath: file.path, oldString: made.oldText, newString: made.newText });
  }
  return { input: { ...input, replacements } };
}

// Defines the dialect of VS Code's own agent mode, with its built-in tools. Inputs and behaviour as of VS Code 1.139.
import { addToGroup } from '../../cache/maps.ts';
import { vscodeFormat } from '../formats/claudeFormat.ts';
import type { Amended, ApprovedFile, FileOperation, Intent, TextReplacement } from '../dialect.ts';
import { fieldsOf, readString, type Fields } from '../fields.ts';
import { createDialect } from '../createDialect.ts';
import { createFetchTool, createEditorReadTool, refuseSpecialFiles } from '../editorPaths.ts';
import { createSearchTool } from '../toolInputs/searchTool.ts';
import {
  readReplacements,
  replacementFor,
  createReplaceTool,
  otherFileRefusal,
  createShellTool,
  createUnpredictableTool,
  createWriteTool,
  type AmendableTool,
  type Tool,
  type ToolTable,
} from '../toolInputs/toolAdapters.ts';
import { createPatchTool } from '../toolInputs/patchTool.ts';
import { predictEditInEditor } from '../predict/predictEditInEditor.ts';
import { patchToolInEditor, predictPatchInEditor } from '../predict/predictPatchInEditor.ts';

const replaceFields = { path: 'filePath', oldText: 'oldString', newText: 'newString' };

const toolsByName: ToolTable = new Map([
  ['replace_string_in_file', refuseSpecialFiles(createReplaceTool(replaceFields))],
  [
    'multi_replace_string_in_file',
    keepExplanation(refuseSpecialFiles({ intentOf: readMultiReplace, amend: amendMultiReplace })),
  ],
  ['create_file', refuseSpecialFiles(createWriteTool({ path: 'filePath', text: 'content', mustBeNew: true }))],
  ['apply_patch', keepExplanation(refuseSpecialFiles(createPatchTool('input', patchToolInEditor)))],
  [
    'insert_edit_into_file',
    createUnpredictableTool(
      // A second model merges the code into the file.
      "What this tool writes cannot be shown beforehand. Call replace_string_in_file with the exact old and new text instead, or Redline's redline_edit_file; for a new file, call create_file.",
    ),
  ],
  [
    'edit_notebook_file',
    createUnpredictableTool(
      'Redline cannot show what this tool writes. Call its edit_file with the cell, or its edit_notebook.',
    ),
  ],
  [
    'create_new_jupyter_notebook',
    createUnpredictableTool("What this tool writes cannot be known beforehand. Call Redline's write_file instead."),
  ],
  [
    'vscode_renameSymbol',
    createUnpredictableTool(
      "What this tool renames cannot be shown beforehand. Call Redline's redline_rename_symbol with the same filePath, symbol and newName, and the number of the line as 'line'.",
    ),
  ],
  [
    'create_and_run_task',
    createUnpredictableTool(
      "This tool writes .vscode/tasks.json unseen. Write that file with Redline's edit_file or write_file, then call run_task.",
    ),
  ],
  [
    'create_directory',
    createUnpredictableTool(
      "A folder that this tool makes is neither shown nor recorded. Call Redline's redline_create_directory with the same dirPath, or create the file that belongs there.",
    ),
  ],
  ['run_vscode_command', { intentOf: readCommand }],
  ['read_file', createEditorReadTool('filePath')],
  ['view_image', createEditorReadTool('filePath')],
  ['get_errors', createEditorReadTool('filePaths')],
  ['copilot_getNotebookSummary', createEditorReadTool('filePath')],
  ['read_notebook_cell_output', createEditorReadTool('filePath')],
  ['get_changed_files', { intentOf: () => ({ kind: 'readChanges' }) }],
  ['fetch_webpage', createFetchTool('urls')],
  ['open_browser_page', createFetchTool('url')],
  ['navigate_page', createFetchTool('url')],
  ['grep_search', createSearchTool({ globs: ['includePattern'] })],
  ['run_in_terminal', createShellTool('command')],
  ['send_to_terminal', createShellTool('command')],
]);

export const vscodeAgent = createDialect({
  ...vscodeFormat,
  id: 'vscode',
  editsDocuments: true,
  tools: toolsByName,
  predictEdit: predictEditInEditor,
  predictPatch: predictPatchInEditor,
});

/** Reads the replacements, and groups them by file into one operation each. */
function readMultiReplace(input: Fields): Intent | undefined {
  const replacements = readReplacements(input['replacements'], replaceFields);
  if (replacements === undefined) return undefined;
  const replacementsByPath = new Map<string, TextReplacement[]>();
  for (const { path, replacement } of replacements) {
    if (path === undefined) return undefined;
    addToGroup(replacementsByPath, path, replacement);
  }
  const operations = [...replacementsByPath].map(([path, ofFile]): FileOperation => ({
    kind: 'replace',
    path,
    replacements: ofFile,
  }));
  return { kind: 'changes', operations };
}

function amendMultiReplace(input: Fields, approved: readonly ApprovedFile[]): Amended {
  const replacements: Fields[] = [];
  for (const file of approved) {
    const replacement = replacementFor(file);
    if (replacement === undefined) return otherFileRefusal;
    replacements.push({ filePath: file.path, oldString: replacement.oldText, newString: replacement.newText });
  }
  return { input: { ...input, replacements } };
}

/** Adds the `explanation` that the tool's schema requires: VS Code ignores a changed input that does not match it. */
function keepExplanation(tool: AmendableTool): Tool {
  return {
    ...tool,
    amend(input, approved) {
      const amended = tool.amend(input, approved);
      if ('reason' in amended) return amended;
      return { input: { ...fieldsOf(amended.input), explanation: readString(input, 'explanation') ?? '' } };
    },
  };
}

/** Reads a call of a command of the editor. Refuses Redline's own, since some of them approve changes. */
function readCommand(input: Fields): Intent {
  if (!JSON.stringify(input).includes('redline.')) return { kind: 'unknown' };
  const why = "Redline's commands are the user's alone. Nothing was run. Call Redline's tools instead.";
  return { kind: 'unpredictable', why };
}

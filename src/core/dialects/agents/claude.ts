// Defines the dialect of Claude Code. Inputs and behaviour as of 2.1: https://code.claude.com/docs/en/hooks
import { claudeFormat } from '../formats/claudeFormat.ts';
import type { Intent, Search } from '../dialect.ts';
import { readString, type Fields } from '../fields.ts';
import { createDialect } from '../createDialect.ts';
import { isMostlyCrlf, notebookTool, withCells } from '../toolInputs/notebookTool.ts';
import { createPredictEdit } from '../predict/predictTextEdit.ts';
import { createSearchTool } from '../toolInputs/searchTool.ts';
import {
  approvedAt,
  readReplacements,
  createReadTool,
  otherFileRefusal,
  replacementFor,
  createReplaceTool,
  createShellTool,
  createWriteTool,
  type Tool,
} from '../toolInputs/toolAdapters.ts';

/** The fields of `Edit`, and of each item of `edits` of `MultiEdit`. */
const replaceFields = {
  path: 'file_path',
  oldText: 'old_string',
  newText: 'new_string',
  all: 'replace_all',
  searchesLf: true,
};

/** Makes several replacements in one file, one after the other. An amended call makes a single one. */
const multiEdit: Tool = {
  intentOf: readMultiEdit,
  amend(input, approved) {
    const file = approvedAt(approved, readString(input, 'file_path'));
    const replacement = file === undefined ? undefined : replacementFor(file, replaceFields.searchesLf);
    if (replacement === undefined) return otherFileRefusal;
    return { input: { ...input, edits: [{ old_string: replacement.oldText, new_string: replacement.newText }] } };
  },
};

export const claude = createDialect({
  ...claudeFormat,
  id: 'claude',
  breaksHardLinks: true,
  tools: new Map([
    ['Edit', refuseRemoteHosts(handlePaddedPaths(createReplaceTool(replaceFields)))],
    ['MultiEdit', refuseRemoteHosts(handlePaddedPaths(multiEdit))],
    ['Write', refuseRemoteHosts(handlePaddedPaths(createWriteTool({ path: 'file_path', text: 'content' })))],
    ['NotebookEdit', refuseRemoteHosts(handlePaddedPaths(notebookTool))],
    ['Read', handlePaddedPaths(createReadTool('file_path'))],
    ['Grep', handlePaddedPaths(createSearchTool({ paths: ['path'], globs: ['glob'] }))],
    ['Bash', createShellTool('command')],
    ['PowerShell', createShellTool('command')],
    ['Monitor', createShellTool('command')],
  ]),
  predictEdit: withCells(
    createPredictEdit({
      writesCrlf: isMostlyCrlf,
      takesLineEnd: 'always',
      writeKeepsBom: 'unlessEmpty',
      fillsEmpty: true,
    }),
  ),
});

/** Refuses edits with `_host`: they run on another machine attached to the session, whose files Redline cannot read. */
function refuseRemoteHosts(tool: Tool): Tool {
  return {
    ...tool,
    intentOf(input) {
      if ((input['_host'] ?? '') === '') return tool.intentOf(input);
      const why =
        'Redline cannot show what is on an attached machine. Edit files there by its shell, or leave out _host.';
      return { kind: 'unpredictable', why };
    },
  };
}

/**
 * Handles paths with white space at their ends, which Claude Code may trim: refuses a change; for a read, returns both
 * the given and the trimmed path.
 */
function handlePaddedPaths(tool: Tool): Tool {
  return {
    ...tool,
    intentOf(input) {
      const intent = tool.intentOf(input);
      if (intent?.kind === 'read') return addTrimmedPaths(intent);
      const operations = intent?.kind === 'changes' ? intent.operations : [];
      const hasPaddedPath = operations.some(
        (operation) => 'path' in operation && operation.path !== operation.path.trim(),
      );
      if (!hasPaddedPath) return intent;
      const why =
        'Redline cannot show which file this path is, since it begins or ends with white space. Send it without that.';
      return { kind: 'unpredictable', why };
    },
  };
}

function addTrimmedPaths({ paths, searches = [] }: Extract<Intent, { readonly kind: 'read' }>): Intent {
  const trimmedPaths = paths.map((path) => path.trim()).filter((path) => !paths.includes(path));
  const trimmedSearches = searches.flatMap(({ folder, ...search }): Search[] =>
    folder === undefined || folder === folder.trim() ? [] : [{ ...search, folder: folder.trim() }],
  );
  return { kind: 'read', paths: [...paths, ...trimmedPaths], searches: [...searches, ...trimmedSearches] };
}

function readMultiEdit(input: Fields): Intent | undefined {
  const path = readString(input, 'file_path');
  const replacements = readReplacements(input['edits'], replaceFields)?.map(({ replacement }) => replacement);
  if (path === undefined || replacements === undefined) return undefined;
  return { kind: 'changes', operations: [{ kind: 'replace', path, replacements }] };
}

// Decides which inputs of a tool the palette asks users for, and lists the labels of the inputs and their choices.

import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { isNotebookPath } from '../../core/path/pathParts.ts';

/** Labels of the tools' inputs. Optional inputs without a label are for agents only, and users are not asked for them. */
export const fieldLabels: Readonly<Record<string, Phrase>> = {
  filePath: phrase('File'),
  dirPath: phrase('Folder'),
  path: phrase('File or folder'),
  from: phrase('From'),
  to: phrase('New path'),
  content: phrase('Text'),
  mode: phrase('If the file exists'),
  edits: phrase('Edit'),
  oldString: phrase('Text to replace'),
  newString: phrase('New text'),
  replaceAll: phrase('Replace all occurrences'),
  patchText: phrase('Patch'),
  strip: phrase('Leading folders to drop from the paths'),
  startLine: phrase('First line'),
  endLine: phrase('Last line'),
  newContent: phrase('New lines'),
  maxLines: phrase('Number of lines'),
  pattern: phrase('Name pattern'),
  glob: phrase('Only in files that match'),
  query: phrase('Text to find'),
  isRegex: phrase('Regular expression'),
  caseSensitive: phrase('Match case'),
  wholeWord: phrase('Whole words only'),
  multiline: phrase('Match across lines'),
  contextLines: phrase('Lines to show around each match'),
  maxMatches: phrase('Maximum number of matches'),
  limit: phrase('Maximum number of files'),
  maxEntries: phrase('Maximum number of entries'),
  sortBy: phrase('Sort by'),
  outputMode: phrase('Show'),
  includeHidden: phrase('Include hidden files'),
  includeIgnored: phrase('Include ignored files'),
  recursive: phrase('Include subfolders'),
  maxDepth: phrase('Levels of subfolders'),
  parents: phrase('Create missing parent folders'),
  overwrite: phrase('Replace an existing file'),
  updateImports: phrase('Update imports'),
  symbol: phrase('Symbol'),
  newName: phrase('New name'),
  line: phrase('Line'),
  column: phrase('Column'),
  action: phrase('What to do with the cell'),
  cell: phrase('Cell (its number or id)'),
  after: phrase('Cell to put it after (0 for the top)'),
  source: phrase('Text of the cell'),
  kind: phrase('Kind of cell'),
};

/** Labels of the enum values of inputs. A value without a label is shown as it is. */
export const choiceLabels: Readonly<Record<string, Readonly<Record<string, Phrase>>>> = {
  mode: {
    create: phrase('Refuse, and write nothing'),
    overwrite: phrase('Overwrite it'),
    append: phrase('Add the text at its end'),
  },
  action: {
    insert: phrase('Insert a new cell'),
    replace: phrase('Replace its text'),
    delete: phrase('Delete it'),
    move: phrase('Move it'),
    setKind: phrase('Change its kind'),
  },
  kind: { code: phrase('Code'), markdown: phrase('Markdown'), raw: phrase('Raw text') },
  sortBy: { path: phrase('Path'), modified: phrase('Last change') },
  outputMode: {
    matches: phrase('Each match'),
    files: phrase('Files that have a match'),
    counts: phrase('Number of matches in each file'),
  },
};

/** Optional inputs that a user is always asked for, by tool; not if the command was called with some input. */
export const alwaysAsked: Readonly<Record<string, readonly string[]>> = {
  redline_list_directory: ['dirPath'],
  redline_path_info: ['path'],
  redline_replace_lines: ['cell', 'startLine', 'endLine'],
  redline_delete_lines: ['cell', 'startLine', 'endLine'],
};

interface CellFields {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const fieldsByAction: Readonly<Record<string, CellFields>> = {
  insert: { required: ['source'], optional: ['after', 'kind'] },
  replace: { required: ['cell', 'source'], optional: ['kind'] },
  delete: { required: ['cell'], optional: [] },
  move: { required: ['cell'], optional: ['after'] },
  setKind: { required: ['cell', 'kind'], optional: [] },
};

const cellFields = ['cell', 'after', 'source', 'kind'];

type Input = Readonly<Record<string, unknown>>;

/** Whether an optional input is required because of the user's answers so far. */
export function isRequired(name: string, { action }: Input): boolean {
  return fieldsByAction[String(action)]?.required.includes(name) === true;
}

/** Whether an input makes sense with the answers so far: only notebooks have cells, and each action accepts some. */
export function isApplicable(name: string, { action, filePath }: Input): boolean {
  const fieldsOfAction = fieldsByAction[String(action)];
  if (fieldsOfAction !== undefined && cellFields.includes(name))
    return fieldsOfAction.required.includes(name) || fieldsOfAction.optional.includes(name);
  return name !== 'cell' || isNotebookPath(String(filePath));
}

// Decides which inputs of a tool a user is asked for.

import { isNotebookPath } from '../../tools/shared/parseNotebook.ts';

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

// Chooses the Redline tool that plans the edit of an agent's own tool, and resolves the paths in that tool's input.
import { pathError } from '../../core/path/pathInput.ts';
import { isUri } from '../../core/path/pathParts.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { FileOperation, HookCall } from '../../core/dialects/dialect.ts';
import { applyPatch } from '../change/applyPatch.ts';
import { deletePath } from '../change/deletePath.ts';
import { movePath } from '../change/moveCopy.ts';
import { multiEdit } from '../change/edit/multiEdit.ts';
import { editFile } from '../change/edit/editFile.ts';
import { editNotebook } from '../change/editNotebook.ts';
import { writeFile } from '../change/writeFile.ts';
import type { ChangeTool } from '../shared/tool.ts';

/** The call of a Redline tool that plans what an agent's own tool does. */
export interface PlanningCall {
  readonly tool: ChangeTool;
  readonly input: unknown;
}

/**
 * Chooses the tool that plans an agent's operations as one call, with all paths absolute.
 * @param cwd the agent's working directory, against which its relative paths are resolved
 * @throws ToolError VALIDATION_ERROR if no tool can
 */
export function chooseTool(operations: readonly FileOperation[], cwd: string | undefined): PlanningCall {
  const [firstOperation, ...otherOperations] = operations;
  if (firstOperation === undefined) throw createUnplannableError();
  const replacements = operations.filter(isReplace);
  const areAllReplacements = replacements.length === operations.length;
  if (areAllReplacements) return chooseReplaceTool(replacements, cwd);
  if (otherOperations.length > 0) throw createUnplannableError();
  const toAbsolute = (path: string): string => toAbsolutePath(path, cwd);
  switch (firstOperation.kind) {
    case 'write': {
      const { path, text, mustBeNew } = firstOperation;
      const mode = mustBeNew ? 'create' : 'overwrite';
      return { tool: writeFile, input: { filePath: toAbsolute(path), content: text, mode } };
    }
    case 'delete':
      return { tool: deletePath, input: { path: toAbsolute(firstOperation.path) } };
    case 'cell':
      return { tool: editNotebook, input: createCellInput(firstOperation, toAbsolute(firstOperation.path)) };
    case 'move':
      return { tool: movePath, input: { from: toAbsolute(firstOperation.from), to: toAbsolute(firstOperation.to) } };
    case 'patch': {
      const toAbsoluteInFolder = (path: string): string => toAbsolutePath(path, resolveFolder(firstOperation, cwd));
      return { tool: applyPatch, input: { patchText: makePathsAbsolute(firstOperation.text, toAbsoluteInFolder) } };
    }
    case 'replace':
      // Handled above, since several of them may be planned together.
      throw createUnplannableError();
  }
}

type CellOperation = Extract<FileOperation, { readonly kind: 'cell' }>;

/** The input of `editNotebook`, which inserts a cell after another one, or after `0` as the first. */
function createCellInput({ action, cell, source, cellType: kind }: CellOperation, filePath: string): object {
  if (action === 'delete') return { filePath, action, cell };
  const cellField = action === 'insert' ? { after: cell ?? '0' } : { cell };
  return { filePath, action, ...cellField, source, kind };
}

export interface InputPath {
  /** The path as the agent's input spells it. */
  readonly path: string;
  /** The folder that a relative path starts at; undefined if the agent names none. */
  readonly baseFolder: string | undefined;
}

/**
 * The paths of all files that operations read or write.
 * @param cwd the agent's working directory, the base folder unless a patch names its own
 * @param pathsOfPatch lists the paths in a patch, as it spells them
 */
export function collectInputPaths(
  operations: readonly FileOperation[],
  cwd: string | undefined,
  pathsOfPatch: (text: string) => readonly string[],
): InputPath[] {
  return operations.flatMap((operation) =>
    listOperationPaths(operation, pathsOfPatch).map((path) => ({ path, baseFolder: resolveFolder(operation, cwd) })),
  );
}

function resolveFolder(operation: FileOperation, cwd: string | undefined): string | undefined {
  const folder = operation.kind === 'patch' ? operation.folder : undefined;
  return folder === undefined ? cwd : toAbsolutePath(folder, cwd);
}

function listOperationPaths(
  operation: FileOperation,
  pathsOfPatch: (text: string) => readonly string[],
): readonly string[] {
  switch (operation.kind) {
    case 'move':
      return [operation.from, operation.to];
    case 'patch':
      return pathsOfPatch(operation.text);
    case 'replace':
    case 'write':
    case 'delete':
    case 'cell':
      return [operation.path];
  }
}

type ReplaceOperation = Extract<FileOperation, { readonly kind: 'replace' }>;

function isReplace(operation: FileOperation): operation is ReplaceOperation {
  return operation.kind === 'replace';
}

function chooseReplaceTool(operations: readonly ReplaceOperation[], cwd: string | undefined): PlanningCall {
  const edits = operations.flatMap(({ path, replacements }) =>
    replacements.map(({ oldText, newText, all }) => ({
      filePath: toAbsolutePath(path, cwd),
      oldString: oldText,
      newString: newText,
      replaceAll: all,
    })),
  );
  const [firstEdit, ...otherEdits] = edits;
  if (firstEdit === undefined) throw createUnplannableError();
  // The replacement of an empty text creates a file.
  if (firstEdit.oldString === '' && otherEdits.length === 0) {
    return { tool: writeFile, input: { filePath: firstEdit.filePath, content: firstEdit.newString, mode: 'create' } };
  }
  return otherEdits.length === 0 ? { tool: editFile, input: firstEdit } : { tool: multiEdit, input: { edits } };
}

/** Matches the lines of a patch that name a file: `*** Update File: src/app.ts`. */
const patchHeader = /^(\*\*\* (?:Add File|Update File|Delete File|Move to): )(.+?)[ \t]*$/gm;

function makePathsAbsolute(patch: string, toAbsolute: (path: string) => string): string {
  return patch.replace(patchHeader, (_, prefix: string, path: string) => prefix + toAbsolute(path));
}

/**
 * Joins a relative path to the working directory; `.` and leading `..` are resolved later, by `Workspace.locate`. A path
 * that begins with `~`, the home folder for some agents, stays unchanged, so that `locate` refuses it.
 *
 * @param cwd if undefined, a relative path stays unchanged
 * @throws ToolError VALIDATION_ERROR for `name/..`, which agents resolve differently if the name is a link
 */
export function toAbsolutePath(path: string, cwd: string | undefined): string {
  const segments = path.split(/[\\/]+/).filter((segment) => segment !== '.');
  const isFolderName = (segment = ''): boolean => segment !== '' && segment !== '..';
  if (segments.some((segment, index) => segment === '..' && isFolderName(segments[index - 1])))
    throw pathError(path, 'where a folder in it is a link, ".." leads elsewhere. Send the path without ".."');
  const isAbsolute = isUri(path) || /^(?:[\\/]|~(?:[\\/]|$)|[a-z]:[\\/])/i.test(path);
  return isAbsolute || cwd === undefined ? path : `${cwd.replace(/[\\/]+$/, '')}/${path}`;
}

/**
 * The absolute paths that `~/x` may mean; none for another path. If the home folder is not known, but contains the
 * workspace, it is the working directory or a folder above, so `x` in each of these folders is listed.
 */
export function listHomeExpansions(path: string, { cwd, home }: Pick<HookCall, 'cwd' | 'home'>): string[] {
  const [, rest] = /^~[\\/]+(.*)/s.exec(path) ?? [];
  if (rest === undefined) return [];
  const names = cwd?.replace(/[\\/]+$/, '').split(/[\\/]/) ?? [];
  const homes = home === undefined ? names.map((_name, index) => names.slice(0, index + 1).join('/')) : [home];
  return homes.map((folder) => `${folder.replace(/[\\/]+$/, '')}/${rest}`);
}

function createUnplannableError(): ToolError {
  return new ToolError(
    'VALIDATION_ERROR',
    `These changes cannot be reviewed as one. ${otherToolsAdvice} Nothing was changed.`,
  );
}

/** Advice to the model if its own tool cannot express the change. */
export const otherToolsAdvice = 'Change it by the tools of the MCP server "redline", which can.';

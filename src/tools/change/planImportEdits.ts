// Plans the import statements that change with the path of a TypeScript or JavaScript file.

import type { Location } from '../../core/change/change.ts';
import type { TextEdit } from '../../core/text/text.ts';
import { lineAt, lineStarts } from '../../core/text/text.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { TextPosition } from '../ports/languagePorts.ts';
import { readText } from '../shared/common.ts';
import type { ToolContext } from '../shared/tool.ts';
import { placeServiceEdits, type ServiceEdits } from './serviceEdits.ts';

const extensions = /\.[cm]?[jt]sx?$/;
const glob = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}';
const maxCandidates = 500;

/** An import of the moved file in another file. */
interface Importer {
  readonly at: Location;
  readonly line: number;
  readonly position: TextPosition;
}

export interface ImportEdits {
  /** Files other than the moved one. */
  readonly importers: readonly ServiceEdits[];
  /** The moved file's own imports; undefined if they do not change. */
  readonly ownEdits: ServiceEdits | undefined;
  /** Imports that no edit covers, as `path:line`. */
  readonly missedImports: readonly string[];
}

/**
 * Plans the edits with which all imports lead to the same files after `source` is moved to `target`. TypeScript's service
 * computes them when an import's path is renamed; without an import, the relative paths in the file itself are rewritten.
 *
 * @throws ToolError VALIDATION_ERROR if the file is not TypeScript or JavaScript, or the service would move something else
 */
export async function planImportEdits(context: ToolContext, source: Location, target: Location): Promise<ImportEdits> {
  if (!extensions.test(source.path) || !extensions.test(target.path)) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `Imports are updated for TypeScript and JavaScript files only, and ${source.path} or ${target.path} is none. Nothing was changed. Call again without updateImports, and make the edits with redline_multi_edit.`,
    );
  }
  const importers = await findImporters(context, source);
  const [first] = importers;
  if (first === undefined)
    return { importers: [], ownEdits: await planOwnImportEdits(context, source, target), missedImports: [] };
  const newName = formatRelativePath(folderOf(source.uri), target.uri);
  const renamed = await context.languages.rename(first.at.uri, first.position, newName, [], context.signal);
  const [move] = renamed.moves;
  if (renamed.createsOrDeletes || renamed.moves.length !== 1 || move?.from !== source.uri || move.to !== target.uri) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `The language service cannot move ${source.path} to ${target.path} with its imports. Nothing was changed. Call again without updateImports, and make the edits with redline_multi_edit.`,
    );
  }
  const files: ServiceEdits[] = [];
  for (const [uri, edits] of renamed.files)
    files.push(await placeServiceEdits(context, uri, edits, isWholeStringLiteral));
  const isEdited = ({ at }: Importer): boolean => files.some((each) => each.at.uri === at.uri);
  return {
    importers: files.filter(({ at }) => at.uri !== source.uri),
    ownEdits: files.find(({ at }) => at.uri === source.uri),
    missedImports: importers.filter((each) => !isEdited(each)).map(({ at, line }) => `${at.path}:${line}`),
  };
}

/** The imports that resolve to the file, one for each importing file. */
async function findImporters(context: ToolContext, source: Location): Promise<Importer[]> {
  const [folder = '', file = ''] = decodeURIComponent(source.uri).split('/').slice(-2);
  const stem = file.replace(extensions, '').replace(/\.d$/, '');
  const names = stem === 'index' ? `(?:index|${escapeRegex(folder)})` : escapeRegex(stem);
  const query = {
    text: `['"\`][^'"\`]*\\b${names}(?:\\.[cm]?[jt]sx?|/)?['"\`]`,
    isRegex: true,
    caseSensitive: false,
    wholeWord: false,
    multiline: false,
  };
  const limits = { maxMatches: maxCandidates, contextLines: 0, mode: 'matches' } as const;
  const { files } = await context.queries.searchText(query, { glob, includeIgnored: false }, limits);
  const importers: Importer[] = [];
  for (const { path, matches } of files) {
    const at = await context.workspace.locate(path);
    for (const { line, column } of at.uri === source.uri ? [] : matches) {
      const position = { line: line - 1, column: column + 1 };
      const defined = await context.languages.definitions(at.uri, position, context.signal);
      if (!defined.includes(source.uri)) continue;
      importers.push({ at, line, position });
      break;
    }
  }
  return importers;
}

/** The relative paths of a file's own imports, for its new folder; only those that resolve to a file. */
async function planOwnImportEdits(
  context: ToolContext,
  source: Location,
  target: Location,
): Promise<ServiceEdits | undefined> {
  const folderBefore = folderOf(source.uri);
  const folderAfter = folderOf(target.uri);
  if (folderBefore === folderAfter) return undefined;
  const { content } = await readText(context, source.uri);
  const starts = lineStarts(content.text);
  const edits = [];
  for (const match of content.text.matchAll(/(['"`])(\.{1,2}\/[^'"`\n]*)\1/g)) {
    const start = match.index + 1;
    const path = match[2] ?? '';
    const line = lineAt(starts, start);
    const position = { line, column: start - (starts[line] ?? 0) };
    if ((await context.languages.definitions(source.uri, position, context.signal)).length === 0) continue;
    const end = { line, column: position.column + path.length };
    edits.push({ start: position, end, text: formatRelativePath(folderAfter, resolvePath(folderBefore, path)) });
  }
  return edits.length === 0 ? undefined : placeServiceEdits(context, source.uri, edits, isWholeStringLiteral);
}

/** Whether an edit replaces the whole content of a string literal, which was the path of an import. */
function isWholeStringLiteral(text: string, { start, end }: TextEdit): boolean {
  const quote = text[start - 1];
  return (
    quote !== undefined && `'"\``.includes(quote) && text[end] === quote && !/['"`\n\r]/.test(text.slice(start, end))
  );
}

function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

/** A relative path, in the form of imports, from a folder to a file; both are URIs or absolute paths. */
function formatRelativePath(folder: string, file: string): string {
  const fromNames = decodeURIComponent(folder).split('/');
  const toNames = decodeURIComponent(file).split('/');
  const firstDifference = fromNames.findIndex((name, index) => name !== toNames[index]);
  const commonLength = firstDifference === -1 ? fromNames.length : firstDifference;
  const parentSteps = fromNames.length - commonLength;
  return [...(parentSteps === 0 ? ['.'] : Array<string>(parentSteps).fill('..')), ...toNames.slice(commonLength)].join(
    '/',
  );
}

function resolvePath(folder: string, path: string): string {
  const segments = folder.split('/');
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(encodeURIComponent(segment));
  }
  return segments.join('/');
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

// Plans the edits of import paths for the move of a TypeScript or JavaScript file.

import type { Location } from '../../core/change/change.ts';
import { applyEdits, lineAt, lineStarts, type TextEdit } from '../../core/text/text.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { TextMatch } from '../../core/search/textSearch.ts';
import type { TextPosition } from '../ports/languagePorts.ts';
import { readTextFile } from './stateBefore.ts';
import type { ToolContext } from '../shared/tool.ts';
import { folderOf, formatRelativePath, leadsTo, resolvePath, scriptExtension, stemOf } from './importPaths.ts';
import { placeServiceEdits, type ServiceEdits } from './serviceEdits.ts';

/** Matches files that may import a script. */
const importerGlob = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte,astro,mdx,html}';
/** Maximum number of places with the file's name to examine: each takes a request to the language service. */
const maxCandidates = 500;
/** Number of UTF-16 units before a quoted path in which to look for `importPrefix`. */
const maxImportPrefixChars = 100;
/** Matches what needs an escape in the quotes of a string or template. */
const unquotable = /['"`\\\n\r]|\$\{/;
/** Matches the text right before the quotes of an imported path, as in `from "`, `import("` and `new URL("`. */
const importPrefix = /\b(?:from|import|require|URL)\s*\(?\s*$/;

/** Matches a relative path in quotes, perhaps with a query or fragment; the second group is the path alone. */
const quotedRelativePath = /(['"`])(\.{1,2}(?:\/[^'"`\n?#]*)?)(?:[?#][^'"`\n]*)?\1/g;

/** An occurrence of the moved file's path in another file. */
interface ImportOccurrence {
  readonly at: Location;
  /** 1-based. */
  readonly line: number;
  /** The start of the path, after the quote. */
  readonly position: TextPosition;
  /** Whether the language service resolves the path. It does not in `jest.mock`, for example, or in other languages. */
  readonly isResolved: boolean;
  /** Whether the path has the name of the file, not only its folder's name. */
  readonly namesFile: boolean;
}

export interface ImportEdits {
  /** The edits of the files that import the moved one. */
  readonly importers: readonly ServiceEdits[];
  /** The moved file's own imports; undefined if they do not change. */
  readonly ownEdits: ServiceEdits | undefined;
  /** Occurrences of the moved file's path that no edit covers, as `path:line`. */
  readonly missedImports: readonly string[];
  /** Whether the search for importers stopped at `maxCandidates`. */
  readonly isTruncated: boolean;
}

/**
 * Plans the edits that keep all imports valid after `source` is moved to `target`. TypeScript's service returns most of
 * them, for a rename of an import's path. The others are for relative paths in the moved file that the service leaves
 * unchanged.
 *
 * @throws ToolError VALIDATION_ERROR if the file is not TypeScript or JavaScript, no import is found among too many
 *   candidates, or the service would move something else
 */
export async function planImportEdits(context: ToolContext, source: Location, target: Location): Promise<ImportEdits> {
  if (!scriptExtension.test(source.path) || !scriptExtension.test(target.path))
    throw createRefusal(`${source.path} or ${target.path} is not a TypeScript or JavaScript file`);
  if (unquotable.test(source.path + target.path))
    throw createRefusal(`${source.path} or ${target.path} has characters that need an escape in quotes`);
  const { occurrences, isTruncated } = await findOccurrences(context, source, target);
  const resolved = occurrences.filter(({ isResolved }) => isResolved);
  // At an import that names only the file's folder, the service would rename the folder.
  const renameAt = resolved.find(({ namesFile }) => namesFile) ?? resolved[0];
  if (renameAt === undefined && isTruncated)
    throw createRefusal(`none of the first ${maxCandidates} places with the name of ${source.path} imports it`);
  const files = renameAt === undefined ? [] : await requestEdits(context, renameAt, source, target);
  const ownServiceEdits = files.find(({ at }) => at.uri === source.uri);
  const missed = occurrences.filter((occurrence) => !isEdited(occurrence, files));
  return {
    importers: files.filter(({ at }) => at.uri !== source.uri),
    ownEdits: await planOwnImportEdits(context, source, target, ownServiceEdits),
    missedImports: missed.map(({ at, line }) => `${at.path}:${line}`),
    isTruncated,
  };
}

/** Requests the service's edits for the move, by a rename of one import's path. @throws ToolError VALIDATION_ERROR, STALE */
async function requestEdits(
  context: ToolContext,
  { at, position }: ImportOccurrence,
  source: Location,
  target: Location,
): Promise<ServiceEdits[]> {
  const newName = formatRelativePath(folderOf(source.uri), target.uri);
  const renamed = await context.languages.rename(at.uri, position, newName, [], context.signal);
  const [move, ...otherMoves] = renamed.moves;
  const isExpectedMove = move?.from === source.uri && move.to === target.uri;
  if (!isExpectedMove || otherMoves.length > 0 || renamed.createsOrDeletes)
    throw createRefusal(`the language service cannot move ${source.path} to ${target.path} with them`);
  const files: ServiceEdits[] = [];
  for (const [uri, edits] of renamed.files) {
    // The target is overwritten, so its own imports do not matter.
    if ((await context.workspace.locate(uri)).real === target.real) continue;
    files.push(await placeServiceEdits(context, uri, edits, isWholeStringLiteral));
  }
  return files;
}

/** Whether an edit replaces an occurrence; edits begin where their path begins (`isWholeStringLiteral`). */
function isEdited({ at, position: { line, column } }: ImportOccurrence, files: readonly ServiceEdits[]): boolean {
  const file = files.find((candidate) => candidate.at.uri === at.uri);
  const start = file === undefined ? undefined : lineStarts(file.content.text)[line];
  return start !== undefined && file?.edits.some((edit) => edit.start === start + column) === true;
}

function createRefusal(reason: string): ToolError {
  return new ToolError(
    'VALIDATION_ERROR',
    `The imports cannot be updated: ${reason}. Nothing was changed. Call again without updateImports, and make the edits with redline_multi_edit.`,
  );
}

/**
 * Finds the imports of the file in other files by a text search, confirmed by the language service or by their relative
 * path. Omits the file at the target, which is overwritten.
 */
async function findOccurrences(context: ToolContext, source: Location, target: Location) {
  const query = {
    text: importPattern(source),
    isRegex: true,
    caseSensitive: false,
    wholeWord: false,
    multiline: false,
  };
  const limits = { maxMatches: maxCandidates, contextLines: 0, mode: 'matches' } as const;
  const scope = { glob: importerGlob, includeIgnored: false };
  const { files, truncated: isTruncated } = await context.queries.searchText(query, scope, limits);
  const occurrences: ImportOccurrence[] = [];
  for (const { path, matches } of files) {
    const at = await context.workspace.locate(path);
    if (at.uri === source.uri || at.real === target.real) continue;
    const file = { at, isScript: scriptExtension.test(path) };
    for (const match of matches) occurrences.push(...(await confirmOccurrence(context, file, match, source)));
  }
  return { occurrences, isTruncated };
}

/** The occurrence at a match of `importPattern`; none if the path there leads to another file. */
async function confirmOccurrence(
  { languages, signal }: ToolContext,
  { at, isScript }: { readonly at: Location; readonly isScript: boolean },
  { line, column, snippet, snippetStart, snippetEnd }: TextMatch,
  source: Location,
): Promise<ImportOccurrence[]> {
  // The match ends with the quoted path, perhaps after `from` or `import(`.
  const [before = '', specifier = ''] = snippet.slice(snippetStart, snippetEnd).split(/['"`]/);
  const position = { line: line - 1, column: column + before.length + 1 };
  const isResolved = isScript && (await languages.definitions(at.uri, position, signal)).includes(source.uri);
  const isRelative = specifier.startsWith('.') && leadsTo(resolvePath(folderOf(at.uri), specifier), source.uri);
  if (!isResolved && !isRelative) return [];
  const fileStem = stemOf(decodeURIComponent(source.uri.slice(source.uri.lastIndexOf('/') + 1)));
  return [{ at, line, position, isResolved, namesFile: stemOf(specifier).endsWith(fileStem) }];
}

/**
 * Returns a regular expression for quoted paths that may lead to the file. These end in the file's name, with or
 * without an extension. For an index file, they may also end in its folder's name or, in an import, consist of dots
 * (`..`, `./`). The extensions are those of `scriptExtension`.
 */
function importPattern(source: Location): string {
  const [folder = '', file = ''] = decodeURIComponent(source.uri).split('/').slice(-2);
  const stem = stemOf(file);
  const names = stem === 'index' ? `(?:index|${escapeRegex(folder)})` : escapeRegex(stem);
  const byName = `['"\`](?:[^'"\`]*[^\\w'"\`])?${names}(?:\\.[cm]?[jt]sx?|/)?['"\`]`;
  if (stem !== 'index') return byName;
  return `${byName}|\\b(?:from|import|require)\\s*\\(?\\s*['"\`](?:\\.\\./)*\\.{1,2}/?['"\`]`;
}

/**
 * The service's edits of the moved file, and those of relative paths that the service does not edit: of styles and
 * pictures, or all if the file has no importer. Changes only paths that lead to a file.
 */
async function planOwnImportEdits(
  context: ToolContext,
  source: Location,
  target: Location,
  serviceEdits: ServiceEdits | undefined,
): Promise<ServiceEdits | undefined> {
  const [folderBefore, folderAfter] = [folderOf(source.uri), folderOf(target.uri)];
  if (folderBefore === folderAfter) return serviceEdits;
  const file = serviceEdits ?? (await readTextFile(context, source.uri));
  const { text } = file.content;
  const starts = lineStarts(text);
  const edits: TextEdit[] = [...(serviceEdits?.edits ?? [])];
  for (const match of text.matchAll(quotedRelativePath)) {
    const start = match.index + 1;
    const path = match[2] ?? '';
    const imported = resolvePath(folderBefore, path);
    const after = formatRelativePath(folderAfter, imported);
    const isEditedByService = serviceEdits?.edits.some((edit) => edit.start === start) === true;
    if (after === path || isEditedByService) continue;
    const line = lineAt(starts, start);
    const position = { line, column: start - (starts[line] ?? 0) };
    const textBefore = text.slice(Math.max(0, match.index - maxImportPrefixChars), match.index);
    const isImport = importPrefix.test(textBefore);
    if (await leadsToFile(context, source.uri, position, { imported, isImport }))
      edits.push({ start, end: start + path.length, text: after });
  }
  if (edits.length === 0) return undefined;
  edits.sort((one, other) => one.start - other.start);
  return { ...file, edits, after: applyEdits(text, edits) };
}

/**
 * Whether the relative path at a position of the moved file leads to a file. `imported` is the path's URI. A string that
 * is no import (`isImport`) counts only if the language service resolves it to that URI.
 */
async function leadsToFile(
  { languages, workspace, signal }: ToolContext,
  uri: string,
  position: TextPosition,
  { imported, isImport }: { readonly imported: string; readonly isImport: boolean },
): Promise<boolean> {
  // A file that the rules hide counts as existing, so that the edits do not reveal whether it exists.
  if (isImport && (await exists(workspace, imported)) !== false) return true;
  for (const definition of await languages.definitions(uri, position, signal)) {
    if (!isImport && !leadsTo(imported, definition)) continue;
    if ((await exists(workspace, definition)) === true) return true;
  }
  return false;
}

/** Whether a file exists; undefined if the rules hide that from the agent. */
async function exists(workspace: ToolContext['workspace'], uri: string): Promise<boolean | undefined> {
  try {
    return (await workspace.stat(await workspace.locate(uri)))?.type === 'file';
  } catch (cause) {
    if (cause instanceof ToolError) return undefined;
    throw cause;
  }
}

/** Whether an edit replaces the whole content of a string literal, as the path of an import is. */
function isWholeStringLiteral(text: string, { start, end }: TextEdit): boolean {
  const quote = text[start - 1];
  return (
    quote !== undefined && `'"\``.includes(quote) && text[end] === quote && !/['"`\n\r]/.test(text.slice(start, end))
  );
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

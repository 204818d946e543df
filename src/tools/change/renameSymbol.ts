// Defines the tool that renames a symbol wherever the editor's language service finds it.

import * as z from 'zod/mini';
import { withCautions } from '../../core/change/reviewTexts.ts';
import type { Change } from '../../core/change/change.ts';
import { comparableTexts } from '../../core/change/changeComparison.ts';
import { lineAt, lineStarts } from '../../core/text/text.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { phrase, pluralize } from '../../core/wording/phrase.ts';
import type { WorkspaceMatches } from '../ports/queryPorts.ts';
import type { Applied } from '../ports/ports.ts';
import type { TextPosition } from '../ports/languagePorts.ts';
import { findWrittenEdits, formatApplied } from '../shared/appliedChanges.ts';
import { filePathAliases, filePathField, integerField, textField } from '../shared/fields.ts';
import { readTextFile, type TextFile } from './stateBefore.ts';
import { changeTool } from '../shared/defineTool.ts';
import type { ToolContext } from '../shared/tool.ts';
import { placeServiceEdits, createUpdate, type ServiceEdits } from './serviceEdits.ts';

/** Maximum number of files to open for the language service: without a project file, it knows only opened files. */
const maxOpenedFiles = 100;
/** Maximum number of textual occurrences of the old name to compare with the edits of the rename. */
const maxMentions = 1000;
/** Maximum number of locations listed in an answer. */
const maxListedPositions = 20;

/** Matches the same names as `scriptExtension`, which is loaded only to update imports. */
const typescriptFile = /\.[cm]?[jt]sx?$/;
/** Matches a TypeScript or JavaScript identifier; the group is the `#` of a private name. */
const identifier = /^(#?)[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

export const renameSymbol = changeTool({
  name: 'redline_rename_symbol',
  displayName: 'Rename Symbol',
  referenceName: 'redlineRenameSymbol',
  description:
    'Gives a symbol (variable, function, class, property, type) another name everywhere it is used. The user reviews all of it first and can undo it.',
  userDescription: 'Rename a symbol in all files, after your review',
  icon: 'symbol-key',
  aliases: { ...filePathAliases, oldName: 'symbol' },
  input: z.object({
    filePath: filePathField,
    symbol: textField('The name of the symbol as it is now.'),
    newName: textField('The new name.'),
    line: integerField('A line of the file on which the symbol stands, 1-based.', 1),
    column: z.optional(
      integerField('Where it begins on that line, 1-based; needed if it stands there more than once.', 1),
    ),
  }),
  result: z.object({
    symbol: z.string(),
    newName: z.string(),
    files: z.array(z.object({ filePath: z.string(), replacements: z.number(), lines: z.array(z.number()) })),
    /** Locations that still have the old name, as `path:line`. */
    unchanged: z.array(z.string()),
  }),
  progress: ({ symbol, newName }) => phrase('Renaming {0} to {1}', symbol, newName),
  async plan(input, context) {
    const { symbol, newName } = input;
    if (symbol === newName) throw new ToolError('NO_CHANGE', 'The new name is the old one. Nothing was changed.');
    const file = await readTextFile(context, input.filePath);
    const position = findPosition(file, input);
    if (typescriptFile.test(file.at.path)) requireValidName(symbol, newName);
    const mentions = await searchMentions(context, symbol);
    const mentioningUris = await locateMentions(context, mentions);
    const renamed = await context.languages.rename(file.at.uri, position, newName, mentioningUris, context.signal);
    if (renamed.moves.length > 0 || renamed.createsOrDeletes) throw createMovesFilesError(symbol);
    const files: ServiceEdits[] = [];
    for (const [uri, edits] of renamed.files) {
      files.push(
        await placeServiceEdits(context, uri, edits, (text, { start, end }) => text.slice(start, end) === symbol),
      );
    }
    if (files.length === 0)
      throw new ToolError('NO_CHANGE', `The language service has nothing to rename for ${symbol}.`);
    const unchanged = await findUnchangedPositions(context, mentions, files);
    const changes: Change[] = [];
    for (const editedFile of files) changes.push(await createUpdate(context, editedFile));
    return {
      title: phrase('Rename {0} to {1}', symbol, newName),
      changes: withUnchangedCaution(changes, symbol, unchanged),
      notes: [],
      describe(applied) {
        const { notes, ...described } = describeRename(input, changes, unchanged, applied);
        return { ...described, notes: [...notes, ...noteTruncation(mentions, symbol)] };
      },
    };
  },
});

/**
 * Requires a valid identifier, private if the old one is, since TypeScript's service accepts any text. A symbol that is
 * no identifier, such as a quoted property, may get any name.
 *
 * @throws ToolError VALIDATION_ERROR
 */
function requireValidName(symbol: string, newName: string): void {
  const privateMark = identifier.exec(symbol)?.[1];
  if (privateMark === undefined || privateMark === identifier.exec(newName)?.[1]) return;
  const form = privateMark === '' ? 'a letter, "_" or "$", then letters and digits' : '"#", then a name';
  throw new ToolError(
    'VALIDATION_ERROR',
    `${JSON.stringify(newName.slice(0, 80))} cannot be the name of ${symbol} in TypeScript. Nothing was changed. Send a name that has ${form}.`,
  );
}

/** The parsed input of the tool. `line` and `column` are 1-based. */
interface RenameInput {
  readonly symbol: string;
  readonly newName: string;
  readonly line: number;
  readonly column?: number | undefined;
}

/** Position (0-based) of the symbol named by the input. @throws ToolError NO_MATCH, AMBIGUOUS_MATCH */
function findPosition({ at, content }: TextFile, { symbol, line, column }: RenameInput): TextPosition {
  const starts = lineStarts(content.text);
  const start = starts[line - 1];
  const text = start === undefined ? undefined : content.text.slice(start, starts[line]);
  const columns = text === undefined ? [] : findWordColumns(text, symbol);
  if (column !== undefined && columns.includes(column - 1)) return { line: line - 1, column: column - 1 };
  const [only] = columns;
  if (only === undefined) {
    throw new ToolError(
      'NO_MATCH',
      `${symbol} does not stand on line ${line} of ${at.path}. Nothing was changed. Read the file again with redline_read_file and send the line of the symbol.`,
    );
  }
  if (columns.length === 1 && column === undefined) return { line: line - 1, column: only };
  const positions = columns.map((index) => index + 1).join(', ');
  throw new ToolError(
    'AMBIGUOUS_MATCH',
    `On line ${line} of ${at.path}, ${symbol} begins at column ${positions}. Nothing was changed. Send the column of the one that you mean.`,
  );
}

/** The columns (0-based) at which a whole name begins in a line. */
function findWordColumns(line: string, name: string): number[] {
  const columns: number[] = [];
  for (let column = line.indexOf(name); column >= 0; column = line.indexOf(name, column + 1)) {
    const before = line.charAt(column - 1);
    const after = line.charAt(column + name.length);
    if (!isNamePart(before) && !isNamePart(after)) columns.push(column);
  }
  return columns;
}

/** Whether a character may be in a name; not so for `''`, at an end of the line. */
function isNamePart(character: string): boolean {
  return /^[\p{ID_Continue}$]/u.test(character);
}

/** Finds the old name as text in the workspace, whatever it refers to there. */
function searchMentions({ queries }: ToolContext, symbol: string): Promise<WorkspaceMatches> {
  const query = { text: symbol, isRegex: false, caseSensitive: true, wholeWord: true, multiline: false };
  return queries.searchText(
    query,
    { includeIgnored: false },
    { maxMatches: maxMentions, contextLines: 0, mode: 'matches' },
  );
}

/** URIs of files with the old name, for the language service to open. */
async function locateMentions({ workspace }: ToolContext, { files }: WorkspaceMatches): Promise<string[]> {
  return Promise.all(files.slice(0, maxOpenedFiles).map(async ({ path }) => (await workspace.locate(path)).uri));
}

/** Locations, as `path:line`, that keep the old name: comments, texts, other symbols, files unknown to the service. */
async function findUnchangedPositions(
  { workspace }: ToolContext,
  { files }: WorkspaceMatches,
  renamed: readonly ServiceEdits[],
): Promise<string[]> {
  const positions: string[] = [];
  for (const { path, matches } of files) {
    const { real } = await workspace.locate(path);
    const fileEdits = renamed.find(({ at }) => at.real === real);
    const renamedOffsets = new Set(fileEdits?.edits.map(({ start }) => start));
    const starts = fileEdits === undefined ? [] : lineStarts(fileEdits.content.text);
    for (const { line, column } of matches) {
      const isRenamed = renamedOffsets.has((starts[line - 1] ?? -1) + column);
      if (!isRenamed) positions.push(`${path}:${line}`);
    }
  }
  return [...new Set(positions)];
}

/** Adds a caution to the first file that lists the locations with the old name. */
function withUnchangedCaution(changes: readonly Change[], symbol: string, unchanged: readonly string[]): Change[] {
  const [first, ...otherChanges] = changes;
  if (first === undefined || unchanged.length === 0) return [...changes];
  const message = phrase('{0} also stands, and stays, at: {1}', symbol, listPositions(unchanged));
  return [withCautions(first, [{ message, requiresApproval: false }]), ...otherChanges];
}

function describeRename(
  { symbol, newName }: RenameInput,
  planned: readonly Change[],
  unchanged: readonly string[],
  applied: Applied,
) {
  const results = planned.flatMap((change) => {
    const edits = findWrittenEdits(change, applied);
    if (edits.length === 0) return [];
    const starts = lineStarts(comparableTexts(change).before ?? '');
    const lines = [...new Set(edits.map(({ start }) => lineAt(starts, start) + 1))];
    return [{ filePath: change.at.path, replacements: edits.length, lines }];
  });
  const sum = results.reduce((total, { replacements }) => total + replacements, 0);
  const headline = `Renamed ${symbol} to ${newName} in ${formatApplied(planned, applied)}: ${pluralize(sum, 'place')}.`;
  const unchangedNote = `${symbol} also stands, and was left, at: ${listPositions(unchanged)}. Look there if you meant those too.`;
  return {
    headline,
    result: { symbol, newName, files: results, unchanged: [...unchanged] },
    notes: unchanged.length === 0 ? [] : [unchangedNote],
  };
}

/** A note if the search reached its limit, so that unlisted occurrences may remain. */
function noteTruncation({ truncated }: WorkspaceMatches, symbol: string): string[] {
  if (!truncated) return [];
  return [`Only the first ${maxMentions} places with ${symbol} were looked at; it may stay at others.`];
}

function listPositions(positions: readonly string[]): string {
  const unlistedCount = positions.length - maxListedPositions;
  return `${positions.slice(0, maxListedPositions).join(', ')}${unlistedCount > 0 ? ` and ${pluralize(unlistedCount, 'more place')}` : ''}`;
}

function createMovesFilesError(symbol: string): ToolError {
  return new ToolError(
    'VALIDATION_ERROR',
    `To rename ${symbol}, the language service would also move, create or delete files, which this tool does not do. Nothing was changed. Move the file with redline_move, and make the edits with redline_multi_edit.`,
  );
}

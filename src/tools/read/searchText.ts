// Defines `redline_search_text`, the tool that searches the text of files.

import * as z from 'zod/mini';
import { flagField, integerField, textField } from '../shared/fields.ts';
import { phrase, pluralize } from '../../core/wording/phrase.ts';
import type { FileMatches, TextMatch } from '../../core/search/textSearch.ts';
import { maxContextLines, pageOfFiles, pageOfMatches, type MatchPage } from '../../core/search/limitResults.ts';
import { formatNextCall } from './nextCall.ts';
import { excludedFields, describeExcluded, describeSecrets, describeSkipped } from './describeExcluded.ts';
import type { WorkspaceMatches } from '../ports/queryPorts.ts';
import { isNotebookPath } from '../../core/path/pathParts.ts';
import { queryTool } from '../shared/defineTool.ts';
import type { ToolContext } from '../shared/tool.ts';
import { formatMatches } from './formatMatches.ts';

// The description of `maxMatches` repeats these numbers.
const maxMatchesLimit = 1000;
const defaultMatches = 50;
/** Maximum `offset`. Every page repeats the whole search, so deep paging is capped. */
const maxOffset = 20_000;
/** Maximum UTF-16 units of the query in the progress message. */
const maxProgressChars = 60;
/** Maximum UTF-16 units of the matches, or of the list of files, in an answer. */
const maxTextChars = 48_000;

/**
 * The tool's result. Lines are 1-based; columns 0-based, in UTF-16 units, ends exclusive; `snippetColumn` is the column at
 * which the snippet starts. `matches` is empty in the other modes, `files` in the mode `matches`. `secretsLeftOut` is the
 * number of files that need approval to be read.
 */
const resultSchema = z.object({
  matches: z.array(
    z.object({
      filePath: z.string(),
      line: z.number(),
      matchStart: z.number(),
      matchEnd: z.number(),
      endLine: z.number(),
      snippet: z.string(),
      snippetColumn: z.number(),
    }),
  ),
  files: z.array(z.object({ filePath: z.string(), count: z.number() })),
  filesSearched: z.nullable(z.number()),
  truncated: z.boolean(),
  nextOffset: z.nullable(z.number()),
  excluded: excludedFields,
  secretsLeftOut: z.number(),
  skipped: z.array(z.object({ filePath: z.string(), reason: z.string() })),
  skippedCount: z.number(),
  notes: z.array(z.string()),
});

const inputSchema = z.object({
  query: textField('The text, or with isRegex the regular expression, to look for.'),
  isRegex: flagField(
    'Treat query as a regular expression in ripgrep syntax. Look-around and back-references work only where ripgrep can search: not in a browser or a virtual workspace.',
  ),
  caseSensitive: flagField('Match case (default false).'),
  wholeWord: flagField('Match whole words only.'),
  multiline: flagField('Let a regular expression match across lines.'),
  path: z.optional(textField('The directory or file to search (default: everything).')),
  glob: z.optional(textField('Only files that match, such as "*.ts" or "src/**/*.{js,ts}"; "!…" excludes.')),
  contextLines: z._default(
    integerField('Lines to show around each match (default 0, at most 10).', 0, maxContextLines),
    0,
  ),
  maxMatches: z._default(
    integerField(
      'The most matches to return, or files in the other modes (default 50, at most 1,000). A truncated answer ends with the call to continue with.',
      1,
      maxMatchesLimit,
    ),
    defaultMatches,
  ),
  offset: z._default(
    integerField(
      'How many matches, or files in the other modes, to skip, to continue where an answer ended (default 0).',
      0,
      maxOffset,
    ),
    0,
  ),
  outputMode: z._default(
    z
      .enum(['matches', 'files', 'counts'])
      .check(z.describe('"matches" (default), "files" that have a match, or "counts" of matches per file.')),
    'matches',
  ),
  includeIgnored: flagField('Include what .gitignore and search.exclude exclude.'),
});
type Input = z.infer<typeof inputSchema>;

export const searchText = queryTool({
  name: 'redline_search_text',
  displayName: 'Search Text',
  referenceName: 'redlineSearchText',
  description:
    'Finds text in files by string or regular expression (search, grep): path, line and snippet of each match. Unsaved changes count; git-ignored files are excluded by default.',
  userDescription: 'Search the text of files in the workspace',
  icon: 'search',
  aliases: {
    pattern: 'query',
    regex: 'isRegex',
    isRegexp: 'isRegex',
    useRegex: 'isRegex',
    ignoreCase: {
      name: 'caseSensitive',
      meaning: 'the opposite',
      read: (value: unknown): unknown => (typeof value === 'boolean' ? !value : value),
    },
    dirPath: 'path',
    directory: 'path',
    include: 'glob',
    includePattern: 'glob',
    context: 'contextLines',
    limit: 'maxMatches',
    maxResults: 'maxMatches',
    includeIgnoredFiles: 'includeIgnored',
  },
  input: inputSchema,
  result: resultSchema,
  progress: ({ query }) =>
    phrase('Searching for "{0}"', query.length > maxProgressChars ? `${query.slice(0, maxProgressChars)}…` : query),
  async run(input, context) {
    const { offset, outputMode } = input;
    const found = await search(input, context);
    const pageFrom = outputMode === 'matches' ? pageOfMatches : pageOfFiles;
    const page = pageFrom(found.files, offset, maxTextChars);
    const isTruncated = page.cut || found.truncated;
    // After an empty page, a call with the same offset would return the same page.
    const nextOffset = isTruncated && page.shown > 0 ? offset + page.shown : undefined;
    const result: z.infer<typeof resultSchema> = {
      matches: page.files.flatMap((file) => file.matches.map((match) => toMatch(file, match))),
      files: outputMode === 'matches' ? [] : page.files.map(({ path, count }) => ({ filePath: path, count })),
      filesSearched: found.filesSearched ?? null,
      truncated: isTruncated,
      // A call with a larger offset would be rejected.
      nextOffset: nextOffset !== undefined && nextOffset <= maxOffset ? nextOffset : null,
      excluded: found.excluded ?? null,
      secretsLeftOut: found.secrets,
      skipped: found.skipped.files.map(({ path, reason }) => ({ filePath: path, reason })),
      skippedCount: found.skipped.count,
      notes: [...found.notes],
    };
    const cells = await describeCells(input, page, context);
    return { result, text: toText(input, found, page, { nextOffset, cells }) };
  },
});

/** Searches from the start up to the end of the requested page, since no state is kept between calls. */
function search(input: Input, { queries }: ToolContext): Promise<WorkspaceMatches> {
  const { query: text, isRegex, caseSensitive, wholeWord, multiline } = input;
  const { path, glob, includeIgnored, offset, maxMatches, contextLines, outputMode } = input;
  return queries.searchText(
    { text, isRegex, caseSensitive, wholeWord, multiline },
    { path, glob, includeIgnored },
    { maxMatches: offset + maxMatches, contextLines, mode: outputMode },
  );
}

function toMatch({ path }: FileMatches, match: TextMatch): z.infer<typeof resultSchema>['matches'][number] {
  const { line, column, endLine, endColumn, snippet, snippetStart } = match;
  const snippetColumn = column - snippetStart;
  return { filePath: path, line, matchStart: column, matchEnd: endColumn, endLine, snippet, snippetColumn };
}

/** Facts about a page of matches that the text of an answer states besides the matches. */
interface PageInfo {
  /** Offset of the next page, possibly over `maxOffset`; undefined at the end. */
  readonly nextOffset: number | undefined;
  /** Cells of the matches, by the paths of notebooks. */
  readonly cells: ReadonlyMap<string, string>;
}

/** Describes the cells of matches in notebooks, since the matches count lines of the notebook's JSON. */
async function describeCells(input: Input, { files }: MatchPage, context: ToolContext): Promise<PageInfo['cells']> {
  const notebooks = input.outputMode === 'matches' ? files.filter(({ path }) => isNotebookPath(path)) : [];
  if (notebooks.length === 0) return new Map();
  return (await import('./describeMatchCells.ts')).describeMatchCells(notebooks, context);
}

function toText(input: Input, found: WorkspaceMatches, page: MatchPage, { nextOffset, cells }: PageInfo): string {
  const hasMore = nextOffset !== undefined;
  return [
    formatHeadline(input, found, page, hasMore),
    ...formatMatchLines(input, page, cells),
    ...(hasMore ? formatContinuation(input, nextOffset) : []),
    ...describeSkipped(found.skipped),
    ...found.notes,
    ...describeSecrets(found.secrets),
  ].join('\n');
}

function formatHeadline(input: Input, found: WorkspaceMatches, page: MatchPage, hasMore: boolean): string {
  const { query, isRegex, outputMode, offset } = input;
  const quotedQuery = `${isRegex ? 'regular expression ' : ''}${JSON.stringify(query)}`;
  const searched = found.filesSearched === undefined ? '' : `; ${pluralize(found.filesSearched, 'file')} searched`;
  if (found.files.length === 0)
    return `0 matches for ${quotedQuery}${searched}.${describeExcluded(found.excluded, 'searches')}${hintAtRegex(query, isRegex)}`;
  const skippedText = offset > 0 ? ` after the first ${offset}` : '';
  if (page.shown === 0) return `No more matches for ${quotedQuery}${skippedText}${searched}.`;
  const files = pluralize(page.files.length, 'file');
  const suffix = `${skippedText}${hasMore ? ' shown; there are more' : ''}${searched}.`;
  if (outputMode === 'files') return `${files} with a match for ${quotedQuery}${suffix}`;
  const count = outputMode === 'matches' ? page.shown : page.files.reduce((sum, file) => sum + file.count, 0);
  return `${count} ${count === 1 ? 'match' : 'matches'} for ${quotedQuery} in ${files}${suffix}`;
}

/** Suggests `isRegex` for a literal query that looks like a regular expression, with a leading space; else `''`. */
function hintAtRegex(query: string, isRegex: boolean): string {
  const looksLikeRegex = /\\[a-z]|\.[*+]|[|^$]/i.test(query);
  if (isRegex || !looksLikeRegex) return '';
  return ' The query was taken literally; isRegex: true makes it a regular expression.';
}

function formatMatchLines({ outputMode }: Input, { files }: MatchPage, cells: PageInfo['cells']): string[] {
  if (outputMode === 'files') return files.map(({ path }) => path);
  if (outputMode === 'counts') return files.map((file) => `${file.path}: ${file.count}`);
  return files.flatMap((file) => {
    const positions = cells.get(file.path);
    const cellLines = positions === undefined ? [] : [`(a notebook, by lines of its JSON; ${positions})`];
    return [file.path, ...cellLines, ...formatMatches(file)];
  });
}

/**
 * The call that continues at `offset`; beyond `maxOffset`, another way to go on. Fields at their defaults are left out:
 * flags that are false by `formatNextCall`, the others here.
 */
function formatContinuation(input: Input, offset: number): string[] {
  const { contextLines, outputMode: mode, maxMatches, ...sameFields } = input;
  if (offset <= maxOffset) {
    const fields = {
      ...sameFields,
      contextLines: contextLines || undefined,
      outputMode: mode === 'matches' ? undefined : mode,
      maxMatches: maxMatches === defaultMatches ? undefined : maxMatches,
      offset,
    };
    return [`Continue with ${formatNextCall('redline_search_text', fields)}, or set path or glob.`];
  }
  if (mode !== 'matches') return ['There are more files than can be paged through; set path or glob.'];
  const counts = { ...sameFields, offset: undefined, outputMode: 'counts', maxMatches: maxMatchesLimit };
  return [
    `See where all the matches are with ${formatNextCall('redline_search_text', counts)}, then set path or glob.`,
  ];
}

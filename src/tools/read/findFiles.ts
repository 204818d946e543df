// Defines `redline_find_files`, the tool that finds files by a glob.

import * as z from 'zod/mini';
import { flagField, integerField, textField } from '../shared/fields.ts';
import { phrase, pluralize } from '../../core/wording/phrase.ts';
import { describeExcluded, excludedFields } from './describeExcluded.ts';
import { formatNextCall } from './nextCall.ts';
import type { Queries, WorkspaceFiles } from '../ports/queryPorts.ts';
import { describeLink, readLinkTarget } from './linkTarget.ts';
import { queryTool } from '../shared/defineTool.ts';

// The description of `limit` repeats these numbers.
const maxFiles = 1000;
const defaultFiles = 100;

const inputSchema = z.object({
  pattern: textField(
    'The glob: "*.ts" at any depth, "src/**/*.{js,ts}" relative to the folder, "!…" for everything else.',
  ),
  path: z.optional(textField('The directory to look in (default: everything).')),
  limit: z._default(
    integerField(
      'The most paths to return (default 100, at most 1,000). The answer says how many match in total and how to continue.',
      1,
      maxFiles,
    ),
    defaultFiles,
  ),
  offset: z._default(integerField('How many paths to skip, to continue where an answer ended (default 0).', 0), 0),
  sortBy: z._default(
    z
      .enum(['path', 'modified'])
      .check(z.describe('"path" (default), or "modified" for the most recently changed first.')),
    'path',
  ),
  includeIgnored: flagField('Include what .gitignore and search.exclude exclude. Hidden files are always found.'),
});
type Input = z.infer<typeof inputSchema>;

export const findFiles = queryTool({
  name: 'redline_find_files',
  displayName: 'Find Files',
  referenceName: 'redlineFindFiles',
  description:
    'Finds files by name or path with a glob pattern, sorted by path or by last change. Git-ignored files are excluded by default.',
  userDescription: 'Find files in the workspace by name',
  icon: 'file-symlink-directory',
  aliases: {
    query: 'pattern',
    glob: 'pattern',
    dirPath: 'path',
    directory: 'path',
    maxResults: 'limit',
  },
  input: inputSchema,
  /** `count` is the number of paths on this page, `total` that of all matches; `links` has the symlinks among `files`. */
  result: z.object({
    files: z.array(z.string()),
    links: z.array(z.object({ path: z.string(), target: z.nullable(z.string()) })),
    count: z.number(),
    pattern: z.string(),
    truncated: z.boolean(),
    total: z.number(),
    nextOffset: z.nullable(z.number()),
    excluded: excludedFields,
    notes: z.array(z.string()),
  }),
  progress: ({ pattern }) => phrase('Finding {0}', pattern),
  async run(input, { queries }) {
    const { pattern, path, limit, offset, sortBy, includeIgnored } = input;
    const found = await queries.findFiles({ path, glob: pattern, includeIgnored }, offset + limit, sortBy);
    // Each page repeats the search up to its end, so the files of earlier pages are dropped.
    const page = { ...found, files: found.files.slice(offset) };
    const { files, total } = page;
    const links = await readLinks(page, queries);
    const end = offset + files.length;
    const hasMore = files.length > 0 && total > end;
    const nextOffset = hasMore ? end : undefined;
    return {
      result: {
        files: [...files],
        links,
        count: files.length,
        pattern,
        truncated: hasMore,
        total,
        nextOffset: nextOffset ?? null,
        excluded: page.excluded ?? null,
        notes: [...page.notes],
      },
      text: toText(input, page, links, nextOffset),
    };
  },
});

interface Link {
  readonly path: string;
  /** The target as written in the link; null if it is unreadable, or hidden by the rules. */
  readonly target: string | null;
}

async function readLinks({ files, links }: WorkspaceFiles, queries: Queries): Promise<Link[]> {
  const linkPaths = new Set(links);
  const linkedFiles = files.filter((path) => linkPaths.has(path));
  return Promise.all(linkedFiles.map(async (path) => ({ path, target: await readLinkTarget(path, queries) })));
}

/** @param nextOffset offset of the next page; undefined at the end */
function toText(
  input: Input,
  { files, total, excluded, notes }: WorkspaceFiles,
  links: readonly Link[],
  nextOffset: number | undefined,
): string {
  const { offset, sortBy } = input;
  const quotedPattern = JSON.stringify(input.pattern);
  if (total === 0)
    return [`No file matches ${quotedPattern}.${describeExcluded(excluded, 'finds')}`, ...notes].join('\n');
  const order = sortBy === 'modified' ? ', most recently changed first' : '';
  const verb = total === 1 ? 'matches' : 'match';
  const skippedText = offset > 0 ? ` after the first ${offset}` : '';
  const headline =
    total > files.length
      ? `${files.length} of ${pluralize(total, 'file')} that match ${quotedPattern}${skippedText}${order}.`
      : `${pluralize(total, 'file')} ${verb} ${quotedPattern}${order}.`;
  const targetByPath = new Map(links.map(({ path, target }) => [path, target]));
  const lines = files.map((path) =>
    targetByPath.has(path) ? `${path}  ${describeLink(targetByPath.get(path) ?? null)}` : path,
  );
  return [
    headline,
    ...lines,
    ...(nextOffset === undefined ? [] : [formatContinuation(input, nextOffset)]),
    ...notes,
  ].join('\n');
}

/** The call that continues at `offset`. Fields at their defaults are left out; `formatNextCall` omits false flags. */
function formatContinuation(input: Input, offset: number): string {
  const sortBy = input.sortBy === 'path' ? undefined : input.sortBy;
  const limit = input.limit === defaultFiles ? undefined : input.limit;
  const call = formatNextCall('redline_find_files', { ...input, sortBy, limit, offset });
  return `Continue with ${call}, or set path or a narrower pattern.`;
}

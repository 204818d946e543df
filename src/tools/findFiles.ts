import * as z from 'zod/mini';
import { count } from './common.ts';
import { excludedText } from './leftOut.ts';
import { nextCall } from './nextCall.ts';
import type { WorkspaceFiles } from './queryPorts.ts';
import { queryTool } from './tool.ts';

const mostFiles = 1000;

const input = z.object({
  pattern: z
    .string()
    .check(
      z.minLength(1),
      z.describe('The glob: "*.ts" at any depth, "src/**/*.{js,ts}" from the folder on, "!…" for all others.'),
    ),
  path: z.optional(z.string().check(z.minLength(1), z.describe('The directory to look in (default: everything).'))),
  limit: z._default(
    z
      .int()
      .check(
        z.minimum(1),
        z.maximum(mostFiles),
        z.describe('The most paths to answer with (default 100, at most 1,000).'),
      ),
    100,
  ),
  sortBy: z._default(
    z.enum(['path', 'modified']).check(z.describe('"path" (default), or "modified" for the last changed first.')),
    'path',
  ),
  includeIgnored: z._default(
    z.boolean().check(z.describe('Find also what .gitignore and search.exclude leave out.')),
    false,
  ),
});
type Input = z.infer<typeof input>;

export const findFiles = queryTool({
  name: 'redline_find_files',
  displayName: 'Find Files',
  referenceName: 'redlineFindFiles',
  description:
    'Finds files in the workspace by name or path with a glob pattern, sorted by path or by time of change. Hidden files are found; git-ignored ones are left out unless asked for. The answer says how many match in all, what was left out, and how to go on.',
  userDescription: 'Find files of the workspace by name',
  icon: 'file-symlink-directory',
  aliases: {
    query: 'pattern',
    glob: 'pattern',
    dirPath: 'path',
    directory: 'path',
    maxResults: 'limit',
    max_results: 'limit',
    sort_by: 'sortBy',
    include_ignored: 'includeIgnored',
  },
  input,
  result: z.object({
    files: z.array(z.string()),
    count: z.number(),
    pattern: z.string(),
    truncated: z.boolean(),
    total: z.number(),
  }),
  progress: ({ pattern }) => `Finding ${pattern}`,
  async run(asked, { queries }) {
    const { pattern, path, limit, sortBy, includeIgnored } = asked;
    const found = await queries.findFiles({ path, glob: pattern, includeIgnored }, limit, sortBy);
    const { files, total } = found;
    const result = { files: [...files], count: files.length, pattern, truncated: total > files.length, total };
    return { result, text: toText(asked, found) };
  },
});

function toText(asked: Input, found: WorkspaceFiles): string {
  const { files, total } = found;
  const what = JSON.stringify(asked.pattern);
  if (files.length === 0) {
    return [`No file matches ${what}.${excludedText(found.excluded, 'finds')}`, ...found.notes].join('\n');
  }
  const order = asked.sortBy === 'modified' ? ', the last changed first' : '';
  const head =
    total > files.length
      ? `${files.length} of ${count(total, 'file')} that match ${what}${order}.`
      : `${count(total, 'file')} ${total === 1 ? 'matches' : 'match'} ${what}${order}.`;
  return [head, ...files, ...howToGoOn(asked, found), ...found.notes].join('\n');
}

function howToGoOn(asked: Input, { files, total }: WorkspaceFiles): string[] {
  if (total <= files.length) return [];
  const sortBy = asked.sortBy === 'path' ? undefined : asked.sortBy;
  const limit = Math.min(mostFiles, total);
  if (limit > asked.limit) {
    return [
      `Go on with ${nextCall('redline_find_files', { ...asked, sortBy, limit })}, or set path or a narrower pattern.`,
    ];
  }
  return [`No more than ${mostFiles} fit into one answer; set path or a narrower pattern.`];
}

// Defines `redline_list_directory`, the tool that lists a directory.

import * as z from 'zod/mini';
import { anyTextField, flagField, integerField, textField } from '../shared/fields.ts';
import type { Location } from '../../core/change/change.ts';
import { compileGlob, type Glob } from '../../core/pattern/glob.ts';
import { phrase, pluralize } from '../../core/wording/phrase.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { yieldIfNeeded } from '../../async/eventLoop.ts';
import { describeLink, readLinkTarget } from './linkTarget.ts';
import { createNotFoundError } from '../shared/notFoundError.ts';
import { formatNextCall } from './nextCall.ts';
import type { FolderEntry } from '../ports/queryPorts.ts';
import { queryTool } from '../shared/defineTool.ts';
import type { ToolContext } from '../shared/tool.ts';

/**
 * An entry in the result. `size` is in bytes, 0 for anything but a file; `target` is the target of a symlink, as
 * written.
 */
const entrySchema = z.object({
  name: z.string(),
  path: z.string(),
  type: z.enum(['file', 'directory', 'symlink', 'other']),
  size: z.number(),
  target: z.nullable(z.string()),
});
type DetailedEntry = z.infer<typeof entrySchema>;

// The description of `maxEntries` repeats these numbers.
const maxEntriesLimit = 500;
const defaultEntries = 200;

const inputSchema = z.object({
  dirPath: z._default(textField('The directory (default: the workspace folder).'), '.'),
  recursive: flagField('Include subdirectories, as maxDepth and a pattern with folders do.'),
  maxDepth: z.optional(integerField('How many levels deep (default: all with recursive, else 1).', 1)),
  maxEntries: z._default(
    integerField(
      'The most entries to return, sorted by path (default 200, at most 500). A truncated answer ends with the call to continue with.',
      1,
      maxEntriesLimit,
    ),
    defaultEntries,
  ),
  offset: z._default(integerField('How many entries to skip, to continue where an answer ended (default 0).', 0), 0),
  includeHidden: flagField('Include names that start with a dot.'),
  includeIgnored: flagField('Include what git ignores.'),
  pattern: z.optional(anyTextField('Only paths that match this glob, such as "*.ts" or "src/**".')),
});
/** The tool's input. After `run` has set it, `recursive` is the result of `isRecursive`, not the value that was sent. */
type Options = z.infer<typeof inputSchema>;

export const listDirectory = queryTool({
  name: 'redline_list_directory',
  displayName: 'List Directory',
  referenceName: 'redlineListDirectory',
  description:
    'Lists the files and folders in a directory, one level or recursively as a tree, with type and size. Hidden and git-ignored entries are excluded by default.',
  userDescription: 'List a folder in the workspace',
  icon: 'list-tree',
  aliases: { path: 'dirPath', directory: 'dirPath', limit: 'maxEntries' },
  input: inputSchema,
  result: z.object({
    entries: z.array(entrySchema),
    count: z.number(),
    truncated: z.boolean(),
    nextOffset: z.nullable(z.number()),
    excluded: z.object({ hidden: z.number(), ignored: z.number(), unreadable: z.number() }),
  }),
  progress: ({ dirPath }) => phrase('Listing {0}', dirPath),
  async run(input, context) {
    const at = await context.workspace.locate(input.dirPath);
    const options = { ...input, recursive: isRecursive(input) };
    const walk = new DirectoryWalk(context, options);
    const { page, isTruncated } = await takePage(walk.entries(at), options).catch(async (cause: unknown) => {
      throw isNotFound(cause) ? await createNotFoundError(context, at.path) : cause;
    });
    const entries = await Promise.all(page.map((found) => addDetails(found, context)));
    const nextOffset = isTruncated ? input.offset + entries.length : null;
    const { excluded } = walk;
    const result = { entries, count: entries.length, truncated: isTruncated, nextOffset, excluded };
    return { result, text: toText(at, result, walk, options) };
  },
});

/** Whether subdirectories are listed: without them, a depth or a pattern that names folders would have no effect. */
function isRecursive({ recursive, maxDepth, pattern }: Options): boolean {
  return recursive || maxDepth !== undefined || (pattern !== undefined && /[^/]\/./.test(pattern));
}

/** Takes the entries of the requested page. Stops at the first entry after it, and sets `isTruncated` if there is one. */
async function takePage(entries: AsyncIterable<FolderEntry>, { offset, maxEntries }: Options) {
  const page: FolderEntry[] = [];
  let skippedCount = 0;
  for await (const entry of entries) {
    if (skippedCount < offset) skippedCount++;
    else if (page.length === maxEntries) return { page, isTruncated: true };
    else page.push(entry);
  }
  return { page, isTruncated: false };
}

/** Adds the size of a file or the target of a link, which are read only for the entries of the page. */
async function addDetails(
  { name, type, locate }: FolderEntry,
  { workspace, queries }: ToolContext,
): Promise<DetailedEntry> {
  const at = locate();
  const size = type === 'file' ? ((await workspace.stat(at).catch(() => undefined))?.size ?? 0) : 0;
  const target = type === 'symlink' ? await readLinkTarget(at.path, queries) : null;
  return { name, path: at.path, type, size, target };
}

/** Walks a directory in path order. Does not follow symlinks. */
class DirectoryWalk {
  /** Counts of entries that were left out so far, by reason. A walk that stops at the end of a page counts no further. */
  readonly excluded = { hidden: 0, ignored: 0, unreadable: 0 };
  readonly #context: ToolContext;
  readonly #options: Options;
  readonly #glob: Glob | undefined;

  constructor(context: ToolContext, options: Options) {
    this.#context = context;
    this.#options = options;
    this.#glob = options.pattern === undefined ? undefined : compileGlob(options.pattern);
  }

  /** The matching entries of the directory; with `recursive`, also of its subdirectories, down to `maxDepth`. */
  entries(root: Location): AsyncGenerator<FolderEntry, void, void> {
    return this.#entriesBelow(root, '', 1);
  }

  /** @param folderPath relative to the root; `''` for the root itself, whose depth is 1 */
  async *#entriesBelow(folder: Location, folderPath: string, depth: number): AsyncGenerator<FolderEntry, void, void> {
    const { recursive, maxDepth = Infinity } = this.#options;
    for (const entry of await this.#list(folder, folderPath)) {
      await yieldIfNeeded();
      this.#context.signal.throwIfAborted();
      if (this.#countIfExcluded(entry)) continue;
      const relativePath = folderPath === '' ? entry.name : `${folderPath}/${entry.name}`;
      // A folder that does not match is entered nevertheless.
      if (this.#glob?.matches(relativePath) !== false) yield entry;
      if (entry.type === 'directory' && recursive && depth < maxDepth)
        yield* this.#entriesBelow(entry.locate(), relativePath, depth + 1);
    }
  }

  /** Lists a folder. Counts a folder that cannot be listed; for the root, this is an error. */
  async #list(folder: Location, folderPath: string): Promise<readonly FolderEntry[]> {
    try {
      return await this.#context.queries.list(folder);
    } catch (cause) {
      if (folderPath === '') throw cause;
      // A folder that was deleted since its parent was listed is not one that could not be read.
      if (!isNotFound(cause)) this.excluded.unreadable++;
      return [];
    }
  }

  /** Whether an entry is left out. Counts such an entry by its reason. */
  #countIfExcluded({ name, isIgnored }: FolderEntry): boolean {
    if (name.startsWith('.') && !this.#options.includeHidden) {
      this.excluded.hidden++;
      return true;
    }
    if (this.#options.includeIgnored || !isIgnored) return false;
    this.excluded.ignored++;
    return true;
  }
}

function isNotFound(cause: unknown): boolean {
  return cause instanceof ToolError && cause.code === 'NOT_FOUND';
}

function toText(
  at: Location,
  { entries, truncated }: { readonly entries: readonly DetailedEntry[]; readonly truncated: boolean },
  { excluded: { hidden, ignored, unreadable } }: DirectoryWalk,
  options: Options,
): string {
  const exclusions = [
    ...(hidden > 0 ? [`${hidden} hidden (includeHidden: true shows them)`] : []),
    ...(ignored > 0 ? [`${ignored} ignored by git (includeIgnored: true shows them)`] : []),
    ...(unreadable > 0 ? [`${pluralize(unreadable, 'directory', 'directories')} that could not be read`] : []),
  ];
  const skipped = options.offset > 0 ? ` after the first ${options.offset}` : '';
  const more = truncated ? ' shown; there are more' : '';
  return [
    `${at.path}: ${pluralize(entries.length, 'entry', 'entries')}${skipped}${more}.`,
    ...entries.map(formatEntry),
    ...(exclusions.length > 0 ? [`Excluded${truncated ? ' so far' : ''}: ${exclusions.join(', ')}.`] : []),
    ...(truncated ? [formatContinuation(options, entries.length)] : []),
  ].join('\n');
}

function formatEntry({ path, type, size, target }: DetailedEntry): string {
  if (type === 'directory') return `${path}/`;
  if (type === 'symlink') return `${path}  ${describeLink(target)}`;
  return type === 'file' ? `${path}  ${pluralize(size, 'byte')}` : `${path}  ${type}`;
}

/**
 * The call that continues after the listed entries. Fields at their defaults are left out; `formatNextCall` omits false
 * flags.
 */
function formatContinuation(options: Options, entryCount: number): string {
  const { recursive, offset } = options;
  const advice = recursive ? 'list a subdirectory, or set maxDepth or pattern' : 'set pattern to narrow it';
  const nextInput = {
    ...options,
    dirPath: options.dirPath === '.' ? undefined : options.dirPath,
    maxEntries: options.maxEntries === defaultEntries ? undefined : options.maxEntries,
    offset: offset + entryCount,
  };
  return `Continue with ${formatNextCall('redline_list_directory', nextInput)}, or ${advice}.`;
}

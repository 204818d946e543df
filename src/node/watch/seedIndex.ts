// Makes a private index out of the user's, so that files which git knows as unchanged are not read again.

import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeUtf8 } from '../../core/text/encoding.ts';
import { readIndex, writeIndex, type IndexEntry, type NewIndexEntry } from '../../core/watch/gitIndex.ts';
import { runYielding } from '../../async/eventLoop.ts';
import { expandGitPath, gitConfigHome, type GitFolders } from '../git/gitSettings.ts';
import { encoded } from './treeCommands.ts';
import { records, type PrivateRepository, type TreeView } from './privateRepository.ts';

const typeMask = 0o170000;
const repositoryType = 0o160000;

export interface SeedParts {
  readonly repository: PrivateRepository;
  readonly view: TreeView;
  readonly git: GitFolders;
  /** The user's configuration of this repository. */
  readonly settings: ReadonlyMap<string, string>;
  /** Files whose bytes are not stored, by path from `view.root` and size; they get no entry. */
  readonly isWithheld: (path: string, size: number) => boolean;
}

/**
 * Writes `view.index`, with an entry for each file below `view.root` that the user's index has. Where the bytes on disk may be
 * others than those that git stored (filters, line endings), or git itself would look again, the entry says that it is unknown.
 *
 * @returns the paths without an entry because they are withheld, and the ids that are only in the user's objects; undefined if
 *   there is no index that can be read.
 */
export async function seedIndex(parts: SeedParts): Promise<{ withheld: string[]; borrowed: string[] } | undefined> {
  const { repository, view, git, settings } = parts;
  const idLength = repository.algorithm === 'sha1' ? 20 : 32;
  const file = path.join(git.git, 'index');
  // In this order: if git replaces it in between, more files count as unknown, not fewer.
  const stats = await stat(file, { bigint: true }).catch(() => undefined);
  const bytes = stats && (await readFile(file).catch(() => undefined));
  const isOther = (settings.get('extensions.objectformat') ?? 'sha1') !== repository.algorithm;
  const all = bytes && !isOther && (await runYielding(readIndex(bytes, idLength)));
  if (stats === undefined || all === undefined || all === false) return undefined;
  const entries = uniquePaths(all, prefixOf(view)).filter(({ mode }) => (mode & typeMask) !== repositoryType);
  const objects = path.join(git.common, 'objects');
  const [sizes, filtered] = await Promise.all([
    repository.sizes(entries.map(hexOf), objects),
    filteredPaths(parts, entries),
  ]);
  const kept: NewIndexEntry[] = [];
  const withheld: string[] = [];
  const borrowed = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const name = nameIn(view, entry);
    if (parts.isWithheld(name, Math.max(entry.size, sizes[index] ?? 0))) {
      withheld.push(name);
      continue;
    }
    const isTrusted =
      entry.isPlain &&
      entry.size === sizes[index] &&
      entry.size > 0 &&
      isOlder(entry, stats.mtimeNs) &&
      !filtered.has(name);
    if (isTrusted) borrowed.add(hexOf(entry));
    kept.push({ path: entry.path, mode: entry.mode, id: entry.id, stat: isTrusted ? entry.stat : undefined });
  }
  const index = await runYielding(writeIndex(kept, idLength));
  const sum = createHash(repository.algorithm).update(index).digest();
  await writeFile(view.index, [index, sum], { mode: 0o600 });
  return { withheld, borrowed: [...borrowed] };
}

function hexOf({ id }: IndexEntry): string {
  return Buffer.from(id).toString('hex');
}

/** From the top of the working tree, with a slash at its end; empty for the top itself. */
function prefixOf({ top, root }: TreeView): Uint8Array {
  const below = path.relative(top, root).split(path.sep).join('/');
  return Buffer.from(below === '' ? '' : `${below}/`);
}

function nameIn(view: TreeView, entry: IndexEntry): string {
  return decodeUtf8(entry.path.subarray(prefixOf(view).length)).text;
}

/** The entries below a folder. Of a conflict, which has up to three entries for a path, one stays. */
function uniquePaths(entries: readonly IndexEntry[], prefix: Uint8Array): IndexEntry[] {
  let last: IndexEntry | undefined;
  return entries.filter((entry) => {
    const isRepeated = last !== undefined && Buffer.compare(last.path, entry.path) === 0;
    last = entry;
    return !isRepeated && Buffer.compare(entry.path.subarray(0, prefix.length), prefix) === 0;
  });
}

/** Whether a file was written in an earlier second than the index; else a later write may look the same ("racy git"). */
function isOlder({ modified }: IndexEntry, index: bigint): boolean {
  return BigInt(modified) < index / 1_000_000_000n;
}

/**
 * The files with a filter or an encoding of their own, whose stored bytes may be others of the same length. (Line endings and
 * `ident` change the length.)
 */
async function filteredPaths(parts: SeedParts, entries: readonly IndexEntry[]): Promise<ReadonlySet<string>> {
  const { repository, view, git, settings } = parts;
  const configured = settings.get('core.attributesfile');
  const usersFile =
    configured === undefined ? path.join(gitConfigHome(), 'git', 'attributes') : expandGitPath(configured, view.top);
  const args = ['-c', `core.attributesFile=${usersFile}`, '-c', 'core.fsmonitor=false'];
  // In the user's repository, for its `info/attributes`; its index is not opened.
  const out = await repository.program.run({
    args: [...args, 'check-attr', '-z', '--stdin', 'filter', 'working-tree-encoding'],
    cwd: view.root,
    env: { GIT_DIR: git.git, GIT_WORK_TREE: view.top, GIT_INDEX_FILE: view.index, GIT_ATTR_NOSYSTEM: '0' },
    input: encoded(entries.map((entry) => nameIn(view, entry))),
  });
  const filtered = new Set<string>();
  const fields = records(out);
  for (let at = 0; at + 2 < fields.length; at += 3) {
    if (fields[at + 2] !== 'unspecified' && fields[at + 2] !== 'unset') filtered.add(fields[at] ?? '');
  }
  return filtered;
}

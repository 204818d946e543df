// Creates a private index from the user's, so that files which git knows to be unchanged are not read again.

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isGitTrue } from '../../core/git/gitConfig.ts';
import { decodeUtf8 } from '../../core/text/encoding.ts';
import { readIndex, writeIndex, type IndexEntry, type NewIndexEntry } from '../../core/watch/gitIndex.ts';
import type { Yielding } from '../../core/async/yielding.ts';
import { runYielding } from '../../async/eventLoop.ts';
import { readRegular, readSettingsFile } from '../files/openRegular.ts';
import { expandGitPath, getGitConfigHome, type GitFolders } from '../git/gitSettings.ts';
import { readPermissions } from './filePermissions.ts';
import { GitFailed, GitUnusable } from './gitProgram.ts';
import { joinRecords, recordsPerYield } from './gitRecords.ts';
import type { PrivateRepository, TreeView } from './privateRepository.ts';

const typeMask = 0o170000;
const repositoryType = 0o160000;

export interface SeedDeps {
  readonly repository: PrivateRepository;
  readonly view: TreeView;
  readonly git: GitFolders;
  /** The user's git configuration in this repository. */
  readonly settings: ReadonlyMap<string, string>;
  /** Whether a file's bytes are not stored, by path from `view.root` and size; such files get no entry. */
  readonly isWithheld: (path: string, size: number) => boolean;
}

export interface Seed {
  /** Paths without an entry, because they are withheld. */
  readonly withheld: readonly string[];
  /** Narrow permissions of the files, by path. */
  readonly permissions: ReadonlyMap<string, number>;
}

/** Git passes over larger files of attributes. */
const maxAttributesBytes = 100 * 1024 * 1024;

const emptySeed: Seed = { withheld: [], permissions: new Map() };

/**
 * Writes `view.index`, with an entry for each file below `view.root` that the user's index has. Where the bytes on disk may be
 * others than those that git stored (filters, line endings), or git itself would look again, the entry says that it is unknown.
 * Writes nothing if the user's repository cannot be read; then a scan reads all files.
 */
export async function seedIndex(deps: SeedDeps): Promise<Seed> {
  try {
    return await writeSeed(deps);
  } catch (cause) {
    // Its configuration or an object is damaged, or written for a newer git.
    if (cause instanceof GitFailed || cause instanceof GitUnusable) return emptySeed;
    throw cause;
  }
}

async function writeSeed(deps: SeedDeps): Promise<Seed> {
  const { repository, view, git, settings } = deps;
  const idLength = repository.algorithm === 'sha1' ? 20 : 32;
  const file = path.join(git.git, 'index');
  // `stat` comes first: if git replaces the index in between, more files count as unknown, not fewer.
  const stats = await stat(file, { bigint: true }).catch(() => undefined);
  const bytes = stats && (await readRegular(file).catch(() => undefined));
  const hasOtherAlgorithm = (settings.get('extensions.objectformat') ?? 'sha1') !== repository.algorithm;
  const userEntries = bytes && !hasOtherAlgorithm && (await runYielding(readIndex(bytes, idLength)));
  if (stats === undefined || userEntries === undefined || userEntries === false) return emptySeed;
  const entries = await runYielding(nameEntries(userEntries, createPathPrefix(view)));
  const objects = path.join(git.common, 'objects');
  const [sizes, filtered] = await Promise.all([
    repository.readSizes(
      entries.map(({ id }) => id),
      objects,
    ),
    findFilteredPaths(deps, entries),
  ]);
  const isTrusted = ({ entry, name }: NamedEntry, size: number | undefined): boolean =>
    entry.isPlain &&
    entry.size === size &&
    entry.size > 0 &&
    isOlderThanIndex(entry, stats.mtimeNs) &&
    !filtered.has(name);
  const { indexEntries, withheld, trustedIds } = await runYielding(
    sortEntries(entries, sizes, isTrusted, deps.isWithheld),
  );
  const [permissions] = await Promise.all([
    readPermissions(
      view.root,
      entries.map(({ name }) => name),
    ),
    repository.pack(trustedIds, objects),
  ]);
  const index = await runYielding(writeIndex(indexEntries, idLength));
  const checksum = createHash(repository.algorithm).update(index).digest();
  await writeFile(view.index, [index, checksum], { mode: 0o600 });
  return { withheld, permissions };
}

/** An entry with its path from `view.root`, and its id in hexadecimal. */
interface NamedEntry {
  readonly entry: IndexEntry;
  readonly name: string;
  readonly id: string;
}

/** The files below a folder, without nested repositories. Of a conflict's up to three entries for a path, keeps one. */
function* nameEntries(all: readonly IndexEntry[], prefix: Uint8Array): Yielding<NamedEntry[]> {
  const named: NamedEntry[] = [];
  for (const [index, entry] of all.entries()) {
    if (index % recordsPerYield === 0) yield;
    const previous = all[index - 1];
    const isRepeated = previous !== undefined && Buffer.compare(previous.path, entry.path) === 0;
    const isBelow = Buffer.compare(entry.path.subarray(0, prefix.length), prefix) === 0;
    if (isRepeated || !isBelow || (entry.mode & typeMask) === repositoryType) continue;
    const name = decodeUtf8(entry.path.subarray(prefix.length)).text;
    named.push({ entry, name, id: Buffer.from(entry.id).toString('hex') });
  }
  return named;
}

/** Splits entries into withheld ones and those that get an entry; `borrowed` are the ids of trusted ones. */
function* sortEntries(
  entries: readonly NamedEntry[],
  sizes: readonly (number | undefined)[],
  isTrusted: (named: NamedEntry, size: number | undefined) => boolean,
  isWithheld: SeedDeps['isWithheld'],
): Yielding<{ indexEntries: NewIndexEntry[]; withheld: string[]; trustedIds: string[] }> {
  const [kept, withheld, borrowed]: [NewIndexEntry[], string[], Set<string>] = [[], [], new Set()];
  for (const [index, named] of entries.entries()) {
    if (index % recordsPerYield === 0) yield;
    const { entry, name, id } = named;
    if (isWithheld(name, Math.max(entry.size, sizes[index] ?? 0))) {
      withheld.push(name);
      continue;
    }
    const trusts = isTrusted(named, sizes[index]);
    if (trusts) borrowed.add(id);
    kept.push({ path: entry.path, mode: entry.mode, id: entry.id, stat: trusts ? entry.stat : undefined });
  }
  return { indexEntries: kept, withheld, trustedIds: [...borrowed] };
}

/** Path from the root of the working tree, with a final slash; empty for the root itself. */
function createPathPrefix({ top, root }: TreeView): Uint8Array {
  const relativePath = path.relative(top, root).split(path.sep).join('/');
  return Buffer.from(relativePath === '' ? '' : `${relativePath}/`);
}

/** Whether a file was written in an earlier second than the index; else a later write may go undetected ("racy git"). */
function isOlderThanIndex({ modified }: IndexEntry, index: bigint): boolean {
  return BigInt(modified) < index / 1_000_000_000n;
}

/**
 * Files with a filter or encoding, whose stored bytes may differ at equal length. (Line endings and `ident` change the
 * length.) Git reads copies of the rules outside the working tree in a repository made for it, since the user's may be
 * damaged, but the user's index for rules that are not on disk.
 */
async function findFilteredPaths(deps: SeedDeps, entries: readonly NamedEntry[]): Promise<ReadonlySet<string>> {
  const { repository, view, git, settings } = deps;
  const userIndex = path.join(git.git, 'index');
  const configured = settings.get('core.attributesfile');
  const usersFile =
    configured === undefined ? path.join(getGitConfigHome(), 'git', 'attributes') : expandGitPath(configured, view.top);
  // Beside the indices: what a killed window leaves is removed with the old ones.
  const scratch = await mkdtemp(path.join(path.dirname(view.index), 'attributes-'));
  try {
    for (const name of ['objects', 'refs', 'info']) await mkdir(path.join(scratch, name));
    await writeFile(path.join(scratch, 'HEAD'), 'ref: refs/heads/none\n');
    const format = repository.algorithm === 'sha1' ? '' : '[extensions]\n\tobjectFormat = sha256\n';
    await writeFile(path.join(scratch, 'config'), `[core]\n\trepositoryFormatVersion = 1\n${format}`);
    const files = { users: usersFile, 'info/attributes': path.join(git.common, 'info', 'attributes') };
    for (const [name, file] of Object.entries(files))
      await writeFile(path.join(scratch, name), (await readSettingsFile(file, maxAttributesBytes)) ?? '');
    const ignoreCase = isGitTrue(settings.get('core.ignorecase'));
    const options = ['-c', `core.attributesFile=${path.join(scratch, 'users')}`, '-c', `core.ignoreCase=${ignoreCase}`];
    const out = await repository.program.run({
      // Lists all set attributes: most repositories have few, while each attribute queried by name is printed for each
      // file.
      args: [...options, 'check-attr', '-z', '--stdin', '--all'],
      cwd: view.root,
      alternate: path.join(git.common, 'objects'),
      env: { GIT_DIR: scratch, GIT_WORK_TREE: view.top, GIT_INDEX_FILE: userIndex, GIT_ATTR_NOSYSTEM: '0' },
      input: await joinRecords(entries.map(({ name }) => name)),
    });
    return await runYielding(parseFilteredPaths(out));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Paths in records of path, attribute and value, each ending with a zero byte. */
function* parseFilteredPaths(out: Buffer): Yielding<ReadonlySet<string>> {
  const filtered = new Set<string>();
  for (let [start, count] = [0, 0]; start < out.length; count++) {
    if (count % recordsPerYield === 0) yield;
    const [pathEnd, attributeEnd] = [out.indexOf(0, start), out.indexOf(0, out.indexOf(0, start) + 1)];
    const valueEnd = out.indexOf(0, attributeEnd + 1);
    const name = out.toString('utf8', pathEnd + 1, attributeEnd);
    const isConverting = name === 'filter' || name === 'working-tree-encoding';
    if (isConverting && out.toString('utf8', attributeEnd + 1, valueEnd) !== 'unset')
      filtered.add(decodeUtf8(out.subarray(start, pathEnd)).text);
    start = valueEnd + 1;
  }
  return filtered;
}

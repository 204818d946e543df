// Creates a private index from the user's, so that the first scan need not read files that git knows are unchanged.

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isGitTrue } from '../../../core/git/gitConfig.ts';
import { decodeUtf8 } from '../../../core/text/encoding.ts';
import { parseIndex, serializeIndex, type IndexEntry, type NewIndexEntry } from '../../../core/watch/gitIndex.ts';
import type { Yielding } from '../../../core/async/yielding.ts';
import { runYielding } from '../../../async/eventLoop.ts';
import { expandGitPath, getGitConfigHome, readGitFile } from '../../git/gitFiles.ts';
import { readRegular } from '../../files/openRegular.ts';
import type { GitFolders } from '../../git/gitSettings.ts';
import { readPermissions } from './filePermissions.ts';
import { GitFailed, GitUnusable } from '../repository/gitProgram.ts';
import { joinRecords, recordsPerYield } from '../repository/gitRecords.ts';
import type { PrivateRepository, WorkTreeView } from '../repository/privateRepository.ts';
import { createPathPrefix } from '../repository/treeCommands.ts';

/** Bits of a git mode that contain the type, and the type of a submodule. */
const typeMask = 0o170000;
const submoduleType = 0o160000;

/** The new index, and the user's repository from whose index it is filled. */
export interface SeedDeps {
  readonly repository: PrivateRepository;
  readonly view: WorkTreeView;
  readonly git: GitFolders;
  /** The user's git configuration in this repository. */
  readonly settings: ReadonlyMap<string, string>;
  /** Whether a file's bytes must not be stored, by path from `view.root` and size in bytes; such files get no entry. */
  readonly isWithheld: (path: string, size: number) => boolean;
}

/** The files of the user that the new index cannot store. */
export interface Seed {
  /** Paths without an entry, because they are withheld. */
  readonly withheld: readonly string[];
  /** Narrow permissions of files and folders, by path: see `filePermissions.ts`. */
  readonly permissions: ReadonlyMap<string, number>;
}

/** Maximum size of an attributes file in bytes; git ignores larger ones. */
const maxAttributesBytes = 100 * 1024 * 1024;

const emptySeed: Seed = { withheld: [], permissions: new Map() };

/**
 * Writes `view.index`, with an entry for each file below `view.root` in the user's index. Writes nothing if the user's
 * repository cannot be read.
 *
 * A scan need not read the file of a trusted entry. An entry is trusted only if the bytes on disk must be those that
 * git stored (no filter, no line endings converted), and git itself would not read the file again.
 */
export async function seedIndex(deps: SeedDeps): Promise<Seed> {
  try {
    return await writeSeed(deps);
  } catch (cause) {
    // The user's configuration or an object is damaged, or written by a newer git.
    if (cause instanceof GitFailed || cause instanceof GitUnusable) return emptySeed;
    throw cause;
  }
}

/** Decides which of the user's entries to trust, stores their contents in a pack, and writes the index. */
async function writeSeed(deps: SeedDeps): Promise<Seed> {
  const { repository, view, git } = deps;
  const idLength = repository.algorithm === 'sha1' ? 20 : 32;
  const userIndex = await readUserIndex(deps, idLength);
  if (userIndex === undefined) return emptySeed;
  const prefix = Buffer.from(createPathPrefix(view.top, view.root));
  const entries = await runYielding(selectEntries(userIndex.entries, prefix));
  const objects = path.join(git.common, 'objects');
  const ids = entries.map(({ id }) => id);
  const [storedSizes, filtered] = await Promise.all([
    repository.readSizes(ids, objects),
    findFilteredPaths(deps, entries),
  ]);
  // The sizes of disk and store differ after any conversion, except by a filter or encoding.
  const isTrusted = (pathEntry: PathEntry, storedSize: number | undefined): boolean =>
    isUnchangedToGit(pathEntry.entry, userIndex.mtimeNs) &&
    pathEntry.entry.size === storedSize &&
    !filtered.has(pathEntry.path);
  const { indexEntries, withheld, trustedIds } = await runYielding(
    partitionEntries(entries, storedSizes, isTrusted, deps.isWithheld),
  );
  const paths = entries.map((entry) => entry.path);
  const [permissions] = await Promise.all([readPermissions(view.root, paths), repository.pack(trustedIds, objects)]);
  const index = await runYielding(serializeIndex(indexEntries, idLength));
  const checksum = createHash(repository.algorithm).update(index).digest();
  await writeFile(view.index, [index, checksum], { mode: 0o600 });
  return { withheld, permissions };
}

/** Reads the user's index; undefined if it is missing, unreadable or has another hash algorithm. */
async function readUserIndex(
  { repository, git, settings }: SeedDeps,
  idLength: number,
): Promise<{ readonly entries: readonly IndexEntry[]; readonly mtimeNs: bigint } | undefined> {
  if ((settings.get('extensions.objectformat') ?? 'sha1') !== repository.algorithm) return undefined;
  const file = path.join(git.own, 'index');
  // `stat` comes first: if git replaces the index in between, fewer entries are trusted, not more.
  const stats = await stat(file, { bigint: true }).catch(() => undefined);
  const bytes = stats && (await readRegular(file).catch(() => undefined));
  const entries = bytes && (await runYielding(parseIndex(bytes, idLength)));
  return stats && entries && { entries, mtimeNs: stats.mtimeNs };
}

/** An entry with its path from `view.root`, and its id in hexadecimal. */
interface PathEntry {
  readonly entry: IndexEntry;
  readonly path: string;
  readonly id: string;
}

/** The files below a folder, without submodules. Of a conflict's up to three entries for a path, keeps the first. */
function* selectEntries(entries: readonly IndexEntry[], prefix: Uint8Array): Yielding<PathEntry[]> {
  const selected: PathEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % recordsPerYield === 0) yield;
    const previous = entries[index - 1];
    const isRepeated = previous !== undefined && Buffer.compare(previous.path, entry.path) === 0;
    const isBelow = Buffer.compare(entry.path.subarray(0, prefix.length), prefix) === 0;
    if (isRepeated || !isBelow || (entry.mode & typeMask) === submoduleType) continue;
    const filePath = decodeUtf8(entry.path.subarray(prefix.length)).text;
    selected.push({ entry, path: filePath, id: Buffer.from(entry.id).toString('hex') });
  }
  return selected;
}

/** Splits the user's entries into withheld files and new entries; only trusted ones keep their `stat` data. */
function* partitionEntries(
  entries: readonly PathEntry[],
  storedSizes: readonly (number | undefined)[],
  isTrusted: (pathEntry: PathEntry, storedSize: number | undefined) => boolean,
  isWithheld: SeedDeps['isWithheld'],
): Yielding<{ indexEntries: NewIndexEntry[]; withheld: string[]; trustedIds: string[] }> {
  const indexEntries: NewIndexEntry[] = [];
  const withheld: string[] = [];
  const trustedIds = new Set<string>();
  for (const [index, pathEntry] of entries.entries()) {
    if (index % recordsPerYield === 0) yield;
    const { entry, path: filePath, id } = pathEntry;
    const storedSize = storedSizes[index];
    if (isWithheld(filePath, Math.max(entry.size, storedSize ?? 0))) {
      withheld.push(filePath);
      continue;
    }
    const keepsStat = isTrusted(pathEntry, storedSize);
    if (keepsStat) trustedIds.add(id);
    indexEntries.push({ path: entry.path, mode: entry.mode, id: entry.id, stat: keepsStat ? entry.stat : undefined });
  }
  return { indexEntries, withheld, trustedIds: [...trustedIds] };
}

/** Whether git would not read an entry's file again, if its `stat` data is that on disk. */
function isUnchangedToGit({ isPlain, size, modified }: IndexEntry, indexMtimeNs: bigint): boolean {
  // A file that was written in the second of the index or later may have been written again since ("racy git").
  const isOlderThanIndex = BigInt(modified) < indexMtimeNs / 1_000_000_000n;
  return isPlain && size > 0 && isOlderThanIndex;
}

/**
 * The paths with a filter or encoding: their stored bytes may differ from those on disk at equal length, while line
 * endings and `ident` change the length. Runs git in a scratch repository, since the user's may be damaged, but with
 * the user's index, for `.gitattributes` that are not on disk.
 */
async function findFilteredPaths(deps: SeedDeps, entries: readonly PathEntry[]): Promise<ReadonlySet<string>> {
  const { repository, view, git, settings } = deps;
  const userIndex = path.join(git.own, 'index');
  // Beside the indexes, where `removeOtherTrees` also deletes what a killed window leaves.
  const scratch = await mkdtemp(path.join(path.dirname(view.index), 'attributes-'));
  try {
    await createEmptyRepository(scratch, repository.algorithm);
    const attributesFile = await copyAttributes(deps, scratch);
    const ignoreCase = isGitTrue(settings.get('core.ignorecase'));
    const options = ['-c', `core.attributesFile=${attributesFile}`, '-c', `core.ignoreCase=${ignoreCase}`];
    const out = await repository.program.run({
      // Asks for all attributes, not for single names: git would print each named attribute for each file, while most
      // files have none set.
      args: [...options, 'check-attr', '-z', '--stdin', '--all'],
      cwd: view.root,
      alternate: path.join(git.common, 'objects'),
      env: { GIT_DIR: scratch, GIT_WORK_TREE: view.top, GIT_INDEX_FILE: userIndex, GIT_ATTR_NOSYSTEM: '0' },
      input: await joinRecords(entries.map((entry) => entry.path)),
    });
    return await runYielding(parseFilteredPaths(out));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Copies the attributes files outside the working tree to the git folder `target`. Returns the path of the user's. */
async function copyAttributes({ view, git, settings }: SeedDeps, target: string): Promise<string> {
  const configured = settings.get('core.attributesfile');
  const userFile =
    configured === undefined ? path.join(getGitConfigHome(), 'git', 'attributes') : expandGitPath(configured, view.top);
  const userCopy = path.join(target, 'users');
  const copy = async (file: string, to: string): Promise<void> =>
    writeFile(to, (await readGitFile(file, maxAttributesBytes)) ?? '');
  await copy(userFile, userCopy);
  await copy(path.join(git.common, 'info', 'attributes'), path.join(target, 'info', 'attributes'));
  return userCopy;
}

/** Creates a repository without content in an empty folder. */
async function createEmptyRepository(folder: string, algorithm: PrivateRepository['algorithm']): Promise<void> {
  for (const name of ['objects', 'refs', 'info']) await mkdir(path.join(folder, name));
  await writeFile(path.join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  const format = algorithm === 'sha1' ? '' : '[extensions]\n\tobjectFormat = sha256\n';
  await writeFile(path.join(folder, 'config'), `[core]\n\trepositoryFormatVersion = 1\n${format}`);
}

/** Parses the output of `check-attr`, NUL-terminated triples of path, attribute and value; returns converted paths. */
function* parseFilteredPaths(out: Buffer): Yielding<ReadonlySet<string>> {
  const filtered = new Set<string>();
  let start = 0;
  for (let count = 0; start < out.length; count++) {
    if (count % recordsPerYield === 0) yield;
    const pathEnd = out.indexOf(0, start);
    const attributeEnd = out.indexOf(0, pathEnd + 1);
    const valueEnd = out.indexOf(0, attributeEnd + 1);
    const attribute = out.toString('utf8', pathEnd + 1, attributeEnd);
    const isConverting = attribute === 'filter' || attribute === 'working-tree-encoding';
    if (isConverting && out.toString('utf8', attributeEnd + 1, valueEnd) !== 'unset')
      filtered.add(decodeUtf8(out.subarray(start, pathEnd)).text);
    start = valueEnd + 1;
  }
  return filtered;
}

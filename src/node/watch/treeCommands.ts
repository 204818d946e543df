// The git commands that look at a working tree through a private index.

import { encodeUtf8 } from '../../core/text/encoding.ts';
import { modeOf, records, type Blob, type PrivateRepository, type TreeView } from './privateRepository.ts';

/** Changed files from which on their contents are stored in a pack. */
const minPacked = 50;

/** The state of a file in the index, and whether the file is gone. */
export interface DirtyEntry extends Blob {
  readonly isGone: boolean;
}

/** Files whose index entry may not be what is on disk: changed, deleted, or only touched. */
export async function dirtyEntries(repository: PrivateRepository, view: TreeView): Promise<Map<string, DirtyEntry>> {
  const out = records(await repository.run(['diff-files', '--raw', '-z', '--relative', '--no-renames'], { view }));
  const dirty = new Map<string, DirtyEntry>();
  for (let at = 0; at + 1 < out.length; at += 2) {
    const [oldMode = '', , id = '', , status] = (out[at] ?? '').slice(1).split(' ');
    const mode = modeOf(oldMode);
    if (mode !== undefined) dirty.set(out[at + 1] ?? '', { mode, id, isGone: status === 'D' });
  }
  return dirty;
}

export interface UntrackedPaths {
  readonly files: readonly string[];
  /** Folders that are repositories of their own. */
  readonly repositories: readonly string[];
}

/** Paths neither in the index nor ignored. @param excludes a file with the ignore rules of the user and the repository. */
export async function untrackedPaths(
  repository: PrivateRepository,
  view: TreeView,
  excludes: string,
): Promise<UntrackedPaths> {
  const args = ['ls-files', '-o', '-z', '--exclude-standard', `--exclude-from=${excludes}`];
  const all = records(await repository.run(args, { view }));
  return {
    files: all.filter((path) => !path.endsWith('/')),
    repositories: all.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
  };
}

/** Brings paths of the index up to date: stores what is on disk, and removes what is not there. */
export async function updateIndex(
  repository: PrivateRepository,
  view: TreeView,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  // Many files go into one pack, which is faster than a file for each.
  const packing = paths.length < minPacked ? [] : ['-c', 'core.bigFileThreshold=1'];
  const args = [...packing, 'update-index', '-z', '--add', '--remove', '--replace', '--stdin'];
  await repository.run(args, { view, input: encoded(paths) });
}

/** Removes paths from the index, whatever is on disk. */
export async function dropFromIndex(
  repository: PrivateRepository,
  view: TreeView,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  await repository.run(['update-index', '-z', '--force-remove', '--stdin'], { view, input: encoded(paths) });
}

/** The entries of the index, by path. @param only keeps these paths alone. */
export async function indexEntries(
  repository: PrivateRepository,
  view: TreeView,
  only?: { has(path: string): boolean },
): Promise<Map<string, Blob>> {
  const entries = new Map<string, Blob>();
  for (const record of records(await repository.run(['ls-files', '-s', '-z'], { view }))) {
    const tab = record.indexOf('\t');
    const path = record.slice(tab + 1);
    if (only !== undefined && !only.has(path)) continue;
    const [octal = '', id = ''] = record.slice(0, tab).split(' ');
    const mode = modeOf(octal);
    if (mode !== undefined) entries.set(path, { mode, id });
  }
  return entries;
}

export function encoded(paths: readonly string[]): Uint8Array {
  return encodeUtf8(paths.map((path) => `${path}\0`).join(''));
}

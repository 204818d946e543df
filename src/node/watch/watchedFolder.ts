// Scans a workspace folder: its own working tree, and the nested repositories.

import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isOpenable, sameFile, type StoredFile } from '../../core/watch/reviewItem.ts';
import type { GitProgram } from './gitProgram.ts';
import { ignoredByPreviousRules, isRuleFile, rulesAbove } from './ignoredByPreviousRules.ts';
import { PrivateRepository, records, type Blob, type TreeView } from './privateRepository.ts';
import { readPermissions } from './filePermissions.ts';
import { seedIndex } from './seedIndex.ts';
import { encoded, indexEntries } from './treeCommands.ts';
import { repositoryFactsOf, workingTreeOf, type WorkingTree } from './workingTree.ts';
import { scanTree, sidesOf, type Sides } from './watchedTree.ts';
import { maxStored, type WithheldFile } from './withheldFiles.ts';

/** State of a working tree besides its index. */
export interface TreeState {
  /** Absolute path of its repository's root. */
  readonly top: string;
  /** Base name of its stored files: `<name>.index`; `<name>.rules` and `<name>.above`, the ignore rules from outside. */
  readonly name: string;
  readonly withheld: ReadonlyMap<string, WithheldFile>;
  /** Narrow permissions of files, by path. */
  readonly permissions: ReadonlyMap<string, number>;
}

/** Working trees in a workspace folder, by path from it; empty before the first scan. */
export type Trees = ReadonlyMap<string, TreeState>;

export interface WatchedFolderDeps {
  /** Absolute path. */
  readonly folder: string;
  /** Absolute path of the private folder of the store. */
  readonly store: string;
  readonly program: GitProgram;
  /** Whether a file's bytes may not be stored, by its path from the folder. */
  readonly isSecret: (path: string) => boolean;
}

/** Scans one folder. The caller holds a lock, so that no two methods run at once, in any window. */
export class WatchedFolder {
  readonly repository: PrivateRepository;
  readonly #deps: WatchedFolderDeps;

  private constructor(repository: PrivateRepository, deps: WatchedFolderDeps) {
    this.repository = repository;
    this.#deps = deps;
  }

  /** Opens the folder. @throws GitUnusable */
  static async open(deps: WatchedFolderDeps): Promise<WatchedFolder> {
    await mkdir(path.join(deps.store, 'trees'), { recursive: true, mode: 0o700 });
    const tree = await workingTreeOf(deps.folder);
    const facts = await repositoryFactsOf(tree);
    const repository = await PrivateRepository.open(path.join(deps.store, 'git'), facts, deps.program);
    return new WatchedFolder(repository, deps);
  }

  /**
   * Scans the disk. Leaves the stored files of `before` alone, so an interrupted scan has no effect.
   * @returns the changes since `before`, by path from the folder (none at the first scan), and the trees for the next
   * scan
   * @throws GitUnusable, GitFailed
   */
  async scan(before: Trees): Promise<{ readonly changes: Map<string, Sides>; readonly trees: Trees }> {
    const { folder } = this.#deps;
    const trees = new Map<string, TreeState>();
    const changes = new Map<string, Sides>();
    const visit = async (below: string, isHidden: boolean): Promise<void> => {
      const stateBefore = before.get(below);
      const isBaseline = before.size === 0 || (isHidden && stateBefore === undefined);
      const { found, state } = await this.#scanTree(below, path.join(folder, below), stateBefore);
      trees.set(below, state);
      const allChanges = stateBefore === undefined && !isBaseline ? await this.#allAsNew(state) : found.changes;
      if (!isBaseline) for (const [name, sides] of allChanges) join(changes, inTree(below, name), sides);
      for (const name of found.repositories.filter(isOpenable)) {
        await visit(inTree(below, name), isBaseline || found.hidden.has(name));
      }
    };
    await visit('', false);
    for (const [below, state] of before) {
      if (trees.has(below)) continue;
      if (await isRepository(path.join(folder, below))) await visit(below, false);
      else for (const [name, { after }] of await this.#allAsNew(state)) join(changes, inTree(below, name), gone(after));
    }
    return { changes, trees };
  }

  /** Ids of all contents seen by a scan. */
  async ids(trees: Trees): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const state of trees.values()) {
      for (const { id } of (await indexEntries(this.repository, this.#indexOnly(state))).values()) ids.add(id);
      for (const { id, withheld } of state.withheld.values()) if (withheld === undefined) ids.add(id);
    }
    return ids;
  }

  /** Removes the files of all other trees. */
  async removeOthers(trees: Trees): Promise<void> {
    const names = new Set([...trees.values()].map(({ name }) => name));
    for (const file of await readdir(this.#file(''))) {
      if (!names.has(path.parse(file).name)) await rm(this.#file(file), { force: true, recursive: true });
    }
  }

  async #scanTree(below: string, folder: string, known: TreeState | undefined) {
    const tree = await this.#unlessIgnored(await workingTreeOf(folder));
    const name = randomBytes(12).toString('hex');
    const next = { top: tree.top, root: tree.root, index: this.#file(`${name}.index`) };
    const excludes = this.#file(`${name}.rules`);
    await writeFile(excludes, tree.rules, { mode: 0o600 });
    const above = await rulesAbove(tree);
    await writeFile(this.#file(`${name}.above`), above, { mode: 0o600, encoding: 'latin1' });
    const begun = known === undefined ? await this.#begin(below, tree, next) : new Map<string, WithheldFile>();
    const isMoved = known !== undefined && known.top !== tree.top;
    if (isMoved) await this.#rebase(next, known);
    const isNew = known === undefined || isMoved;
    const isSecret = (file: string): boolean => this.#deps.isSecret(inTree(below, file));
    const view = isNew ? next : { ...next, index: this.#file(`${known.name}.index`) };
    const oldExcludes = known === undefined ? excludes : this.#file(`${known.name}.rules`);
    const oldAbove = await readFile(this.#file(`${known?.name ?? name}.above`), 'latin1').catch(() => above);
    const hasOtherRules = oldAbove !== above || !(await readFile(oldExcludes)).equals(tree.rules);
    const scan = await scanTree({
      repository: this.repository,
      view,
      excludes,
      isSecret,
      withheld: known?.withheld ?? begun,
      permissions: known?.permissions ?? new Map(),
      copyIndex: async () => {
        if (!isNew) await copyKeepingTime(view.index, next.index);
        return next;
      },
      wereIgnored: async (untracked, dirty) => {
        const isChanged = hasOtherRules || untracked.files.some(isRuleFile) || [...dirty.keys()].some(isRuleFile);
        if (known === undefined || !isChanged) return new Set();
        return ignoredByPreviousRules(this.repository, view, { excludes: oldExcludes, above: oldAbove }, untracked);
      },
    });
    const isSame = scan.view.index !== next.index && !hasOtherRules;
    if (!isSame && scan.view.index !== next.index) await copyKeepingTime(scan.view.index, next.index);
    const permissions =
      known === undefined
        ? await readPermissions(tree.root, (await indexEntries(this.repository, scan.view)).keys())
        : scan.permissions;
    const stateName = isSame && known !== undefined ? known.name : name;
    return { found: scan, state: { top: tree.top, name: stateName, withheld: scan.withheld, permissions } };
  }

  /** A folder that its repository ignores is watched as one without a repository. */
  async #unlessIgnored(tree: WorkingTree): Promise<WorkingTree> {
    if (tree.root === tree.top) return tree;
    const view = { top: tree.top, root: tree.root, index: this.#file('none') };
    const excludes = this.#file(`${randomBytes(12).toString('hex')}.rules`);
    await writeFile(excludes, tree.rules, { mode: 0o600 });
    const args = ['-c', `core.excludesFile=${excludes}`, 'check-ignore', '--no-index', '-q', '.'];
    const isIgnored = await this.repository.run(args, { view }).then(
      () => true,
      () => false,
    );
    await rm(excludes);
    return isIgnored ? { ...tree, top: tree.root, git: undefined } : tree;
  }

  /** Makes the index of a tree that was not looked at before. Returns the withheld files that the user's index has. */
  async #begin(below: string, tree: WorkingTree, view: TreeView): Promise<Map<string, WithheldFile>> {
    const withheld = new Map<string, WithheldFile>();
    if (tree.git === undefined) return withheld;
    const isSecret = (name: string): boolean => this.#deps.isSecret(inTree(below, name));
    const names = await seedIndex({
      repository: this.repository,
      view,
      git: tree.git,
      settings: tree.settings,
      isWithheld: (name, size) => size > maxStored || isSecret(name),
    });
    // Without a stamp: the scan finds out what is there.
    for (const name of names) withheld.set(name, { mode: 'file', size: 0, id: '', withheld: 'secret', stamp: '' });
    return withheld;
  }

  /** Rewrites the paths of an index for a new root, after the enclosing repository was created, deleted or moved. */
  async #rebase(view: TreeView, known: TreeState): Promise<void> {
    const prefixOf = (top: string): string => path.relative(top, view.root).split(path.sep).join('/');
    const [oldPrefix, prefix] = [prefixOf(known.top), prefixOf(view.top)].map((each) =>
      each === '' ? '' : `${each}/`,
    );
    // Each record is `mode id stage<tab>path`; git reads the same format.
    const out = await this.repository.run(['ls-files', '-s', '-z', '--full-name'], { view: this.#indexOnly(known) });
    const moved = records(out).map((record) => record.replace(`\t${oldPrefix}`, () => `\t${prefix}`));
    await this.repository.run(['update-index', '-z', '--index-info'], { view, input: encoded(moved) });
  }

  /** All files of a tree as new files. */
  async #allAsNew(state: TreeState): Promise<Map<string, Sides>> {
    const stored = await indexEntries(this.repository, this.#indexOnly(state));
    const entries = new Map<string, Blob | WithheldFile>([...stored, ...state.withheld]);
    return sidesOf(
      entries.keys(),
      { files: new Map() },
      { files: entries, permissions: state.permissions },
      this.repository,
    );
  }

  #file(name: string): string {
    return path.join(this.#deps.store, 'trees', name);
  }

  /** A view for commands that read only the index, whose paths begin at the repository's root. */
  #indexOnly({ name }: TreeState): TreeView {
    const { store } = this.#deps;
    return { top: store, root: store, index: this.#file(`${name}.index`) };
  }
}

/** Whether a folder is the top of a repository; a `.git` that leads nowhere is none. */
async function isRepository(folder: string): Promise<boolean> {
  const tree = await workingTreeOf(folder).catch(() => undefined);
  return tree?.git !== undefined && tree.top === tree.root;
}

/** Git treats a file as new as the index as changed, so the copy keeps the mtime. */
async function copyKeepingTime(from: string, to: string): Promise<void> {
  const { mtimeMs } = await stat(from);
  await copyFile(from, to);
  const seconds = Math.floor(mtimeMs / 1000);
  await utimes(to, seconds, seconds);
}

function gone(before: StoredFile | undefined): Sides {
  return { before, after: undefined };
}
function inTree(below: string, name: string): string {
  return below === '' ? name : `${below}/${name}`;
}

/**
 * Merges a tree's change of a path into `changes`. When a nested repository is created or deleted, a path moves between
 * trees.
 */
function join(changes: Map<string, Sides>, name: string, sides: Sides): void {
  const other = changes.get(name);
  const before = other?.before ?? sides.before;
  const after = other?.after ?? sides.after;
  if (sameFile(before, after)) changes.delete(name);
  else changes.set(name, { before, after });
}

// Scans a workspace folder: its own working tree, and the nested repositories.

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isOpenable } from '../../core/watch/reviewItem.ts';
import type { GitProgram } from './gitProgram.ts';
import { findIgnoredByPreviousRules, readUnindexedRules } from './previousRules.ts';
import { joinRecords } from './gitRecords.ts';
import { PrivateRepository, type Blob, type TreeView } from './privateRepository.ts';
import { seedIndex } from './seedIndex.ts';
import { copyKeepingTime, isNestedRepository, isRuleFile, readIndexEntries } from './treeCommands.ts';
import { isGitTrue } from '../../core/git/gitConfig.ts';
import { readRepositoryFacts, readWorkingTree, type WorkingTree } from './workingTree.ts';
import { areTreeFilesIntact, flushTreeFiles } from './treeFiles.ts';
import { scanTree } from './watchedTree.ts';
import { mergeChange, pairSides, type Sides } from './pairSides.ts';
import { isThere, listLockedPaths, maxStoredBytes, type WithheldFile } from './withheldFiles.ts';

/** State of a working tree besides its index. */
export interface TreeState {
  /** Absolute path of its repository's root. */
  readonly top: string;
  /** Base name of its stored files: `<name>.index`; `<name>.rules` and `<name>.unindexed`, the ignore rules that it lacks. */
  readonly name: string;
  readonly withheld: ReadonlyMap<string, WithheldFile>;
  /** Narrow permissions of files and folders, by path. */
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
  /** Whether a new file is not executable by itself, as far as git was told (`core.fileMode`). */
  readonly hasModes: boolean;
  readonly #deps: WatchedFolderDeps;

  private constructor(repository: PrivateRepository, { settings }: WorkingTree, deps: WatchedFolderDeps) {
    this.repository = repository;
    this.hasModes = isGitTrue(settings.get('core.filemode') ?? 'true');
    this.#deps = deps;
  }

  /** Opens the folder. @throws GitUnusable */
  static async open(deps: WatchedFolderDeps): Promise<WatchedFolder> {
    await mkdir(path.join(deps.store, 'trees'), { recursive: true, mode: 0o700 });
    const tree = await readWorkingTree(deps.folder);
    const facts = await readRepositoryFacts(tree);
    const repository = await PrivateRepository.open(path.join(deps.store, 'git'), facts, deps.program);
    return new WatchedFolder(repository, tree, deps);
  }

  /**
   * Scans the disk. Leaves the stored files of `before` alone, so an interrupted scan has no effect.
   * @returns the changes since `before`, by path from the folder (none at the first scan), and the trees for the next
   * scan
   * @throws GitUnusable, GitFailed
   */
  async scan(before: Trees): Promise<{ readonly changes: Map<string, Sides>; readonly trees: Trees }> {
    const { folder } = this.#deps;
    const [trees, changes] = [new Map<string, TreeState>(), new Map<string, Sides>()];
    const visit = async (subpath: string, isHidden: boolean): Promise<void> => {
      const stateBefore = before.get(subpath);
      const isBaseline = before.size === 0 || (isHidden && stateBefore === undefined);
      const { found: treeScan, state } = await this.#scanTree(subpath, path.join(folder, subpath), stateBefore);
      trees.set(subpath, state);
      const allChanges = stateBefore === undefined && !isBaseline ? await this.#listAsCreated(state) : treeScan.changes;
      if (!isBaseline) for (const [name, sides] of allChanges) mergeChange(changes, joinPath(subpath, name), sides);
      for (const name of treeScan.repositories.filter(isOpenable))
        await visit(joinPath(subpath, name), isBaseline || treeScan.hidden.has(name));
    };
    await visit('', false);
    for (const [below, state] of before) {
      if (trees.has(below)) continue;
      if ((await listLockedPaths(folder, [joinPath(below, '.git')])).size > 0) {
        trees.set(below, state);
        continue;
      }
      const isNested = await isNestedRepository(this.repository, folder, below);
      if (isNested) await visit(below, false);
      for (const [name, { after }] of isNested ? [] : await this.#listAsCreated(state)) {
        const file = joinPath(below, name);
        // What an ignore rule hides now is not gone.
        const isGone = changes.has(file) || !(await isThere(folder, file));
        if (isGone) mergeChange(changes, file, { before: after, after: undefined });
      }
    }
    return { changes, trees };
  }

  /** Whether a scan can go on from these trees: a power failure or the disk may have damaged their files. */
  async areIntact(trees: Trees): Promise<boolean> {
    for (const { name } of trees.values())
      if (!(await areTreeFilesIntact(this.#storedFile(name), this.repository.algorithm))) return false;
    return true;
  }

  /** Ids of all contents seen by a scan. */
  async collectIds(trees: Trees): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const state of trees.values()) {
      for (const { id } of (await readIndexEntries(this.repository, this.#createIndexView(state))).values())
        ids.add(id);
      for (const { id, withheld } of state.withheld.values()) if (withheld === undefined) ids.add(id);
    }
    return ids;
  }

  /** Removes the files of all other trees. */
  async removeOtherTrees(trees: Trees): Promise<void> {
    const names = new Set([...trees.values()].map(({ name }) => name));
    for (const file of await readdir(this.#storedFile(''))) {
      if (!names.has(path.parse(file).name)) await rm(this.#storedFile(file), { force: true, recursive: true });
    }
  }

  /** Scans one working tree. The state keeps its name, and so its files, if nothing has changed. */
  async #scanTree(below: string, folder: string, previous: TreeState | undefined) {
    const tree = await this.#ignoreRepositoryIfIgnored(await readWorkingTree(folder));
    const name = randomBytes(12).toString('hex');
    const nextView = { top: tree.top, root: tree.root, index: this.#storedFile(`${name}.index`) };
    const excludes = this.#storedFile(`${name}.rules`);
    await writeFile(excludes, tree.rules, { mode: 0o600 });
    const hasNewRoot = previous !== undefined && previous.top !== tree.top;
    const needsNewIndex = previous === undefined || hasNewRoot;
    // An index without files counts, too.
    if (needsNewIndex) await this.repository.run(['read-tree', '--empty'], { view: nextView });
    const { withheld, permissions } = previous ?? (await this.#seed(below, tree, nextView));
    if (hasNewRoot) await this.#rebase(nextView, previous);
    const view = needsNewIndex ? nextView : { ...nextView, index: this.#storedFile(`${previous.name}.index`) };
    let haveRulesChanged = false;
    const scan = await scanTree({
      repository: this.repository,
      view,
      excludes,
      isSecret: (file) => this.#deps.isSecret(joinPath(below, file)),
      withheld,
      permissions,
      copyIndex: async () => {
        if (!needsNewIndex) await copyKeepingTime(view.index, nextView.index);
        return nextView;
      },
      findPreviouslyIgnored: async (untracked, dirty) => {
        const unindexed = await readUnindexedRules(tree, untracked.ignoredRules);
        await writeFile(this.#storedFile(`${name}.unindexed`), unindexed, { mode: 0o600 });
        if (previous === undefined) return new Set();
        const excludesFile = this.#storedFile(`${previous.name}.rules`);
        const oldFile = this.#storedFile(`${previous.name}.unindexed`);
        const unindexedRules = await readFile(oldFile, 'utf8').catch(() => unindexed);
        haveRulesChanged = unindexedRules !== unindexed || !(await readFile(excludesFile)).equals(tree.rules);
        if (!haveRulesChanged && ![...untracked.files, ...dirty.keys()].some(isRuleFile)) return new Set();
        return findIgnoredByPreviousRules(this.repository, view, { excludesFile, unindexedRules }, untracked);
      },
    });
    const isUnchanged = scan.view.index !== nextView.index && !haveRulesChanged;
    if (!isUnchanged && scan.view.index !== nextView.index) await copyKeepingTime(scan.view.index, nextView.index);
    if (isUnchanged) for (const end of ['rules', 'unindexed']) await rm(this.#storedFile(`${name}.${end}`));
    else await flushTreeFiles(this.#storedFile(name));
    const stateName = isUnchanged && previous !== undefined ? previous.name : name;
    return {
      found: scan,
      state: { top: tree.top, name: stateName, withheld: scan.withheld, permissions: scan.permissions },
    };
  }

  /** A folder that its repository ignores is watched as one without a repository. */
  async #ignoreRepositoryIfIgnored(tree: WorkingTree): Promise<WorkingTree> {
    if (tree.root === tree.top) return tree;
    const view = { top: tree.top, root: tree.root, index: this.#storedFile('none') };
    const excludes = this.#storedFile(`${randomBytes(12).toString('hex')}.rules`);
    await writeFile(excludes, tree.rules, { mode: 0o600 });
    const args = ['-c', `core.excludesFile=${excludes}`, 'check-ignore', '--no-index', '-q', '.'];
    try {
      return (await this.repository.ask(args, 1, view)) ? { ...tree, top: tree.root, git: undefined } : tree;
    } finally {
      await rm(excludes);
    }
  }

  /** Makes the index of a tree that was not looked at before. Returns what it does not hold of the files in the user's. */
  async #seed(below: string, tree: WorkingTree, view: TreeView): Promise<Pick<TreeState, 'withheld' | 'permissions'>> {
    if (tree.git === undefined) return { withheld: new Map(), permissions: new Map() };
    const isSecret = (name: string): boolean => this.#deps.isSecret(joinPath(below, name));
    const seed = await seedIndex({
      repository: this.repository,
      view,
      git: tree.git,
      settings: tree.settings,
      isWithheld: (name, size) => size > maxStoredBytes || isSecret(name),
    });
    // Without a stamp: the scan finds out what is there.
    const unread = { mode: 'file', size: 0, id: '', withheld: 'secret', stamp: '' } as const;
    return { withheld: new Map(seed.withheld.map((name) => [name, unread])), permissions: seed.permissions };
  }

  /** Rewrites the paths of an index for a new root, after the enclosing repository was created, deleted or moved. */
  async #rebase(view: TreeView, previous: TreeState): Promise<void> {
    const prefixOf = (top: string): string => path.relative(top, view.root).split(path.sep).join('/');
    const [oldPrefix, prefix] = [prefixOf(previous.top), prefixOf(view.top)].map((each) =>
      each === '' ? '' : `${each}/`,
    );
    // Each record is `mode id stage<tab>path`; git reads the same format.
    const records = await this.repository.list(['ls-files', '-s', '-z', '--full-name'], {
      view: this.#createIndexView(previous),
    });
    const movedRecords = records.map((record) => record.replace(`\t${oldPrefix}`, () => `\t${prefix}`));
    await this.repository.run(['update-index', '-z', '--index-info'], { view, input: await joinRecords(movedRecords) });
  }

  /** All files of a tree as new files. */
  async #listAsCreated(state: TreeState): Promise<Map<string, Sides>> {
    const stored = await readIndexEntries(this.repository, this.#createIndexView(state));
    const entries = new Map<string, Blob | WithheldFile>([...stored, ...state.withheld]);
    return pairSides(
      entries.keys(),
      { files: new Map() },
      { files: entries, permissions: state.permissions },
      this.repository,
    );
  }

  #storedFile(name: string): string {
    return path.join(this.#deps.store, 'trees', name);
  }

  /** A view for commands that read only the index, whose paths begin at the repository's root. */
  #createIndexView({ name }: TreeState): TreeView {
    const { store } = this.#deps;
    return { top: store, root: store, index: this.#storedFile(`${name}.index`) };
  }
}

function joinPath(below: string, name: string): string {
  return below === '' ? name : `${below}/${name}`;
}

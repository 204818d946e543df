// Scans the trees of a workspace folder. A tree is a working tree of git: that of the folder itself (`''`), or of a
// repository nested in it.

import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { isOpenable } from '../../core/watch/reviewItem.ts';
import type { GitProgram } from './repository/gitProgram.ts';
import { openIndex } from './tree/openIndex.ts';
import { findPreviouslyIgnored, readUnindexedRules, type RulesBesideIndex } from './tree/previousRules.ts';
import { PrivateRepository, type IndexedFile, type WorkTreeView } from './repository/privateRepository.ts';
import { copyKeepingTime, isNestedRepository, readIndexEntries } from './repository/treeCommands.ts';
import { isGitTrue } from '../../core/git/gitConfig.ts';
import { readRepositoryFacts } from './repository/privateConfig.ts';
import { detachIfIgnored } from './tree/detachIfIgnored.ts';
import { readWorkingTree, type WorkingTree } from './tree/workingTree.ts';
import {
  areTreeFilesIntact,
  createIndexView,
  createStoredName,
  flushTreeFiles,
  treeFile,
  treesFolder,
  writeTreeFile,
  type TreeFileExtension,
  type Trees,
  type TreeState,
} from './tree/treeFiles.ts';
import { scanTree, type TreeScan } from './tree/scanTree.ts';
import { mergeChange, pairSides, type Sides } from './pairSides.ts';
import { existsWithoutLinks, listInaccessiblePaths } from './tree/diskPaths.ts';
import type { UnindexedFile } from './tree/unindexedFiles.ts';

export interface WatchedFolderDeps {
  /** Absolute path. */
  readonly folder: string;
  /** Absolute path of the private folder in which everything is stored. */
  readonly store: string;
  readonly program: GitProgram;
  /** Whether a file's bytes may not be stored, by its path from the folder. */
  readonly isSecret: (path: string) => boolean;
}

/**
 * What the files of a tree count as: changes since the previous scan (`known`), all of them as created (`new`), or none
 * as a change (`baseline`), since they may be older than the previous scan: there was none, or the tree was ignored.
 */
type TreeKind = 'known' | 'new' | 'baseline';

/** The trees of the previous scan, and what a scan of the folder has found so far. */
interface FolderScan {
  readonly before: Trees;
  readonly trees: Map<string, TreeState>;
  /** By path from the folder. */
  readonly changes: Map<string, Sides>;
}

/** Scans one folder. The caller has the lock (`watchLock.ts`), so that no two methods run at once, in any window. */
export class WatchedFolder {
  readonly repository: PrivateRepository;
  /** Whether the file system stores the executable bit, by git's setting (`core.fileMode`). */
  readonly hasModes: boolean;
  readonly #deps: WatchedFolderDeps;

  private constructor(repository: PrivateRepository, { settings }: WorkingTree, deps: WatchedFolderDeps) {
    this.repository = repository;
    this.hasModes = isGitTrue(settings.get('core.filemode') ?? 'true');
    this.#deps = deps;
  }

  /** Opens the folder. @throws GitUnusable */
  static async open(deps: WatchedFolderDeps): Promise<WatchedFolder> {
    await mkdir(treesFolder(deps.store), { recursive: true, mode: 0o700 });
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
    const found: FolderScan = { before, trees: new Map(), changes: new Map() };
    await this.#scanWithNested('', before.size === 0 ? 'baseline' : 'new', found);
    // Trees that the scan no longer lists. An inaccessible tree keeps its state, an ignored one is still scanned, and a
    // tree that is no repository any more counts as deleted.
    for (const [treePath, state] of before) {
      if (found.trees.has(treePath)) continue;
      const isInaccessible = (await listInaccessiblePaths(folder, [joinPath(treePath, '.git')])).size > 0;
      if (isInaccessible) found.trees.set(treePath, state);
      else if (await isNestedRepository(this.repository, folder, treePath))
        await this.#scanWithNested(treePath, 'new', found);
      else await this.#addDeletions(found.changes, treePath, state);
    }
    return { changes: found.changes, trees: found.trees };
  }

  /** Scans a tree and the repositories nested in it. @param kindIfUnknown its kind if `before` lacks it */
  async #scanWithNested(treePath: string, kindIfUnknown: 'new' | 'baseline', found: FolderScan): Promise<void> {
    const stateBefore = found.before.get(treePath);
    const kind: TreeKind = stateBefore === undefined ? kindIfUnknown : 'known';
    const { scan, state } = await this.#scanAndStore(treePath, stateBefore);
    found.trees.set(treePath, state);
    if (kind !== 'baseline') {
      const changes = kind === 'new' ? await this.#listStoredFiles(state) : scan.changes;
      for (const [filePath, sides] of changes) mergeChange(found.changes, joinPath(treePath, filePath), sides);
    }
    for (const nested of scan.repositories.filter(isOpenable)) {
      const mayBeOlder = kind === 'baseline' || scan.revealed.has(nested);
      await this.#scanWithNested(joinPath(treePath, nested), mayBeOlder ? 'baseline' : 'new', found);
    }
  }

  /**
   * Adds deletions of a former repository's files. If the enclosing tree now reports the same file as created, both
   * become one update.
   */
  async #addDeletions(changes: Map<string, Sides>, treePath: string, state: TreeState): Promise<void> {
    for (const [filePath, { after }] of await this.#listStoredFiles(state)) {
      const file = joinPath(treePath, filePath);
      // A file that exists without such a report is hidden by an ignore rule of the enclosing tree.
      const isDeleted = changes.has(file) || !(await existsWithoutLinks(this.#deps.folder, file));
      if (isDeleted) mergeChange(changes, file, { before: after, after: undefined });
    }
  }

  /** Whether a scan can continue from these trees: the checksum of each index is right, and its rules are stored. */
  async areIntact(trees: Trees): Promise<boolean> {
    for (const { storedName } of trees.values())
      if (!(await areTreeFilesIntact(this.#deps.store, storedName, this.repository.algorithm))) return false;
    return true;
  }

  /** Ids of the stored contents of all files in these trees. */
  async collectIds(trees: Trees): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const state of trees.values()) {
      const entries = await readIndexEntries(this.repository, createIndexView(this.#deps.store, state));
      for (const { id } of entries.values()) ids.add(id);
      for (const { id, withheld } of state.unindexed.values()) if (withheld === undefined) ids.add(id);
    }
    return ids;
  }

  /** Deletes all stored files except those of these trees; also the scratch folders of scans that were killed. */
  async removeOtherTrees(trees: Trees): Promise<void> {
    const names = new Set([...trees.values()].map(({ storedName }) => storedName));
    const folder = treesFolder(this.#deps.store);
    for (const file of await readdir(folder)) {
      if (!names.has(path.parse(file).name)) await rm(path.join(folder, file), { force: true, recursive: true });
    }
  }

  /**
   * Scans one tree. Without changes, the state keeps its name and stored files; otherwise, it gets a new name and new
   * files: `rules` before the scan, `unindexed` once the scan has its lists (`storeAndCompareRules`), and the index, if it
   * is not new, before its first change (`copyIndex`). `#storeScan` adds what is missing, or removes both rule files.
   */
  async #scanAndStore(
    treePath: string,
    previous: TreeState | undefined,
  ): Promise<{ scan: TreeScan; state: TreeState }> {
    const { folder, store } = this.#deps;
    const found = await readWorkingTree(path.join(folder, treePath));
    const tree = await detachIfIgnored(found, this.repository, store);
    const storedName = createStoredName();
    const nextView = { top: tree.top, root: tree.root, index: this.#storedFile(storedName, 'index') };
    const excludesFile = await writeTreeFile(store, storedName, 'rules', tree.rules);
    const isSecret = (file: string): boolean => this.#deps.isSecret(joinPath(treePath, file));
    const { repository } = this;
    const index = await openIndex(previous, tree, nextView, { repository, store, isSecret });
    const scan = await scanTree({
      ...index,
      repository,
      excludesFile,
      isSecret,
      copyIndex: () => ensureCopied(index.view, nextView),
      storeAndCompareRules: async (untracked, dirty) => {
        const unindexedRules = await readUnindexedRules(tree, untracked.ignoredRules);
        await writeTreeFile(store, storedName, 'unindexed', unindexedRules);
        if (previous === undefined) return { revealed: new Set(), haveRulesChanged: false };
        const previousRules = await this.#readPreviousRules(previous, unindexedRules);
        const presentRules = { rules: tree.rules, unindexedRules };
        return findPreviouslyIgnored(repository, index.view, { previousRules, presentRules, untracked, dirty });
      },
    });
    const { unindexed, permissions, haveRulesChanged } = scan;
    const reusableName = haveRulesChanged ? undefined : previous?.storedName;
    const usedName = await this.#storeScan(scan, nextView, storedName, reusableName);
    return { scan, state: { top: tree.top, storedName: usedName, unindexed, permissions } };
  }

  /** Completes the files of a scan, and returns their name: `reusableName` instead, if the index is unchanged. */
  async #storeScan(
    { view }: TreeScan,
    nextView: WorkTreeView,
    storedName: string,
    reusableName: string | undefined,
  ): Promise<string> {
    // `openIndex` found the previous index, and the scan had nothing to change in it.
    const isPreviousIndex = view.index !== nextView.index;
    if (isPreviousIndex && reusableName !== undefined) {
      await rm(this.#storedFile(storedName, 'rules'));
      await rm(this.#storedFile(storedName, 'unindexed'));
      return reusableName;
    }
    await ensureCopied(view, nextView);
    await flushTreeFiles(this.#deps.store, storedName);
    return storedName;
  }

  /** The ignore rules of the previous scan; the present unindexed ones if its own are lost. */
  async #readPreviousRules({ storedName }: TreeState, presentUnindexedRules: string): Promise<RulesBesideIndex> {
    const unindexedFile = this.#storedFile(storedName, 'unindexed');
    const unindexedRules = await readFile(unindexedFile, 'utf8').catch(() => presentUnindexedRules);
    return { excludesFile: this.#storedFile(storedName, 'rules'), unindexedRules };
  }

  /** All files of a tree as its state has them, each as if created: without a `before`. */
  async #listStoredFiles(state: TreeState): Promise<Map<string, Sides>> {
    const stored = await readIndexEntries(this.repository, createIndexView(this.#deps.store, state));
    const entries = new Map<string, IndexedFile | UnindexedFile>([...stored, ...state.unindexed]);
    return pairSides(
      entries.keys(),
      { files: new Map() },
      { files: entries, permissions: state.permissions },
      this.repository,
    );
  }

  #storedFile(storedName: string, extension: TreeFileExtension): string {
    return treeFile(this.#deps.store, storedName, extension);
  }
}

/** Copies the index to that of `nextView`, unless it is there already. */
async function ensureCopied(view: WorkTreeView, nextView: WorkTreeView): Promise<WorkTreeView> {
  if (view.index !== nextView.index) await copyKeepingTime(view.index, nextView.index);
  return nextView;
}

/** Path from the folder, of a path in one of its trees. */
function joinPath(treePath: string, pathInTree: string): string {
  return treePath === '' ? pathInTree : `${treePath}/${pathInTree}`;
}

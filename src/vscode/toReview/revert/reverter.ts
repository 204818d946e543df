// Reverts unreviewed changes: plans the files' contents, and writes them as one history entry.

import * as vscode from 'vscode';
import type { Change, Location } from '../../../core/change/change.ts';
import {
  findCoveringItem,
  type ReviewItem,
  type Step,
  type StoredFile,
  isOpenable,
} from '../../../core/watch/reviewItem.ts';
import { folderKey, revertTool } from '../../../core/journal/journalEntry.ts';
import { failure, StalePlan } from '../../../core/wording/errors.ts';
import { inEnglish, phrase, type Phrase } from '../../../core/wording/phrase.ts';
import { userCaller } from '../../../tools/ports/caller.ts';
import type { FileQueue } from '../../../tools/ports/ports.ts';
import type { Watch } from '../../../tools/ports/watchPort.ts';
import { forEachConcurrently } from '../../../async/eventLoop.ts';
import type { JournalledApplier } from '../../apply/applier.ts';
import { waitForReload } from '../../documents/undoableUpdates.ts';
import type { PathResolver } from '../../files/paths/pathResolver.ts';
import type { History, QueueOptions } from '../../history/callHistory.ts';
import type { Disk } from '../../ports/localDisk.ts';
import { encodeText } from '../../files/codec.ts';
import { readCurrentSide } from './sides.ts';
import { planRevert, type LazySide, type FileRevert } from './revertPlan.ts';

/** Permission bits (write and search) by which the owner may create files in a folder. */
const ownerWrites = 0o300;

export interface RevertDeps {
  readonly watch: Watch;
  readonly history: History;
  readonly applier: Pick<JournalledApplier, 'run'>;
  readonly queue: FileQueue;
  readonly disk: Disk;
  readonly resolver: PathResolver;
}

interface RevertOptions extends QueueOptions {
  /** Permission bits of restored files and folders, by URI. */
  readonly permissions?: Readonly<Record<string, number>>;
  /** Ids of the history entries that are reverted. */
  readonly takesBack?: readonly string[];
}

/** Reverts files, all or none, and never overwrites later edits. Each revert is a history entry. */
export class Reverter {
  readonly #deps: RevertDeps;

  constructor(deps: RevertDeps) {
    this.#deps = deps;
  }

  /** Reverts items to their baselines. Returns and throws as `#revertFiles` does. */
  async revertItems(items: readonly ReviewItem[], title: Phrase, options?: QueueOptions): Promise<boolean> {
    const locate = this.createLocator();
    const located = await Promise.all(items.map(async (item) => ({ item, at: await locate(item.folder, item.path) })));
    // Nested workspace folders, and links to them, may list a file several times, but it must be written once.
    const groups = Map.groupBy(located, ({ at }) => at.real);
    const files = [...groups.values()].map((sameFile) => this.#toFileRevert(sameFile));
    return this.#revertFiles(files, title, { ...options, permissions: this.#permissionsOf(items) });
  }

  /** Combines the items of a file into one revert. Throws STALE if none of them covers the changes of the others. */
  #toFileRevert(sameFile: readonly { readonly item: ReviewItem; readonly at: Location }[]): FileRevert {
    const covering = findCoveringItem(sameFile.map(({ item }) => item));
    const chosen = sameFile.find(({ item }) => item === covering);
    if (chosen === undefined) throw severalListsError(new Set(sameFile.map(({ at }) => at.path)));
    const { folder, path, baseline, current } = chosen.item;
    const before = this.lazySideOf(folder, path, baseline);
    return { at: chosen.at, steps: [{ before, after: this.lazySideOf(folder, path, current) }] };
  }

  /** Permission bits of deleted files, by URI: as Watch recorded them, else as the history has them. */
  #permissionsOf(items: readonly ReviewItem[]): Readonly<Record<string, number>> {
    const entryIds = new Set(
      items.flatMap(({ steps }) => steps.flatMap(({ origin }) => ('entry' in origin ? origin.entry : []))),
    );
    const entries = this.#deps.history.entries.filter(({ id }) => entryIds.has(id));
    // Newest first, so that the oldest call wins.
    const permissionsOfCalls = entries.toReversed().map(({ permissions = {} }) => permissions);
    return Object.assign({}, ...permissionsOfCalls, ...items.map(getPermissionsBefore));
  }

  /** A side of a file that Watch stored. Throws IO_ERROR if its bytes were not stored; `load`, if they are gone. */
  lazySideOf(folder: string, path: string, file: StoredFile | undefined): LazySide | undefined {
    if (file === undefined) return undefined;
    const { watch } = this.#deps;
    if (file.withheld !== undefined) throw notStoredError(path, file.withheld);
    return { mode: file.mode, load: () => watch.contentOf(folder, file) };
  }

  /** Reads a file as it is now: see `readCurrentSide`. */
  readSide(uri: vscode.Uri): ReturnType<typeof readCurrentSide> {
    return readCurrentSide(uri, this.#deps.disk);
  }

  /**
   * Rewrites a file with a text, in the file's encoding. Returns and throws as `writePlanned` does, and STALE if the
   * text is not `textBefore`.
   */
  rewriteText(
    at: Location,
    textBefore: string,
    textAfter: string,
    title: Phrase,
    options?: QueueOptions,
  ): Promise<boolean> {
    return this.writePlanned([at.real], title, options, async () => {
      const current = await readCurrentSide(vscode.Uri.parse(at.uri, true), this.#deps.disk);
      if (current === undefined || current === 'folder') throw new StalePlan(at.path);
      if (current.content.kind !== 'text' || current.text !== textBefore) throw new StalePlan(at.path);
      const after = await encodeText(textAfter, current.content.encoding);
      return after.sha256 === current.hash ? [] : [{ kind: 'update', at, before: current.content, after }];
    });
  }

  /**
   * Returns a lookup of file locations, which resolves the real path of each folder once. Throws VALIDATION_ERROR for a
   * name that the editor cannot open.
   */
  createLocator(): (folder: string, path: string) => Promise<Location> {
    const { resolver } = this.#deps;
    const foldersByUri = new Map<string, Promise<Location>>();
    return async (folder, path) => {
      if (!isOpenable(path)) throw notOpenableError(path);
      const uri = vscode.Uri.parse(folder, true);
      const workspaceFolder =
        foldersByUri.get(folder) ?? resolver.locate(resolver.pathOf(uri)).then(({ location }) => location);
      foldersByUri.set(folder, workspaceFolder);
      const { real } = await workspaceFolder;
      const file = vscode.Uri.joinPath(uri, path);
      const realFile = vscode.Uri.joinPath(vscode.Uri.parse(real, true), path);
      return { uri: file.toString(), path: resolver.displayNameOf(file), real: realFile.toString() };
    };
  }

  /** Reverts changes of files. Returns and throws as `writePlanned`; throws STALE if later edits are in the way. */
  #revertFiles(files: readonly FileRevert[], title: Phrase, options?: RevertOptions): Promise<boolean> {
    const realUris = files.map(({ at }) => at.real);
    return this.writePlanned(realUris, title, options, () => planRevert(files, this.#deps.disk));
  }

  /**
   * Plans changes once no call is working on these paths, and writes them as one history entry.
   * @param realUris canonical URIs of all files and folders that `plan` may change
   * @param plan reads the files and plans their changes
   * @returns false if there was nothing to write
   * @throws ToolError REJECTED if it was cancelled, STALE for a file with hard links, as `plan` does, and as
   * `Applier.apply` does
   */
  async writePlanned(
    realUris: readonly string[],
    title: Phrase,
    { signal = new AbortController().signal, permissions = {}, takesBack, ...queueOptions }: RevertOptions = {},
    plan: () => Promise<readonly Change[]>,
  ): Promise<boolean> {
    const { applier, queue, history } = this.#deps;
    await history.refresh();
    const slot = await queue.enter(realUris, signal, { title, ...queueOptions });
    let changes: readonly Change[] = [];
    try {
      changes = await plan();
      if (changes.length === 0) return false;
      await this.#requireOneName(changes);
      const attributes = {
        title: inEnglish(title),
        phrase: title,
        tool: revertTool,
        caller: userCaller,
        permissions,
        ...(takesBack === undefined ? {} : { takesBack: [...takesBack] }),
      };
      await applier.run(changes, attributes, { isToolCall: false, signal });
    } finally {
      slot.release();
    }
    await this.#waitForReloads(changes);
    return true;
  }

  /** Refuses to write into a file with hard links: a file that is not listed may be one of them. */
  async #requireOneName(changes: readonly Change[]): Promise<void> {
    await forEachConcurrently(changes, async ({ kind, at }) => {
      const isWrittenInto = kind === 'update';
      if (isWrittenInto && (await this.#deps.resolver.hasHardLinks(vscode.Uri.parse(at.uri, true))))
        throw severalNamesError(at);
    });
  }

  /**
   * Waits until the open documents of written files show the new text, so that the next command does not read the old
   * one: the editor reloads a file only some 100 ms after the write.
   */
  async #waitForReloads(changes: readonly Change[]): Promise<void> {
    const { editor } = this.#deps.disk;
    await forEachConcurrently(changes, async (change) => {
      if (change.kind !== 'update' || change.after.kind !== 'text') return;
      const document = editor.loadedDocument(change.at.uri);
      if (document !== undefined) await waitForReload(document, change.after.bytes);
    });
  }
}

/**
 * Permission bits of a file and its folders before a change, by URI, to restore them. Includes only permissions that
 * are narrower than those of new files and folders; adds to those of folders the bits that let the owner restore files
 * in them.
 */
export function getPermissionsBefore(change: ReviewItem | Step): Record<string, number> {
  const { permissions, folders = [] } = ('baseline' in change ? change.baseline : change.before) ?? {};
  const names = change.path.split('/');
  const ancestorUri = (levelsAbove: number): string => {
    const ancestorNames = names.slice(0, names.length - levelsAbove);
    return vscode.Uri.joinPath(vscode.Uri.parse(change.folder, true), ...ancestorNames).toString();
  };
  const folderPermissions = folders.map(([levels, bits]) => [folderKey(ancestorUri(levels)), bits | ownerWrites]);
  const filePermissions = permissions === undefined ? [] : [[ancestorUri(0), permissions]];
  return Object.fromEntries([...folderPermissions, ...filePermissions]);
}

function notStoredError(path: string, why: 'secret' | 'large'): Error {
  const message =
    why === 'secret'
      ? phrase('{0} is a secret by your rules, so Redline keeps no copy of it. Nothing was reverted.', path)
      : phrase('{0} is too large, so Redline keeps no copy of it. Nothing was reverted.', path);
  return failure('IO_ERROR', message, 'Tell the user.');
}

function severalListsError(names: ReadonlySet<string>): Error {
  const message = phrase(
    '{0} is in the lists of several workspace folders, with different changes. Nothing was reverted. Revert its rows one after the other; then revert the rest.',
    [...names].join(', '),
  );
  return failure('STALE', message, 'Tell the user.');
}

function severalNamesError({ path }: Location): Error {
  const message = phrase(
    '{0} is the same file as another name of it (a hard link), whose content would change as well. Nothing was reverted. Replace it by a copy in a terminal ("cp -p" to a new name, then "mv" to this one), and revert again; other files can be reverted one by one.',
    path,
  );
  return failure('STALE', message, 'Tell the user.');
}

function notOpenableError(path: string): Error {
  const message = phrase('The editor cannot open a file with the name {0}. Nothing was reverted.', path.toWellFormed());
  return failure('VALIDATION_ERROR', message, 'Tell the user.');
}

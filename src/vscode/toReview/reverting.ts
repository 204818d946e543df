// Reverts files as one history entry.

import * as vscode from 'vscode';
import type { Change, Location } from '../../core/change/change.ts';
import type { ReviewItem, Step, StoredFile } from '../../core/watch/reviewItem.ts';
import { isOpenable } from '../../core/watch/reviewItem.ts';
import { failure } from '../../core/wording/errors.ts';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import { userCaller } from '../../tools/ports/caller.ts';
import type { FileQueue } from '../../tools/ports/ports.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import { forEachConcurrently } from '../../async/eventLoop.ts';
import type { JournalledApplier } from '../apply/applier.ts';
import { waitForReload } from '../documents/overwrite.ts';
import type { PathResolver } from '../files/pathResolver.ts';
import type { History, QueueOptions } from '../history/callHistory.ts';
import type { Disk } from '../ports/localDisk.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import { encodeText } from '../files/codec.ts';
import { currentSide } from './sides.ts';
import { planRevert, type LazySide, type TakenBack } from './revertPlan.ts';

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

  /** Reverts items to their baselines. Throws as `takeBack` does. */
  async revertItems(items: readonly ReviewItem[], title: Phrase, options?: QueueOptions): Promise<boolean> {
    const place = this.placer();
    const files: TakenBack[] = [];
    for (const { folder, path, baseline, current } of items) {
      const steps = [{ before: this.stored(folder, path, baseline), after: this.stored(folder, path, current) }];
      files.push({ at: await place(folder, path), steps });
    }
    return this.takeBack(files, title, { ...options, permissions: this.#permissionsOf(items) });
  }

  /** Permissions of files that were deleted, by URI: as Watch saw them, or calls of the history. */
  #permissionsOf(items: readonly ReviewItem[]): Readonly<Record<string, number>> {
    const ids = new Set(
      items.flatMap(({ steps }) => steps.flatMap(({ origin }) => ('entry' in origin ? origin.entry : []))),
    );
    const entries = this.#deps.history.entries.filter(({ id }) => ids.has(id));
    const ofCalls = entries.toReversed().map(({ permissions = {} }) => permissions);
    return Object.assign({}, ...ofCalls, ...items.map(permissionsBefore));
  }

  /** A stored side of a file. Throws IO_ERROR if its bytes were not stored. */
  stored(folder: string, path: string, file: StoredFile | undefined): LazySide | undefined {
    if (file === undefined) return undefined;
    const { watch } = this.#deps;
    if (file.withheld !== undefined) throw notStored(path, file.withheld);
    return { mode: file.mode, load: () => watch.contentOf(folder, file) };
  }

  /** The current text of a file, with unsaved edits; undefined if it is not text. */
  async textAt(uri: vscode.Uri): Promise<string | undefined> {
    const now = await currentSide(uri, this.#deps.disk);
    return now === 'folder' ? undefined : now?.text;
  }

  /** Replaces one text of a file by another, in its encoding. Throws STALE if it has another text, and as `takeBack` does. */
  rewrite(at: Location, from: string, to: string, title: Phrase, options?: QueueOptions): Promise<boolean> {
    return this.write([at.real], title, options, async () => {
      const now = await currentSide(vscode.Uri.parse(at.uri, true), this.#deps.disk);
      if (now === undefined || now === 'folder' || now.content.kind !== 'text' || now.text !== from)
        throw new StalePlan(at.path);
      const after = await encodeText(to, now.content.encoding);
      return after.sha256 === now.hash ? [] : [{ kind: 'update', at, before: now.content, after }];
    });
  }

  /** Returns a lookup of file locations that resolves the real path of each workspace folder once. */
  placer(): (folder: string, path: string) => Promise<Location> {
    const { resolver } = this.#deps;
    const tops = new Map<string, Promise<Location>>();
    return async (folder, path) => {
      if (!isOpenable(path)) throw notOpenable(path);
      const uri = vscode.Uri.parse(folder, true);
      const top = tops.get(folder) ?? resolver.locate(resolver.pathOf(uri)).then(({ location }) => location);
      tops.set(folder, top);
      const { real } = await top;
      const file = vscode.Uri.joinPath(uri, path);
      const realFile = vscode.Uri.joinPath(vscode.Uri.parse(real, true), path);
      return { uri: file.toString(), path: resolver.displayNameOf(file), real: realFile.toString() };
    };
  }

  /**
   * Reverts changes of files.
   *
   * @returns false if there was nothing left to revert
   * @throws ToolError STALE if later edits are in the way, REJECTED if it was cancelled, and as `Applier.apply` does
   */
  takeBack(files: readonly TakenBack[], title: Phrase, options?: RevertOptions): Promise<boolean> {
    const reals = files.map(({ at }) => at.real);
    return this.write(reals, title, options, () => planRevert(files, this.#deps.disk));
  }

  /**
   * Plans changes once no call is working on these paths, and writes them as one history entry.
   *
   * @param reals canonical URIs of files and folders
   * @returns false if there was nothing to write. Throws as `takeBack` does
   */
  async write(
    reals: readonly string[],
    title: Phrase,
    { signal = new AbortController().signal, permissions = {}, takesBack, ...waiting }: RevertOptions = {},
    plan: () => Promise<readonly Change[]>,
  ): Promise<boolean> {
    const { applier, queue, history } = this.#deps;
    await history.refresh();
    const slot = await queue.enter(reals, signal, { title, ...waiting });
    let changes: readonly Change[] = [];
    try {
      changes = await plan();
      if (changes.length === 0) return false;
      const about = {
        title: inEnglish(title),
        phrase: title,
        tool: 'redline_revert',
        caller: userCaller,
        permissions,
        ...(takesBack === undefined ? {} : { takesBack: [...takesBack] }),
      };
      await applier.run(changes, about, { isAgentCall: false, signal });
    } finally {
      slot.release();
    }
    await this.#reloaded(changes);
    return true;
  }

  /** Waits for the documents of written files: the editor reloads a file only some 100 ms after the write. */
  async #reloaded(changes: readonly Change[]): Promise<void> {
    const { editor } = this.#deps.disk;
    await forEachConcurrently(changes, async (change) => {
      if (change.kind !== 'update' || change.after.kind !== 'text') return;
      const document = editor.loaded(change.at.uri);
      if (document !== undefined) await waitForReload(document, change.after.bytes);
    });
  }
}

/** The permissions that an item or a step began with, by URI, where a new file would have others. */
export function permissionsBefore(change: ReviewItem | Step): Record<string, number> {
  const { folder, path } = change;
  const permissions = ('baseline' in change ? change.baseline : change.before)?.permissions;
  if (permissions === undefined) return {};
  return { [vscode.Uri.joinPath(vscode.Uri.parse(folder, true), path).toString()]: permissions };
}

function notStored(path: string, why: 'secret' | 'large'): Error {
  const message =
    why === 'secret'
      ? phrase('{0} is a secret by your rules, so Redline keeps no copy of it. Nothing was reverted.', path)
      : phrase('{0} is too large, so Redline keeps no copy of it. Nothing was reverted.', path);
  return failure('IO_ERROR', message, 'Tell the user.');
}

function notOpenable(path: string): Error {
  const message = phrase('The editor cannot open a file with the name {0}. Nothing was reverted.', path.toWellFormed());
  return failure('VALIDATION_ERROR', message, 'Tell the user.');
}

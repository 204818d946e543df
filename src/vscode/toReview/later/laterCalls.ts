// Computes review items from the calls in the history that are reviewed later, for changes that Watch does not see.

import * as vscode from 'vscode';
import type { FileContent } from '../../../core/change/change.ts';
import type { MergeFiles } from '../../../core/watch/fold.ts';
import type { ReviewItem, StoredFile } from '../../../core/watch/reviewItem.ts';
import type { JournalEntry } from '../../../core/journal/journalEntry.ts';
import { sourceUriOf, type StoredChange, type StoredFile as JournalFile } from '../../../core/journal/storedChange.ts';
import { addToGroup } from '../../../core/cache/maps.ts';
import { oneAtATime } from '../../../core/async/oneAtATime.ts';
import { merge3 } from '../../../core/diff/merge.ts';
import { sha256 } from '../../../core/text/bytes.ts';
import { replayCalls, type FileCall } from '../../../core/toReview/unreviewedCalls.ts';
import { failure } from '../../../core/wording/errors.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import { forEachConcurrently } from '../../../async/eventLoop.ts';
import { decodeFile, encodeText } from '../../files/codec.ts';
import type { History } from '../../history/callHistory.ts';
import { locateInFolder } from '../../files/paths/workspaceRoots.ts';
import { AcceptedBaselines, type Acceptance } from './acceptedBaselines.ts';
import { fileOf } from '../showRow.ts';

export interface LaterCallsDeps {
  readonly history: Pick<History, 'entries' | 'contentOf' | 'pin' | 'refresh' | 'onDidChange'>;
  /** Stores the accepted baselines. */
  readonly workspaceState: vscode.Memento;
}

type Call = FileCall<JournalEntry>;
type Merged = Pick<FileContent, 'bytes' | 'sha256'> | 'conflict';

interface FileVersions {
  readonly uri: string;
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
}

/** The review items of the history: each file's accepted baseline, its version after the last call, and the calls. */
export class LaterCalls {
  readonly #deps: LaterCallsDeps;
  readonly #acceptedBaselines: AcceptedBaselines;
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changeEmitter.event;
  /** Loaders of the contents of `#items`, by content id; during a refresh, of the new items, too. */
  readonly #loadersById = new Map<string, () => Promise<Uint8Array>>();
  /** Merged contents, by the file and the contents that they were merged from: of this refresh, and of the last one. */
  #merges = { now: new Map<string, Merged>(), earlier: new Map<string, Merged>() };
  #items: readonly ReviewItem[] = [];
  #pinnedItems: readonly ReviewItem[] = [];
  /** Unpins the calls of `#pinnedItems`. */
  #unpin: () => void = () => undefined;

  constructor(deps: LaterCallsDeps) {
    this.#deps = deps;
    this.#acceptedBaselines = new AcceptedBaselines(deps.workspaceState);
  }

  items(): readonly ReviewItem[] {
    return this.#items;
  }

  /** Reads the bytes of a side. Throws ToolError IO_ERROR if they are gone. */
  async contentOf({ id }: StoredFile): Promise<Uint8Array> {
    const load = this.#loadersById.get(id) ?? this.#acceptedBaselines.loaderOf(id);
    if (load === undefined) {
      throw failure('IO_ERROR', phrase('The history no longer has this version of the file.'), 'Tell the user.');
    }
    return load();
  }

  async accept(items: readonly ReviewItem[]): Promise<void> {
    await this.#saveAccepted(items.map((item) => ({ item, side: item.current })));
  }

  /** @throws ToolError TOO_LARGE, as `AcceptedBaselines.save` */
  async acceptPart(item: ReviewItem, baseline: Uint8Array): Promise<void> {
    // A partially accepted text leaves the mode unreviewed.
    const { mode = 'file' } = item.baseline ?? item.current ?? {};
    const side = { mode, size: baseline.length, id: await sha256(baseline) };
    await this.#saveAccepted([{ item, side, bytes: baseline }]);
  }

  async #saveAccepted(acceptances: readonly Omit<Acceptance, 'uri'>[]): Promise<void> {
    // `save` drops the baselines of calls that the history lacks. With an item, the history is loaded.
    if (acceptances.length === 0) return this.refresh();
    await this.#acceptedBaselines.save(
      acceptances.map((acceptance) => ({ uri: fileOf(acceptance.item).toString(), ...acceptance })),
      new Set(this.#deps.history.entries.map(({ id }) => id)),
    );
    await this.refresh();
  }

  /** Whether `contentOf` can read a side: its bytes belong to a call in the history, or to an accepted part. */
  has({ id }: StoredFile): boolean {
    return this.#loadersById.has(id) || this.#acceptedBaselines.loaderOf(id) !== undefined;
  }

  /** Exempts the calls of these items from the limits of the history, which has the only copy of their contents. */
  pin(items: readonly ReviewItem[]): void {
    if (items === this.#pinnedItems) return;
    this.#pinnedItems = items;
    const steps = items.flatMap((item) => item.steps);
    const ids = new Set(steps.flatMap(({ origin }) => ('entry' in origin ? origin.entry : [])));
    const { history } = this.#deps;
    this.#unpin();
    this.#unpin = history.pin(history.entries.filter(({ id }) => ids.has(id)));
  }

  readonly refresh = oneAtATime(() => this.#refresh());

  async #refresh(): Promise<void> {
    const entries = this.#deps.history.entries.filter(({ state }) => state === 'applied');
    if (!entries.some(({ later }) => later === true)) return this.#setItems([]);
    // Kept until the end: a merged side may be read until the replay of its calls has stored it again.
    const earlierLoaders = [...this.#loadersById];
    this.#merges = { now: new Map(), earlier: this.#merges.now };
    const items: ReviewItem[] = [];
    await forEachConcurrently(this.#callsByFile(entries), async ([uri, calls]) => {
      const item = await this.#replay(uri, calls);
      if (item !== undefined) items.push(item);
    });
    for (const [id, load] of earlierLoaders) if (this.#loadersById.get(id) === load) this.#loadersById.delete(id);
    this.#setItems(items.sort((a, b) => (a.path < b.path ? -1 : 1)));
  }

  /** The review item of a file after its calls; undefined if nothing is left to review, or its folder is not open. */
  async #replay(uri: string, calls: readonly Call[]): Promise<ReviewItem | undefined> {
    const file = locateInFolder(uri);
    if (file === undefined || !calls.some(({ isUnreviewed }) => isUnreviewed)) return undefined;
    const unreviewed = await replayCalls(calls, (...sides) => this.#merge(uri, sides));
    if (unreviewed === undefined) return undefined;
    const { baseline, current, calls: unreviewedCalls, mixed } = unreviewed;
    const steps = unreviewedCalls.map(({ call, before, after }) => ({
      id: `${call.id} ${uri}`,
      ...file,
      before,
      after,
      origin: { kind: 'later', entry: call.id } as const,
      time: Date.parse(call.time),
    }));
    return { ...file, baseline, current, steps, mixed };
  }

  #setItems(items: readonly ReviewItem[]): void {
    if (items.length === 0 && this.#items.length === 0) return;
    this.#items = items;
    this.#changeEmitter.fire();
  }

  /** The calls on each file, oldest first, by file URI. @param entries oldest first, since calls inherit modes */
  #callsByFile(entries: readonly JournalEntry[]): ReadonlyMap<string, readonly Call[]> {
    const callsByUri = new Map<string, Call[]>();
    const wasExecutable = (uri: string): boolean => callsByUri.get(uri)?.at(-1)?.after?.mode === 'executable';
    for (const entry of entries) {
      for (const change of entry.changes) {
        for (const { uri, before, after } of this.#registerVersions(entry, change, wasExecutable)) {
          const call = { call: entry, isUnreviewed: entry.later === true, before, after };
          const accepted = this.#acceptedBaselines.baselineAfter(uri, entry.id);
          addToGroup(callsByUri, uri, accepted === undefined ? call : { ...call, accepted });
        }
      }
    }
    return callsByUri;
  }

  /**
   * Registers loaders of the sides of a change, and returns the versions of each file that it touches: two files for a
   * move, none for a folder.
   * @param wasExecutable whether the calls so far left a file executable, by its URI
   */
  #registerVersions(
    entry: JournalEntry,
    change: StoredChange,
    wasExecutable: (uri: string) => boolean,
  ): readonly FileVersions[] {
    const source = sourceUriOf(change);
    const mode = 'mode' in change ? change.mode : undefined;
    // A call without a mode leaves the mode of the file as it is.
    const wasExecutableBefore = mode?.before ?? (source !== undefined && wasExecutable(source));
    const isExecutableAfter = mode?.after ?? wasExecutableBefore;
    const before = 'before' in change ? this.#registerSide(entry, change.before, wasExecutableBefore) : undefined;
    const after = 'after' in change ? this.#registerSide(entry, change.after, isExecutableAfter) : undefined;
    const at = change.at.uri;
    if (change.kind === 'move') {
      return [
        { uri: change.from.uri, before, after: undefined },
        { uri: at, before: undefined, after },
      ];
    }
    return before === undefined && after === undefined ? [] : [{ uri: at, before, after }];
  }

  /** Registers a loader of a content in the journal, and returns its side; undefined for a folder. */
  #registerSide(entry: JournalEntry, content: JournalContent, isExecutable: boolean): StoredFile | undefined {
    const mode = isExecutable ? 'executable' : 'file';
    switch (content.kind) {
      case 'text':
      case 'binary': {
        const load = async (): Promise<Uint8Array> => (await this.#deps.history.contentOf(entry, content)).bytes;
        this.#loadersById.set(content.sha256, load);
        // A placeholder: the journal does not have the size, and only that of withheld files is shown.
        return { mode, size: 1, id: content.sha256 };
      }
      case 'link': {
        const bytes = new TextEncoder().encode(content.target);
        this.#loadersById.set(`link ${content.target}`, async () => bytes);
        return { mode: 'link', size: bytes.length, id: `link ${content.target}` };
      }
      case 'large':
        return { mode, size: content.size, id: content.sha256, withheld: 'large' };
      case 'unread':
        return { mode, size: content.size, id: `unread ${content.size} ${content.modified ?? ''}`, withheld: 'large' };
      case 'directory':
        return undefined;
    }
  }

  /** Merges the texts of a file (see `MergeFiles`), or takes an earlier result, and registers a loader of it. */
  async #merge(uri: string, sides: Parameters<MergeFiles>): ReturnType<MergeFiles> {
    const key = [uri, ...sides.map(({ id }) => id)].join('\n');
    const merged = this.#merges.earlier.get(key) ?? (await this.#mergeTexts(uri, sides));
    if (merged !== undefined) this.#merges.now.set(key, merged);
    if (merged === undefined || merged === 'conflict') return undefined;
    const { bytes, sha256: id } = merged;
    this.#loadersById.set(id, async () => bytes);
    return { mode: sides[1].mode, size: bytes.length, id };
  }

  /** Merges texts; undefined if one cannot be read. */
  async #mergeTexts(uri: string, sides: Parameters<MergeFiles>): Promise<Merged | undefined> {
    const [base, ours, theirs] = await Promise.all(sides.map((side) => this.#textOf(uri, side)));
    if (base === undefined || ours === undefined || theirs === undefined) return undefined;
    const merged = merge3(base.text, ours.text, theirs.text);
    if (merged === undefined) return 'conflict';
    const { bytes, sha256: hash } = await encodeText(merged, theirs.encoding);
    return { bytes, sha256: hash };
  }

  /** Decodes a side; undefined if its bytes are gone or not text. */
  async #textOf(uri: string, side: StoredFile): Promise<{ text: string; encoding: string } | undefined> {
    const bytes = await this.contentOf(side).catch(() => undefined);
    if (bytes === undefined) return undefined;
    const { content } = await decodeFile(vscode.Uri.parse(uri, true), bytes);
    return content.kind === 'text' && content.lossy !== true ? content : undefined;
  }
}

type JournalContent = JournalFile | Extract<StoredChange, { readonly kind: 'move' }>['before'];

// Stores, in the workspace state, the baselines that the user moved by accepting calls that are reviewed later.

import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isSameFile, type ReviewItem, type StoredFile } from '../../../core/watch/reviewItem.ts';
import { failure } from '../../../core/wording/errors.ts';
import { phrase } from '../../../core/wording/phrase.ts';

// A stored name, as the fields below: they must not change.
const storageKey = 'toReview.kept';

const fileSchema = z.object({ mode: z.enum(['file', 'executable', 'link']), size: z.number(), id: z.string() });
const baselineSchema = z.object({
  /** Id of the history entry after which this is the baseline. */
  entry: z.string(),
  /** Absent if the baseline is that there is no file. */
  side: z.optional(fileSchema),
  /** In Base64; set only if the history does not have these bytes. */
  bytes: z.optional(z.string()),
});
const storedSchema = z.record(z.string(), baselineSchema);
type StoredBaseline = z.infer<typeof baselineSchema>;

/** Maximum size of a file of which parts can be accepted: its bytes go into the workspace state. */
const maxPartBytes = 1024 * 1024;

/** A file of which the user accepted all or a part. */
export interface Acceptance {
  readonly uri: string;
  /** The item as the user saw it. */
  readonly item: ReviewItem;
  /** The new baseline; undefined if the user accepted that the file is gone. */
  readonly side: StoredFile | undefined;
  /** Bytes of `side`; set only if part of a file was accepted. */
  readonly bytes?: Uint8Array;
}

/** Baselines that the user moved, one a file, in the workspace state. */
export class AcceptedBaselines {
  readonly #storage: vscode.Memento;
  #baselinesByUri: Readonly<Record<string, StoredBaseline>>;

  constructor(storage: vscode.Memento) {
    this.#storage = storage;
    const parsed = storedSchema.safeParse(storage.get<unknown>(storageKey, {}));
    this.#baselinesByUri = parsed.success ? parsed.data : {};
  }

  /** The baseline of a file after a call, if the user accepted the call or a part of it. */
  baselineAfter(uri: string, entry: string): { readonly side: StoredFile | undefined } | undefined {
    const baseline = this.#baselinesByUri[uri];
    return baseline?.entry === entry ? { side: baseline.side } : undefined;
  }

  /** Returns a loader of the bytes of an accepted part, by content id; undefined if they are not stored here. */
  loaderOf(id: string): (() => Promise<Uint8Array>) | undefined {
    const bytes = Object.values(this.#baselinesByUri).find(({ side }) => side?.id === id)?.bytes;
    return bytes === undefined ? undefined : async () => Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
  }

  /**
   * Moves the baselines of files after their last call in the history. Drops baselines after calls that the history no
   * longer has, so it must be loaded.
   * @throws ToolError TOO_LARGE for a part of a large file
   */
  async save(acceptances: readonly Acceptance[], history: { has(entry: string): boolean }): Promise<void> {
    const stored = Object.entries(this.#baselinesByUri);
    const baselines = Object.fromEntries(stored.filter(([, { entry }]) => history.has(entry)));
    for (const acceptance of acceptances) {
      const { steps } = acceptance.item;
      const lastEntryId = steps.flatMap(({ origin }) => (origin.kind === 'later' ? origin.entry : [])).at(-1);
      if (lastEntryId !== undefined) baselines[acceptance.uri] = toStoredBaseline(acceptance, lastEntryId);
    }
    this.#baselinesByUri = baselines;
    await this.#storage.update(storageKey, baselines);
  }
}

function toStoredBaseline({ item, side, bytes }: Acceptance, entry: string): StoredBaseline {
  if (bytes !== undefined && bytes.length > maxPartBytes) throw tooLargeError(item);
  // The history has the bytes of `current`, so only the bytes of another baseline are stored.
  const needsBytes = bytes !== undefined && !isSameFile(side, item.current);
  return {
    entry,
    ...(side === undefined ? {} : { side: { mode: side.mode, size: side.size, id: side.id } }),
    ...(needsBytes ? { bytes: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) } : {}),
  };
}

function tooLargeError({ path }: ReviewItem): Error {
  return failure('TOO_LARGE', phrase('{0} is too large to keep parts of it. Keep it as a whole.', path), '');
}

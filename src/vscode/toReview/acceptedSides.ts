// Persists the baselines that the user moved by accepting calls that are reviewed later.

import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isSameFile, type ReviewItem, type StoredFile } from '../../core/watch/reviewItem.ts';
import { failure } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';

const storageKey = 'toReview.kept';

const fileSchema = z.object({ mode: z.enum(['file', 'executable', 'link']), size: z.number(), id: z.string() });
const acceptedSchema = z.object({
  /** The history entry after which this is the baseline. */
  entry: z.string(),
  /** Absent if nothing was there. */
  side: z.optional(fileSchema),
  /** Base64; set if the history does not have these bytes. */
  bytes: z.optional(z.string()),
});
const storedSchema = z.record(z.string(), acceptedSchema);
type AcceptedVersion = z.infer<typeof acceptedSchema>;

/** Maximum size of a file of which parts can be accepted: its bytes go into the workspace state. */
const maxPartBytes = 1024 * 1024;

export interface Acceptance {
  readonly uri: string;
  readonly item: ReviewItem;
  readonly side: StoredFile | undefined;
  /** Bytes of `side`; set only if part of a file was accepted. */
  readonly bytes?: Uint8Array;
}

/** Baselines that the user moved, by file URI, in the workspace state. */
export class AcceptedSides {
  readonly #storage: vscode.Memento;
  #versionsByUri: Readonly<Record<string, AcceptedVersion>>;

  constructor(memory: vscode.Memento) {
    this.#storage = memory;
    const read = storedSchema.safeParse(memory.get<unknown>(storageKey, {}));
    this.#versionsByUri = read.success ? read.data : {};
  }

  /** The baseline of a file after a call, if the user accepted it or a part. */
  baselineAfter(uri: string, entry: string): { readonly side: StoredFile | undefined } | undefined {
    const accepted = this.#versionsByUri[uri];
    return accepted?.entry === entry ? { side: accepted.side } : undefined;
  }

  /** Loader of an accepted part's bytes, by content id. */
  loaderOf(id: string): (() => Promise<Uint8Array>) | undefined {
    const bytes = Object.values(this.#versionsByUri).find(({ side }) => side?.id === id)?.bytes;
    return bytes === undefined ? undefined : async () => Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
  }

  /**
   * Moves baselines, and drops those after calls that the history no longer has.
   * @throws ToolError TOO_LARGE for a part of a large file
   */
  async save(acceptances: readonly Acceptance[], history: { has(entry: string): boolean }): Promise<void> {
    const stored = Object.entries(this.#versionsByUri);
    const versions = Object.fromEntries(stored.filter(([, { entry }]) => history.has(entry)));
    for (const { uri, item, side, bytes } of acceptances) {
      const lastEntry = item.steps.flatMap(({ origin }) => (origin.kind === 'later' ? origin.entry : [])).at(-1);
      if (lastEntry === undefined) continue;
      if (bytes !== undefined && bytes.length > maxPartBytes) throw tooLargeError(item);
      // The history has the bytes of `current`, so only those of another baseline are stored.
      const needsBytes = bytes !== undefined && !isSameFile(side, item.current);
      const { mode, size, id } = side ?? {};
      versions[uri] = {
        entry: lastEntry,
        ...(mode === undefined || size === undefined || id === undefined ? {} : { side: { mode, size, id } }),
        ...(needsBytes ? { bytes: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) } : {}),
      };
    }
    this.#versionsByUri = versions;
    await this.#storage.update(storageKey, versions);
  }
}

function tooLargeError({ path }: ReviewItem): Error {
  return failure('TOO_LARGE', phrase('{0} is too large to keep parts of it. Keep it as a whole.', path), '');
}

// Stores the versions that the user accepted of calls that are reviewed later.

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
  /** Set for an accepted part of a file. */
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
    const kept = this.#versionsByUri[uri];
    return kept?.entry === entry ? { side: kept.side } : undefined;
  }

  /** Loader of an accepted part's bytes, by content id. */
  loaderOf(id: string): (() => Promise<Uint8Array>) | undefined {
    const bytes = Object.values(this.#versionsByUri).find(({ side }) => side?.id === id)?.bytes;
    return bytes === undefined ? undefined : async () => Uint8Array.from(atob(bytes), (unit) => unit.charCodeAt(0));
  }

  /**
   * Moves baselines, and drops those after calls that the history no longer has.
   * @throws ToolError TOO_LARGE for a part of a large file
   */
  async save(acceptances: readonly Acceptance[], history: { has(entry: string): boolean }): Promise<void> {
    const stored = Object.entries(this.#versionsByUri);
    const versions = Object.fromEntries(stored.filter(([, { entry }]) => history.has(entry)));
    for (const { uri, item, side, bytes } of acceptances) {
      const entry = item.steps.flatMap(({ origin }) => (origin.kind === 'later' ? origin.entry : [])).at(-1);
      if (entry === undefined) continue;
      if (bytes !== undefined && bytes.length > maxPartBytes) throw tooLargeError(item);
      const isPart = bytes !== undefined && !isSameFile(side, item.current);
      const { mode, size, id } = side ?? {};
      versions[uri] = {
        entry,
        ...(mode === undefined || size === undefined || id === undefined ? {} : { side: { mode, size, id } }),
        ...(isPart ? { bytes: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) } : {}),
      };
    }
    this.#versionsByUri = versions;
    await this.#storage.update(storageKey, versions);
  }
}

function tooLargeError({ path }: ReviewItem): Error {
  return failure('TOO_LARGE', phrase('{0} is too large to keep parts of it. Keep it as a whole.', path), '');
}

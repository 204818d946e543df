// Tracks approved changes that an agent writes by its own tools: pending, perhaps released, then ended and recorded.

import type { Change } from '../../../core/change/change.ts';
import type { HookCall } from '../../../core/dialects/dialect.ts';
import { collectRealUris, touchesAny } from '../../../tools/hooks/combineChanges.ts';
import type { HandedOver } from '../../apply/handOver.ts';
import type { HookedEdit } from './hookedEdit.ts';
import { delay } from '../../../async/eventLoop.ts';

/** Interval in milliseconds at which the files are polled. */
const pollIntervalMs = 50;

interface PendingWriteParts {
  readonly handedOver: HandedOver;
  readonly edits: readonly HookedEdit[];
  /** The approved changes, which these edits write together. */
  readonly changes: readonly Change[];
}

/**
 * The approved changes of one review while the agent writes them. `PendingWrites` decides when it ends. After a timeout,
 * `release` lets other calls change the files although the agent may still write them. `end` is final.
 */
export class PendingWrite {
  readonly startedAtMs = Date.now();
  readonly handedOver: HandedOver;
  readonly changes: readonly Change[];
  readonly #edits: readonly HookedEdit[];
  readonly #released = Promise.withResolvers<'ended' | 'late'>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #recorded = Promise.withResolvers<void>();
  /** Whether another call was refused because of it. Only one is. Set by `PendingWrites.takeUnwritten`. */
  hasRefused = false;
  /** Set by `release`: the files were released before the agent wrote them. */
  isLate = false;
  /** Set by `end`, which is final. */
  hasEnded = false;
  /** Whether all files were as approved at some check; they may have changed since. */
  wasWritten = false;

  constructor({ handedOver, edits, changes }: PendingWriteParts) {
    this.handedOver = handedOver;
    this.changes = changes;
    this.#edits = edits;
  }

  /** Resolves when other calls may change the files. `late`: the agent may still write them. */
  get released(): Promise<'ended' | 'late'> {
    return this.#released.promise;
  }

  /** Resolves when the agent's tools have ended, as far as is known. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Resolves when the history has recorded the result. */
  get recorded(): Promise<void> {
    return this.#recorded.promise;
  }

  /** The hooks of the agent's calls that write it. */
  get hooks(): readonly HookCall[] {
    return this.#edits.map(({ hooked }) => hooked.hook);
  }

  /** Whether no hook will report the end of the tools. */
  get endsSilently(): boolean {
    return this.#edits.every(({ hooked: { dialect, hook } }) => dialect.endsSilently(hook));
  }

  /** Finds the first of these changes that shares a file with this write. */
  findShared(changes: readonly Change[]): Change | undefined {
    const realUris = new Set(this.changes.flatMap(collectRealUris));
    return changes.find((change) => touchesAny(change, realUris));
  }

  /**
   * Marks the edit of an ended tool. A hook without an id ends the first edit by the same tool.
   * @returns whether all tools of this write have ended; undefined if the tool is not one of them
   */
  markEnded({ toolUseId, tool }: HookCall): boolean | undefined {
    const edit = this.#edits.find(
      ({ hooked: { hook }, hasToolEnded }) =>
        !hasToolEnded && hook.toolUseId === toolUseId && (toolUseId !== undefined || hook.tool === tool),
    );
    if (edit === undefined) return undefined;
    edit.hasToolEnded = true;
    return this.#edits.every(({ hasToolEnded }) => hasToolEnded);
  }

  /** Whether all files are as approved now; false if they cannot be read. Stores a success in `wasWritten`. */
  async checkWritten(): Promise<boolean> {
    const isWritten = await this.handedOver.areAllWritten().catch(() => false);
    this.wasWritten ||= isWritten;
    return isWritten;
  }

  /** Waits until all files are as approved, or the write has ended, and resolves with true; with false at the timeout. */
  async waitUntilWritten(timeoutMs: number): Promise<boolean> {
    const endMs = Date.now() + timeoutMs;
    while (!this.hasEnded) {
      if (await this.checkWritten()) return true;
      if (Date.now() >= endMs) return false;
      await delay(pollIntervalMs);
    }
    return true;
  }

  /**
   * Ends the write after the agent's tools, and releases the files to other calls. The review then compares the files and
   * calls `markRecorded`. Resolves when the history has recorded the result.
   */
  end(): Promise<void> {
    this.hasEnded = true;
    this.#released.resolve('ended');
    this.#ended.resolve();
    return this.recorded;
  }

  /** Releases the files to other calls, although the agent may still write them. */
  release(): void {
    if (this.hasEnded) return;
    this.isLate = true;
    this.#released.resolve('late');
  }

  /**
   * Marks the result as recorded. Must be called once the history has recorded it, or has failed to: `end` and
   * `recorded` wait for this.
   */
  markRecorded(): void {
    this.#recorded.resolve();
  }
}

// Moves the threads of a review to the current lines of their comments, while the user edits the proposal.

import { mapCommentedLines } from '../../core/comments/draft.ts';
import { runYielding } from '../../async/eventLoop.ts';
import { currentTextOf, removesLines, sidesInDocument, toDocumentLines, type CommentedSide } from './commentedFiles.ts';
import { linesOf, placeThread, type LineThread } from './threads.ts';

/** Debounce in milliseconds between the user's last edit and moving the threads. */
const typingDelayMs = 200;

/** Updates the lines and states of a review's threads. The last update that was started replaces all earlier ones. */
export class ThreadPlacement {
  readonly #sides: ReadonlyMap<string, CommentedSide>;
  readonly #threads: () => readonly LineThread[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the last update. One that is in progress ends at its next check once this is not its own number. */
  #lastUpdate = 0;
  #finished = Promise.resolve();

  /** @param threads returns the review's current threads */
  constructor(sides: ReadonlyMap<string, CommentedSide>, threads: () => readonly LineThread[]) {
    this.#sides = sides;
    this.#threads = threads;
  }

  /** Resolves once the last started update has ended. */
  get finished(): Promise<void> {
    return this.#finished;
  }

  /** Starts an update. */
  start(): void {
    this.#finished = this.#placeThreads();
  }

  /** Starts an update once the user pauses typing. */
  startDelayed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.start(), typingDelayMs);
  }

  /** Cancels a delayed update that has not started yet. */
  cancelDelayed(): void {
    clearTimeout(this.#timer);
  }

  /** Cancels a delayed update, and ends one in progress. */
  stop(): void {
    this.cancelDelayed();
    this.#lastUpdate++;
  }

  async #placeThreads(): Promise<void> {
    const update = ++this.#lastUpdate;
    const threads = this.#threads().flatMap(({ thread, commentedLines }) => {
      const shownSides = sidesInDocument(this.#sides, thread.uri);
      const fileSide = shownSides.find(({ side }) => side === commentedLines.side) ?? shownSides[0];
      return fileSide === undefined ? [] : [{ ...commentedLines, thread, fileSide }];
    });
    const fileSides = [...new Set(threads.map(({ fileSide }) => fileSide))];
    const texts = new Map(fileSides.map((fileSide) => [fileSide, currentTextOf(fileSide)]));
    const toPlace = threads.map((each) => ({ ...each, now: texts.get(each.fileSide) ?? each.fileSide.text }));
    const placed = await runYielding(mapCommentedLines(toPlace, () => update === this.#lastUpdate));
    for (const [index, { thread, fileSide, side }] of threads.entries()) {
      // Undefined if another update was started, or `stop` was called.
      const moved = placed?.[index];
      const isDiscarded = !this.#threads().some((each) => each.thread === thread);
      if (moved === undefined || isDiscarded) continue;
      if (fileSide.side !== side) {
        // This proposal lacks the commented side, so the thread stays on the other one.
        placeThread(thread, { lines: linesOf(thread.range), fate: 'gone' });
        continue;
      }
      const isUnaffected = side === 'before' && !removesLines(fileSide.change, moved.lines);
      placeThread(thread, toDocumentLines(fileSide, side, moved), isUnaffected);
    }
  }
}

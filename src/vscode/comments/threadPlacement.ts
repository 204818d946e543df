// Moves the threads of a review to the current lines of their comments, while the user edits the proposal.

import { mapCommentedLines, type CommentedLines } from '../../core/comments/draft.ts';
import type { MovedLines } from '../../core/comments/moveLines.ts';
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
  /** Number of the last update. An update in progress ends at its next check if its own number is not the last one. */
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

  start(): void {
    this.#finished = this.#placeThreads();
  }

  /** Starts an update once the user pauses typing. */
  startDelayed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.start(), typingDelayMs);
  }

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
    const shown = this.#threads().flatMap((lineThread) => this.#findSide(lineThread) ?? []);
    const moved = await runYielding(mapCommentedLines(withCurrentTexts(shown), () => update === this.#lastUpdate));
    for (const [index, shownThread] of shown.entries()) {
      // Undefined if another update was started, or `stop` was called.
      const movedLines = moved?.[index];
      const isDiscarded = !this.#threads().some(({ thread }) => thread === shownThread.thread);
      if (movedLines !== undefined && !isDiscarded) placeMoved(shownThread, movedLines);
    }
  }

  /** Adds the side that shows the thread; undefined if no document of the review does. */
  #findSide({ thread, commentedLines }: LineThread): ShownThread | undefined {
    const sides = sidesInDocument(this.#sides, thread.uri);
    const fileSide = sides.find(({ side }) => side === commentedLines.side) ?? sides[0];
    return fileSide && { ...commentedLines, thread, fileSide };
  }
}

/**
 * A thread with its commented lines, and the side that shows it: the commented side or, if that is missing, the other
 * one.
 */
interface ShownThread extends CommentedLines {
  readonly thread: LineThread['thread'];
  readonly fileSide: CommentedSide;
}

/** Adds the current text of each thread's side as `now`. Each text is read once: a side may have many threads. */
function withCurrentTexts(threads: readonly ShownThread[]): (ShownThread & { readonly now: string })[] {
  const texts = new Map<CommentedSide, string>();
  return threads.map((each) => {
    const now = texts.get(each.fileSide) ?? currentTextOf(each.fileSide);
    texts.set(each.fileSide, now);
    return { ...each, now };
  });
}

function placeMoved({ thread, fileSide, side }: ShownThread, moved: MovedLines): void {
  if (fileSide.side !== side) {
    // This proposal lacks the commented side, so the thread stays on the other side.
    placeThread(thread, { lines: linesOf(thread.range), fate: 'gone' });
    return;
  }
  const isUnaffected = side === 'before' && !removesLines(fileSide.change, moved.lines);
  placeThread(thread, toDocumentLines(fileSide, side, moved), isUnaffected);
}

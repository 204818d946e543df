// Manages the user's comments on lines of one review: shows them as threads, and returns them for the answer.

import * as vscode from 'vscode';
import type { CommentMemory } from '../../core/comments/commentMemory.ts';
import { toLineComments, type Draft, type SentText } from '../../core/comments/draft.ts';
import { exceededLimit, type LineComment } from '../../core/comments/lineComment.ts';
import { sessionKey } from '../../core/watch/agentSession.ts';
import { runYielding } from '../../async/eventLoop.ts';
import type { DiffPair } from '../review/diff/diffPair.ts';
import type { EditorTexts } from '../review/proposal/amendments.ts';
import type { PendingReview } from '../review/pendingReviews.ts';
import type { ReviewEnd, ReviewComments, SentComments } from '../review/reviewComments.ts';
import { withNotebookCells } from './commentCells.ts';
import { ThreadPlacement } from './threadPlacement.ts';
import {
  commentableRanges,
  commentedSides,
  fileUrisOf,
  findSideLines,
  commentedLinesOf,
  sentText,
  sidesInDocument,
  sidesOfFile,
  type CommentedSide,
} from './commentedFiles.ts';
import {
  editBoxController,
  offerUnsubmitted,
  notifyLimitExceeded,
  offerUnsent,
  unsubmittedTexts,
} from './unsentComments.ts';
import {
  commentsOf,
  draftsOf,
  linesOf,
  newController,
  redraw,
  ThreadComment,
  toRange,
  type LineThread,
} from './threads.ts';

/** The comments on one review, with their own controller, so that no comment reaches another review. */
export class CommentedReview implements ReviewComments, vscode.Disposable {
  readonly #review: PendingReview;
  readonly #memory: CommentMemory;
  readonly #sides: ReadonlyMap<string, CommentedSide>;
  readonly #controller: vscode.CommentController;
  readonly #sessionKey: string;
  readonly #subscription: vscode.Disposable;
  readonly #placement: ThreadPlacement;
  #threads: LineThread[] = [];
  #hasEnded = false;

  constructor(review: PendingReview, pairs: readonly DiffPair[], memory: CommentMemory) {
    this.#review = review;
    this.#memory = memory;
    this.#sessionKey = sessionKey({ session: '', ...review.call.caller });
    this.#sides = commentedSides(pairs, review.request.verdict.protectedLocations ?? []);
    this.#placement = new ThreadPlacement(this.#sides, () => this.#threads);
    // The manifest's menus apply to controllers with such ids: `redline-r`, since each id of a review begins with `r`.
    this.#controller = newController(`redline-${review.id}`, (document) => {
      const [fileSide] = sidesInDocument(this.#sides, document.uri);
      return fileSide === undefined || review.closedSignal.aborted ? undefined : commentableRanges(fileSide, document);
    });
    this.#subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && this.#sides.has(document.uri.toString())) this.#placement.startDelayed();
    });
    this.#restoreThreads();
    review.closedSignal.addEventListener('abort', () => this.#offerOpenBoxes(), { once: true });
    if (review.closedSignal.aborted) this.#offerOpenBoxes();
  }

  dispose(): void {
    this.#placement.stop();
    this.#subscription.dispose();
    this.#controller.dispose();
  }

  /** Whether a thread is on a document of this review; it may be a new one, without comments. */
  owns(thread: vscode.CommentThread): boolean {
    return sidesInDocument(this.#sides, thread.uri).length > 0;
  }

  /** Adds a draft to a thread, which may be new. Returns false if that is impossible; reports an exceeded limit. */
  add(thread: vscode.CommentThread, text: string): boolean {
    const words = text.trim();
    const found = findSideLines(sidesInDocument(this.#sides, thread.uri), linesOf(thread.range));
    if (words === '' || found === undefined || this.#review.closedSignal.aborted) return false;
    if (this.#notifyIfTooLong(words)) return false;
    if (!this.#threads.some((each) => each.thread === thread))
      this.#threads.push({ thread, commentedLines: commentedLinesOf(found.fileSide, found.lines) });
    thread.comments = [...thread.comments, new ThreadComment(thread, words)];
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    this.#update();
    return true;
  }

  /** Replaces the text of a draft. */
  save(comment: ThreadComment): void {
    const words = comment.body.trim();
    if (words === '') return this.remove(comment);
    if (this.#notifyIfTooLong(words, comment)) return;
    comment.savedWords = words;
    redraw(comment);
    this.#update();
  }

  remove(comment: ThreadComment): void {
    const { thread } = comment;
    thread.comments = thread.comments.filter((each) => each !== comment);
    if (thread.comments.length === 0) this.discard(thread);
    else this.#update();
  }

  /** Removes a thread with all its comments. Those sent before are forgotten, so that no later review shows them. */
  discard(thread: vscode.CommentThread): void {
    this.#memory.forgetSent(commentsOf(thread).flatMap((each) => each.sent ?? []));
    this.#threads = this.#threads.filter((each) => each.thread !== thread);
    thread.dispose();
    this.#update();
  }

  drafts(): Draft[] {
    return this.#threads.flatMap(draftsOf);
  }

  async takeForAnswer(reviewEnd: ReviewEnd, texts: EditorTexts): Promise<SentComments> {
    if (this.#hasEnded) return {};
    this.#hasEnded = true;
    const drafts = this.drafts();
    // Only threads whose lines are up to date show which comments are answered.
    await this.#placement.finished;
    this.dispose();
    if (reviewEnd === 'unanswered') {
      this.#memory.addUnsent(this.#sessionKey, drafts);
      void offerUnsent(this.#memory, drafts);
      return {};
    }
    this.#memory.forgetSent(this.#answeredDrafts());
    if (drafts.length === 0) return {};
    const comments = await this.#toLineComments(drafts, reviewEnd === 'approved' ? texts : undefined);
    this.#memory.addSent(this.#sessionKey, drafts);
    const withdrawComments = (): void => {
      this.#memory.forgetSent(drafts);
      this.#memory.addUnsent(this.#sessionKey, drafts);
      // No review may follow: the call may fail, or its next plan.
      void offerUnsent(this.#memory, drafts);
    };
    return { comments, withdrawComments };
  }

  /** @param approvedTexts the amended texts of an approval; undefined for a rejection */
  async #toLineComments(
    drafts: readonly Draft[],
    approvedTexts: EditorTexts | undefined,
  ): Promise<readonly LineComment[]> {
    const approved = approvedTexts && { texts: approvedTexts, excluded: this.#review.excluded() };
    const textOf = (draft: Draft): SentText | undefined => {
      const fileSide = sidesOfFile(this.#sides, draft.file).find(({ side }) => side === draft.side);
      return fileSide && sentText(fileSide, approved);
    };
    const comments = await runYielding(toLineComments(drafts, textOf));
    const texts = drafts.map((draft) => textOf(draft)?.text);
    return withNotebookCells(comments, texts);
  }

  /** Shows unsent comments of earlier proposals of these files, and sent ones that wait for an answer. */
  #restoreThreads(): void {
    const fileUris = fileUrisOf(this.#sides);
    for (const draft of this.#memory.takeUnsent(this.#sessionKey, fileUris)) this.#showDraft(draft, 'draft');
    for (const draft of this.#memory.sentOf(this.#sessionKey, fileUris)) this.#showDraft(draft, 'sent');
    if (this.#threads.length > 0) this.#update();
  }

  /** Shows a comment of an earlier review at its original lines; `#update` then moves it to the current ones. */
  #showDraft(draft: Draft, state: 'draft' | 'sent'): void {
    const sides = sidesOfFile(this.#sides, draft.file);
    const ownSide = sides.find(({ side }) => side === draft.side);
    // A file that the proposal creates or deletes lacks this side: the comment moves to the other one.
    const fileSide = ownSide ?? sides[0];
    if (fileSide === undefined) return;
    const lines = ownSide === undefined ? { start: 1, end: 1 } : draft.lines;
    const thread = this.#controller.createCommentThread(fileSide.documentUri, toRange(lines), []);
    thread.comments = [new ThreadComment(thread, draft.words, state === 'sent' ? draft : undefined)];
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    this.#threads.push({ thread, commentedLines: draft });
  }

  /** The comments sent before whose lines this proposal changes: `placeThread` has resolved their threads. */
  #answeredDrafts(): Draft[] {
    return this.#threads.flatMap(({ thread }) =>
      thread.state === vscode.CommentThreadState.Resolved ? commentsOf(thread).flatMap(({ sent }) => sent ?? []) : [],
    );
  }

  /** Whether a draft (in place of `replaced`), or all together, would be too long for an answer; tells the user. */
  #notifyIfTooLong(draft: string, replaced?: ThreadComment): boolean {
    const others = this.#threads
      .flatMap(({ thread }) => commentsOf(thread))
      .filter((each) => each !== replaced && each.sent === undefined)
      .map((each) => ({ words: each.savedWords }));
    const exceeded = exceededLimit(others, draft);
    if (exceeded === undefined) return false;
    notifyLimitExceeded(exceeded);
    return true;
  }

  /** Updates the threads' lines, and the number of drafts that the review shows. */
  #update(): void {
    this.#placement.start();
    this.#review.setCommentCount(this.drafts().length);
  }

  /** Offers the texts of open comment boxes once the review is answered. */
  #offerOpenBoxes(): void {
    this.#placement.cancelDelayed();
    const isEditing = this.#threads.some(({ thread }) =>
      commentsOf(thread).some(({ mode }) => mode === vscode.CommentMode.Editing),
    );
    void offerUnsubmitted([
      ...unsubmittedTexts(this.#controller.id),
      ...(isEditing ? unsubmittedTexts(editBoxController) : []),
    ]);
  }
}

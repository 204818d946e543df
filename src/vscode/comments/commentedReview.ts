// Manages the comments on the lines of one review.

import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import type { CommentMemory } from '../../core/comments/commentMemory.ts';
import { placeAll, toLineComments, type Draft } from '../../core/comments/draft.ts';
import { maxAllWords, maxWords, whyTooMuch } from '../../core/comments/lineComment.ts';
import { locationsOf } from '../../core/change/summary.ts';
import { runYielding } from '../../async/eventLoop.ts';
import type { DiffPair } from '../review/diff/openDiff.ts';
import type { ShownTexts } from '../review/diff/amendments.ts';
import type { PendingReview } from '../review/pendingReviews.ts';
import type { CommentedAnswer, ReviewComments, SaidComments } from '../review/reviewComments.ts';
import { commentableRanges, commentedSides, linesOnSide, textNow, type CommentedSide } from './commentedFiles.ts';
import { offerUnadded, tellUnsent, unaddedWords } from './openBoxes.ts';
import { commentsOf, draftsOf, linesOf, placeThread, ThreadComment, toRange, type LineThread } from './threads.ts';

/** Debounce in milliseconds between the user's last edit and moving the threads. */
const typingPause = 200;

/** Prefix of the controllers' ids, used by the manifest's menus. */
const controllerPrefix = 'redline-';

/** The comments on one review, with their own controller, so that no comment reaches another review. */
export class CommentedReview implements ReviewComments, vscode.Disposable {
  readonly #review: PendingReview;
  readonly #memory: CommentMemory;
  readonly #sides: ReadonlyMap<string, CommentedSide>;
  readonly #controller: vscode.CommentController;
  readonly #caller: string;
  readonly #subscription: vscode.Disposable;
  #threads: LineThread[] = [];
  #hasEnded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the last run of `#placeAll`, which cancels earlier ones. */
  #placing = 0;

  constructor(review: PendingReview, pairs: readonly DiffPair[], memory: CommentMemory) {
    this.#review = review;
    this.#memory = memory;
    const { caller } = review.call;
    this.#caller = JSON.stringify([caller.agent, caller.session]);
    this.#sides = commentedSides(pairs, (change) => isGuarded(review, change));
    this.#controller = vscode.comments.createCommentController(`${controllerPrefix}${review.id}`, 'Redline');
    this.#controller.options = {
      prompt: vscode.l10n.t('Comment for the agent'),
      placeHolder: vscode.l10n.t('What should be different here?'),
    };
    this.#controller.commentingRangeProvider = {
      provideCommentingRanges: (document) => {
        const on = this.#sides.get(document.uri.toString());
        return on === undefined || review.closed.aborted ? undefined : commentableRanges(on, document);
      },
    };
    this.#subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && this.#sides.has(document.uri.toString())) this.#placeLater();
    });
    this.#recall();
    review.closed.addEventListener('abort', () => this.#withdraw(), { once: true });
    if (review.closed.aborted) this.#withdraw();
  }

  get id(): string {
    return this.#review.id;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#placing++;
    this.#subscription.dispose();
    this.#controller.dispose();
  }

  owns(thread: vscode.CommentThread): boolean {
    return this.#sides.has(thread.uri.toString());
  }

  /** Adds a draft to a thread, new or not; if that is impossible, tells the user why. */
  add(thread: vscode.CommentThread, given: string): boolean {
    const words = given.trim();
    const on = this.#sides.get(thread.uri.toString());
    if (words === '' || on === undefined || this.#review.closed.aborted) return false;
    if (this.#isTooMuch(words)) return false;
    if (!this.#threads.some((each) => each.thread === thread))
      this.#threads.push({ thread, at: linesOnSide(on, linesOf(thread.range)) });
    thread.comments = [...thread.comments, new ThreadComment(thread, words)];
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    this.#changed();
    return true;
  }

  /** Replaces the text of a draft. */
  save(comment: ThreadComment): void {
    const words = comment.body.trim();
    if (words === '') return this.remove(comment);
    if (this.#isTooMuch(words, comment)) return;
    comment.savedWords = words;
    show(comment);
    this.#changed();
  }

  remove(comment: ThreadComment): void {
    const { thread } = comment;
    thread.comments = thread.comments.filter((each) => each !== comment);
    if (thread.comments.length === 0) this.discard(thread);
    else this.#changed();
  }

  /** Discards a whole thread. */
  discard(thread: vscode.CommentThread): void {
    const sent = commentsOf(thread).flatMap((each) => each.sent ?? []);
    this.#memory.forgetSent(sent);
    this.#threads = this.#threads.filter((each) => each.thread !== thread);
    thread.dispose();
    this.#changed();
  }

  async end(answer: CommentedAnswer, texts: ShownTexts): Promise<SaidComments> {
    if (this.#hasEnded) return {};
    this.#hasEnded = true;
    const drafts = this.drafts();
    this.dispose();
    if (answer === 'unanswered') {
      this.#memory.keepUnsent(this.#caller, drafts);
      void tellUnsent(this.#memory, drafts);
      return {};
    }
    this.#memory.forgetSent(this.#answered());
    if (drafts.length === 0) return {};
    const textOf = (draft: Draft): string | undefined => {
      const on = [...this.#sides.values()].find(
        ({ change, side }) => change.at.real === draft.file && side === draft.side,
      );
      if (on === undefined) return undefined;
      return answer === 'approved' && on.side === 'after' ? (texts.get(on.change)?.text ?? on.text) : on.text;
    };
    const comments = await runYielding(toLineComments(drafts, textOf));
    this.#memory.keepSent(this.#caller, drafts);
    const takeBackComments = (): void => {
      this.#memory.forgetSent(drafts);
      this.#memory.keepUnsent(this.#caller, drafts);
    };
    return { comments, takeBackComments };
  }

  /** Shows unsent comments of earlier proposals of these files, and sent ones that wait for an answer. */
  #recall(): void {
    const files = new Set([...this.#sides.values()].map(({ change }) => change.at.real));
    for (const draft of this.#memory.takeUnsent(this.#caller, files)) this.#show(draft);
    for (const draft of this.#memory.sentOf(this.#caller, files)) this.#show(draft, draft);
    if (this.#threads.length > 0) this.#changed();
  }

  /** Shows a comment at its original lines; `#placeAll` moves it. @param sent set for a comment that was sent before */
  #show(draft: Draft, sent?: Draft): void {
    const all = [...this.#sides.values()].filter(({ change }) => change.at.real === draft.file);
    const on = all.find(({ side }) => side === draft.side);
    // A file that the proposal creates or deletes lacks this side: the comment moves to the other one.
    const shownOn = on ?? all[0];
    if (shownOn === undefined) return;
    const lines = on === undefined ? { start: 1, end: 1 } : draft.lines;
    const thread = this.#controller.createCommentThread(shownOn.uri, toRange(lines), []);
    thread.comments = [new ThreadComment(thread, draft.words, sent)];
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    this.#threads.push({ thread, at: draft });
  }

  drafts(): Draft[] {
    return this.#threads.flatMap(draftsOf);
  }

  /** The comments sent before whose lines this proposal changes. */
  #answered(): Draft[] {
    return this.#threads.flatMap(({ thread }) =>
      thread.state === vscode.CommentThreadState.Resolved ? commentsOf(thread).flatMap(({ sent }) => sent ?? []) : [],
    );
  }

  #isTooMuch(words: string, instead?: ThreadComment): boolean {
    const others = this.#threads
      .flatMap(({ thread }) => commentsOf(thread))
      .filter((each) => each !== instead && each.sent === undefined)
      .map((each) => ({ words: each.savedWords }));
    const why = whyTooMuch(others, words);
    if (why === undefined) return false;
    const text =
      why === 'one'
        ? vscode.l10n.t('Redline: a comment has at most {0} characters. Nothing was added.', maxWords)
        : vscode.l10n.t(
            'Redline: there are too many comments for one answer, which has {0} characters of them at most. Answer first.',
            maxAllWords,
          );
    void vscode.window.showWarningMessage(text);
    return true;
  }

  /** Notifies all surfaces of the number of drafts. */
  #changed(): void {
    void this.#placeAll();
    this.#review.countComments(this.drafts().length);
  }

  #placeLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#placeAll(), typingPause);
  }

  async #placeAll(): Promise<void> {
    const placing = ++this.#placing;
    const all = this.#threads.flatMap(({ thread, at }) => {
      const on = this.#sides.get(thread.uri.toString());
      return on === undefined ? [] : [{ ...at, thread, on }];
    });
    const texts = new Map([...new Set(all.map(({ on }) => on))].map((on) => [on, textNow(on)]));
    const now = all.map((each) => ({ ...each, now: texts.get(each.on) ?? each.on.text }));
    const moved = await runYielding(placeAll(now, () => placing === this.#placing));
    for (const [index, { thread, on, side }] of all.entries()) {
      const place = moved?.[index];
      if (place === undefined || !this.#threads.some((each) => each.thread === thread)) continue;
      placeThread(thread, on.side === side ? place : { lines: linesOf(thread.range), fate: 'gone' });
    }
  }

  /** Removes the threads once the review is answered. */
  #withdraw(): void {
    clearTimeout(this.#timer);
    const isEditing = this.#threads.some(({ thread }) =>
      commentsOf(thread).some(({ mode }) => mode === vscode.CommentMode.Editing),
    );
    void offerUnadded([...unaddedWords(this.#controller.id), ...(isEditing ? unaddedWords('') : [])]);
  }
}

/** Updates a comment on screen; VS Code detects only a new list. */
export function show(comment: ThreadComment, mode = vscode.CommentMode.Preview): void {
  comment.mode = mode;
  comment.body = comment.savedWords;
  comment.thread.comments = [...comment.thread.comments];
}

/** Whether a file may contain text that the agent was not shown: it is protected, or outside the workspace. */
function isGuarded({ request }: PendingReview, change: Change): boolean {
  const guarded = request.verdict.guarded ?? [];
  return locationsOf(change).some((at) => guarded.includes(at) || /^(?:[\\/~]|[a-z]:|[a-z][\w+.-]+:)/i.test(at.path));
}

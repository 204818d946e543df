// Shows comments in a review, and on unreviewed changes (To Review), as threads of VS Code's Comments API.

import * as vscode from 'vscode';
import type { LineRange } from '../../core/diff/lineBlocks.ts';
import type { CommentedLines, Draft } from '../../core/comments/draft.ts';
import type { MovedLines } from '../../core/comments/moveLines.ts';

/** A user's comment in a thread. */
export class ThreadComment implements vscode.Comment {
  body: string;
  mode = vscode.CommentMode.Preview;
  readonly author: vscode.CommentAuthorInformation = { name: vscode.l10n.t('You') };
  /** The `comment` of the manifest's menus. A queued comment counts as sent: neither can be edited. */
  readonly contextValue: 'draft' | 'sent';
  readonly label: string;
  readonly thread: vscode.CommentThread;
  /** Set for a comment sent with an earlier answer; not for a queued one, which is still to be sent. */
  readonly sent: Draft | undefined;
  /** Text of the comment as last saved. VS Code writes an edit in progress into `body`. */
  savedWords: string;

  /** @param sent the sent draft, or `queued` for text that waits for the agent and can no longer be edited */
  constructor(thread: vscode.CommentThread, words: string, sent?: Draft | 'queued') {
    this.thread = thread;
    this.body = words;
    this.savedWords = words;
    this.sent = sent === 'queued' ? undefined : sent;
    this.contextValue = sent === undefined ? 'draft' : 'sent';
    this.label = commentLabel(sent);
  }
}

function commentLabel(sent: Draft | 'queued' | undefined): string {
  if (sent === undefined) return vscode.l10n.t('Draft');
  return sent === 'queued' ? vscode.l10n.t('For the agent') : vscode.l10n.t('Sent before');
}

/** Creates a controller whose comments go to the agent. @param rangesOf the commentable lines of a document, if any */
export function newController(
  id: string,
  rangesOf: (document: vscode.TextDocument) => vscode.Range[] | undefined,
): vscode.CommentController {
  const controller = vscode.comments.createCommentController(id, 'Redline');
  controller.options = {
    prompt: vscode.l10n.t('Comment for the agent'),
    placeHolder: vscode.l10n.t('What should be different here?'),
  };
  controller.commentingRangeProvider = { provideCommentingRanges: rangesOf };
  return controller;
}

/** A thread, and its lines as they were when it was created. */
export interface LineThread {
  readonly thread: vscode.CommentThread;
  readonly commentedLines: CommentedLines;
}

/** A thread's comments as `ThreadComment`; the API types them only as `Comment`. */
export function commentsOf({ comments }: vscode.CommentThread): ThreadComment[] {
  return comments.filter((each) => each instanceof ThreadComment);
}

/** The drafts of a review's thread. Must not be called for To Review: queued comments would count as drafts here. */
export function draftsOf({ thread, commentedLines }: LineThread): Draft[] {
  return commentsOf(thread).flatMap(({ sent, savedWords }) =>
    sent === undefined ? [{ ...commentedLines, words: savedWords }] : [],
  );
}

/** Shows the saved text of a comment. VS Code redraws a thread only if its list of comments is replaced. */
export function redraw(comment: ThreadComment, mode = vscode.CommentMode.Preview): void {
  comment.mode = mode;
  comment.body = comment.savedWords;
  comment.thread.comments = [...comment.thread.comments];
}

/**
 * Moves a thread to the current lines of its comments, shows their status in its label, and resolves it if the proposal
 * answers all its comments, i.e. they were sent before, and their lines have changed since.
 * @param isUnaffected whether they are lines of the old text that the change neither removes nor replaces
 */
export function placeThread(thread: vscode.CommentThread, { lines, fate }: MovedLines, isUnaffected = false): void {
  const currentLines = linesOf(thread.range);
  // VS Code redraws a thread whenever its range is set, and the range of a new one has columns.
  if (currentLines.start !== lines.start || currentLines.end !== lines.end) thread.range = toRange(lines);
  const label = threadLabel(commentsOf(thread), fate, isUnaffected);
  if (thread.label !== label) thread.label = label;
  const isAnswered = (isUnaffected || fate !== 'same') && commentsOf(thread).every(({ sent }) => sent !== undefined);
  const state = isAnswered ? vscode.CommentThreadState.Resolved : vscode.CommentThreadState.Unresolved;
  if ((thread.state ?? vscode.CommentThreadState.Unresolved) !== state) thread.state = state;
}

function threadLabel(comments: readonly ThreadComment[], fate: MovedLines['fate'], isUnaffected: boolean): string {
  const hasDraft = comments.some(({ sent }) => sent === undefined);
  if (!hasDraft) {
    if (isUnaffected) return vscode.l10n.t('Answered here: the proposal no longer removes these lines');
    return fate === 'same'
      ? vscode.l10n.t('Sent before: these lines are as they were')
      : vscode.l10n.t('Answered here: the lines changed since you commented');
  }
  switch (fate) {
    case 'same':
      return vscode.l10n.t('The agent gets this with your answer');
    case 'changed':
      return vscode.l10n.t('The agent gets this with your answer; these lines changed since you commented');
    case 'gone':
      return vscode.l10n.t('The agent gets this with your answer; the line that you commented on is gone');
  }
}

/** The range of lines, which are 1-based. */
export function toRange({ start, end }: LineRange): vscode.Range {
  return new vscode.Range(start - 1, 0, end - 1, 0);
}

/** Lines of a thread, 1-based; of a thread on a whole file, the first one. */
export function linesOf(range: vscode.Range | undefined): LineRange {
  return { start: (range?.start.line ?? 0) + 1, end: (range?.end.line ?? 0) + 1 };
}

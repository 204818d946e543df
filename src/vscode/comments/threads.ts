// Shows comments as threads of VS Code's Comments API.

import * as vscode from 'vscode';
import type { LineRange } from '../../core/diff/diff.ts';
import type { CommentedLines, Draft } from '../../core/comments/draft.ts';
import type { MovedLines } from '../../core/comments/moveLines.ts';

/** A user's comment in a thread. `savedWords` is its text before the edit in progress. */
export class ThreadComment implements vscode.Comment {
  body: string;
  mode = vscode.CommentMode.Preview;
  readonly author: vscode.CommentAuthorInformation = { name: vscode.l10n.t('You') };
  readonly contextValue: 'draft' | 'sent';
  readonly label: string;
  readonly thread: vscode.CommentThread;
  /** Set for a comment sent with an earlier answer; not for one that waits for the agent, as its words are still to be sent. */
  readonly sent: Draft | undefined;
  savedWords: string;

  /** @param sent the sent draft, or `kept` for text that waits for the agent and can no longer be edited */
  constructor(thread: vscode.CommentThread, words: string, sent?: Draft | 'kept') {
    this.thread = thread;
    this.body = words;
    this.savedWords = words;
    this.sent = sent === 'kept' ? undefined : sent;
    this.contextValue = sent === undefined ? 'draft' : 'sent';
    this.label =
      sent === undefined
        ? vscode.l10n.t('Draft')
        : sent === 'kept'
          ? vscode.l10n.t('For the agent')
          : vscode.l10n.t('Sent before');
  }
}

/** A controller whose comments go to the agent. @param rangesOf the lines of a document that can be commented on */
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

/** A thread, and the lines that it is on as they were when it was begun. */
export interface LineThread {
  readonly thread: vscode.CommentThread;
  readonly at: CommentedLines;
}

/** A thread's comments as `ThreadComment`; the API types them only as `Comment`. */
export function commentsOf({ comments }: vscode.CommentThread): ThreadComment[] {
  return comments.filter((each) => each instanceof ThreadComment);
}

/** The drafts of a thread. */
export function draftsOf({ thread, at }: LineThread): Draft[] {
  return commentsOf(thread).flatMap(({ sent, savedWords }) =>
    sent === undefined ? [{ ...at, words: savedWords }] : [],
  );
}

/** Shows a comment as it is now; VS Code notices only another list. */
export function show(comment: ThreadComment, mode = vscode.CommentMode.Preview): void {
  comment.mode = mode;
  comment.body = comment.savedWords;
  comment.thread.comments = [...comment.thread.comments];
}

/**
 * Moves a thread to where its lines are, and says what became of them.
 * @param isKept whether they are lines before the change that it neither removes nor replaces
 */
export function placeThread(thread: vscode.CommentThread, { lines, fate }: MovedLines, isKept = false): void {
  const shown = linesOf(thread.range);
  // VS Code redraws a thread whenever its range is set, and the range of a new one has columns.
  if (shown.start !== lines.start || shown.end !== lines.end) thread.range = toRange(lines);
  const label = labelOf(commentsOf(thread), fate, isKept);
  if (thread.label !== label) thread.label = label;
  const isAnswered = (isKept || fate !== 'same') && commentsOf(thread).every(({ sent }) => sent !== undefined);
  const state = isAnswered ? vscode.CommentThreadState.Resolved : vscode.CommentThreadState.Unresolved;
  if ((thread.state ?? vscode.CommentThreadState.Unresolved) !== state) thread.state = state;
}

function labelOf(comments: readonly ThreadComment[], fate: MovedLines['fate'], isKept: boolean): string {
  const hasDraft = comments.some(({ sent }) => sent === undefined);
  if (!hasDraft) {
    if (isKept) return vscode.l10n.t('Answered here: the proposal no longer removes these lines');
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

export function toRange({ start, end }: LineRange): vscode.Range {
  return new vscode.Range(start - 1, 0, end - 1, 0);
}

/** Lines of a thread, 1-based; of a thread on a whole file, the first one. */
export function linesOf(range: vscode.Range | undefined): LineRange {
  return { start: (range?.start.line ?? 0) + 1, end: (range?.end.line ?? 0) + 1 };
}

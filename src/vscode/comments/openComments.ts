// Opens the comments of each review, and registers the commands of their threads. Loaded with the first review.

import * as vscode from 'vscode';
import { CommentMemory } from '../../core/comments/commentMemory.ts';
import { registerCommands } from '../shared/contributions/commands.ts';
import type { OpenComments, ReviewComments, SentComments } from '../review/reviewComments.ts';
import { CommentedReview } from './commentedReview.ts';
import type { DraftStore } from './unsentComments.ts';
import { redraw, ThreadComment } from './threads.ts';

/**
 * Manages the comments of all reviews of this window: `open` starts those of one review.
 * @param store saves unsent comments, in case the window is reloaded
 */
export function startComments(store: Pick<DraftStore, 'set'>): { readonly open: OpenComments; dispose(): void } {
  const memory = new CommentMemory();
  const reviews = new Set<CommentedReview>();
  const saveDrafts = (): void => store.set([...memory.unsent, ...[...reviews].flatMap((each) => each.drafts())]);
  const commands = registerThreadCommands((thread) => [...reviews].find((each) => each.owns(thread)));
  const open: OpenComments = async (review, pairs) => {
    let commentedReview: CommentedReview | undefined;
    // A review's comments are created only once one of its files is open. Their URIs have its id as authority.
    const createFor = ({ uri }: vscode.TextDocument): void => {
      if (commentedReview !== undefined || uri.authority !== review.id) return;
      commentedReview = new CommentedReview(review, pairs, memory);
      reviews.add(commentedReview);
      saveDrafts();
    };
    const subscription = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument(createFor),
      review.onDidChangeCurrent(saveDrafts),
    );
    for (const document of vscode.workspace.textDocuments) createFor(document);
    const takeForAnswer: ReviewComments['takeForAnswer'] = async (reviewEnd, texts) => {
      subscription.dispose();
      if (commentedReview === undefined) return {};
      reviews.delete(commentedReview);
      const sent = await commentedReview.takeForAnswer(reviewEnd, texts);
      saveDrafts();
      return withSaving(sent, saveDrafts);
    };
    return { takeForAnswer };
  };
  return { open, dispose: () => vscode.Disposable.from(commands, ...reviews).dispose() };
}

/** The sent comments, with a withdrawal that also saves them as drafts again. */
function withSaving(sent: SentComments, saveDrafts: () => void): SentComments {
  const { withdrawComments } = sent;
  if (withdrawComments === undefined) return sent;
  return {
    ...sent,
    withdrawComments: () => {
      withdrawComments();
      saveDrafts();
    },
  };
}

type FindReview = (thread: vscode.CommentThread) => CommentedReview | undefined;

/**
 * Registers the commands of threads and of the comments in them.
 * @param findReview returns the review of a thread; undefined once it was answered
 */
function registerThreadCommands(findReview: FindReview): vscode.Disposable {
  /** Returns the focus to the diff, since VS Code hides the focused box or comment. */
  const returnFocus = (): Thenable<unknown> =>
    vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  const onComment = (run: (comment: ThreadComment, review: CommentedReview) => void) => (comment: unknown) => {
    if (!(comment instanceof ThreadComment)) return;
    const review = findReview(comment.thread);
    if (review !== undefined) run(comment, review);
  };
  return registerCommands({
    'redline.comments.add': async ({ thread, text }: vscode.CommentReply) => {
      const isRefused = findReview(thread)?.add(thread, text) === false;
      // A refused text stays in its box, with the focus.
      if (!isRefused) await returnFocus();
    },
    'redline.comments.discard': async (thread: vscode.CommentThread) => {
      findReview(thread)?.discard(thread);
      await returnFocus();
    },
    'redline.comments.edit': onComment((comment) => redraw(comment, vscode.CommentMode.Editing)),
    'redline.comments.cancel': onComment((comment) => {
      redraw(comment);
      void returnFocus();
    }),
    'redline.comments.save': onComment((comment, review) => {
      review.save(comment);
      void returnFocus();
    }),
    'redline.comments.remove': onComment((comment, review) => {
      review.remove(comment);
      void returnFocus();
    }),
  });
}

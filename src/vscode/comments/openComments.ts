// Opens the comments of each review, and registers the commands of their threads. Loaded with the first review.

import * as vscode from 'vscode';
import { CommentMemory } from '../../core/comments/commentMemory.ts';
import { registerCommands } from '../shared/commands.ts';
import type { OpenComments } from '../review/reviewComments.ts';
import { CommentedReview } from './commentedReview.ts';
import type { DraftStore } from './draftStore.ts';
import { redraw, ThreadComment } from './threads.ts';

/** Manages the comments of all reviews of this window. @param store saves unsent comments, in case the window is reloaded */
export function startComments(store: Pick<DraftStore, 'set'>): { readonly open: OpenComments; dispose(): void } {
  const memory = new CommentMemory();
  const reviews = new Set<CommentedReview>();
  const saveDrafts = (): void => store.set([...memory.unsent, ...[...reviews].flatMap((each) => each.drafts())]);
  const commands = registerThreadCommands((thread) => [...reviews].find((each) => each.owns(thread)));
  return {
    async open(review, pairs) {
      let commented: CommentedReview | undefined;
      const start = ({ uri }: vscode.TextDocument): void => {
        if (commented !== undefined || uri.authority !== review.id) return;
        commented = new CommentedReview(review, pairs, memory);
        reviews.add(commented);
        saveDrafts();
      };
      // The comments of a waiting review are created when one of its files is opened.
      const waiting = vscode.Disposable.from(
        vscode.workspace.onDidOpenTextDocument(start),
        review.onDidChangeCurrent(saveDrafts),
      );
      for (const document of vscode.workspace.textDocuments) start(document);
      return {
        end: async (...ended) => {
          waiting.dispose();
          if (commented === undefined) return {};
          reviews.delete(commented);
          const sent = await commented.end(...ended);
          saveDrafts();
          const withdrawComments = (): void => {
            sent.withdrawComments?.();
            saveDrafts();
          };
          return sent.withdrawComments === undefined ? sent : { ...sent, withdrawComments };
        },
      };
    },
    dispose: () => vscode.Disposable.from(commands, ...reviews).dispose(),
  };
}

type FindReview = (thread: vscode.CommentThread) => CommentedReview | undefined;

/** Registers the commands of threads and comments, and of the key that starts a comment. */
function registerThreadCommands(find: FindReview): vscode.Disposable {
  /** Returns the focus to the diff once something is done: VS Code hides the box or comment that has it. */
  const returnFocus = async (done: unknown): Promise<void> => {
    if (done !== false) await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  };
  const onComment = (run: (comment: ThreadComment, review: CommentedReview) => void) => (comment: unknown) => {
    const review = comment instanceof ThreadComment ? find(comment.thread) : undefined;
    if (comment instanceof ThreadComment && review !== undefined) run(comment, review);
  };
  return registerCommands({
    'redline.comments.add': ({ thread, text }: vscode.CommentReply) => returnFocus(find(thread)?.add(thread, text)),
    'redline.comments.discard': (thread: vscode.CommentThread) => returnFocus(find(thread)?.discard(thread)),
    'redline.comments.edit': onComment((comment) => redraw(comment, vscode.CommentMode.Editing)),
    'redline.comments.cancel': onComment((comment) => void returnFocus(redraw(comment))),
    'redline.comments.save': onComment((comment, review) => void returnFocus(review.save(comment))),
    'redline.comments.remove': onComment((comment, review) => void returnFocus(review.remove(comment))),
  });
}

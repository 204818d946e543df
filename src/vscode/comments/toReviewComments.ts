// Supports comments on lines of unreviewed changes, in their diffs and wherever their files are open.

import * as vscode from 'vscode';
import { commentText } from '../../core/comments/commentsText.ts';
import { maxWords, whyTooMuch } from '../../core/comments/lineComment.ts';
import { editorLinesOf } from '../../core/comments/moveLines.ts';
import { offerUnadded, unaddedWords } from './openBoxes.ts';
import { linesOf, ThreadComment } from './threads.ts';

/** The controller's id in the manifest's menus. */
const controllerId = 'redline-toReview';

/** A text on one side of an unreviewed change. */
export interface CommentedFile {
  readonly uri: vscode.Uri;
  /** Display path. */
  readonly path: string;
  readonly side: 'before' | 'after';
}

/**
 * Lets the user comment on the lines of files.
 * @param fileOf returns the file that a document shows; undefined if it is not unreviewed
 * @param say stores the text for the agent that changed the file, which gets it with its next answer or at the end of
 * its turn; returns false if too much is pending
 */
export function commentOnToReview(
  fileOf: (document: vscode.Uri) => CommentedFile | undefined,
  say: (uri: string, path: string, words: string) => boolean,
): vscode.Disposable {
  const controller = vscode.comments.createCommentController(controllerId, 'Redline');
  controller.options = {
    prompt: vscode.l10n.t('Comment for the agent'),
    placeHolder: vscode.l10n.t('What should be different here?'),
  };
  controller.commentingRangeProvider = {
    provideCommentingRanges: ({ uri, lineCount }) =>
      fileOf(uri) === undefined ? undefined : [new vscode.Range(0, 0, lineCount - 1, 0)],
  };
  const add = async ({ thread, text }: vscode.CommentReply): Promise<void> => {
    const file = fileOf(thread.uri);
    const words = text.trim();
    if (words === '') return;
    if (file === undefined) return offerUnadded([words]);
    if (whyTooMuch([], words) !== undefined) {
      const told = vscode.l10n.t('Redline: a comment has at most {0} characters. Nothing was added.', maxWords);
      void vscode.window.showWarningMessage(told);
      return;
    }
    const { path, side, uri } = file;
    const lines = linesOf(thread.range);
    const document = await vscode.workspace.openTextDocument(thread.uri);
    const quoted = editorLinesOf(document.getText()).slice(lines.start - 1, lines.end);
    const told = commentText({ path, side, lines, quoted, words, fate: 'same' }, 'the file as it is now');
    if (!say(uri.toString(), path, told)) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'Redline: too many comments wait for agents already. Nothing was added; agents get them at the end of their turns.',
        ),
      );
      return;
    }
    thread.comments = [...thread.comments, new ThreadComment(thread, words, 'kept')];
    thread.label = vscode.l10n.t('The agent gets this with its next answer, or at the end of its turn');
    thread.canReply = true;
  };
  return vscode.Disposable.from(controller, vscode.commands.registerCommand('redline.toReview.addComment', add), {
    dispose: () => void offerUnadded(unaddedWords(controllerId)),
  });
}

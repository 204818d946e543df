// Supports comments on lines of unreviewed changes, in their diffs and wherever their files are open.

import * as vscode from 'vscode';
import { formatComment } from '../../core/comments/commentsText.ts';
import { exceededLimit } from '../../core/comments/lineComment.ts';
import { editorLinesOf } from '../../core/text/text.ts';
import { registerCommands } from '../shared/commands.ts';
import { offerUnadded, tellTooMuch, unaddedTexts } from './openBoxes.ts';
import { commentsOf, linesOf, newController, ThreadComment } from './threads.ts';
import { notify } from '../files/notify.ts';

/** The controller's id in the manifest's menus. */
const controllerId = 'redline-toReview';

/** A text on one side of an unreviewed change. */
export interface CommentedFile {
  readonly uri: vscode.Uri;
  /** Display path. */
  readonly path: string;
  readonly side: 'before' | 'after';
}

/** Words on a file; `uri` is the file's. */
interface Note {
  readonly uri: string;
  readonly path: string;
  readonly words: string;
}

/**
 * Keeps words for the agent that changed the file, which gets them with its next answer or at the end of its turn.
 * @param onTold called then
 * @returns takes the words back until then; undefined if there are too many already
 */
type Say = (note: Note, onTold: () => void) => (() => void) | undefined;

/** Lets the person comment on the lines of files. @param fileOf the file that a document shows; undefined for one that is not to be reviewed */
export function commentOnToReview(
  fileOf: (document: vscode.Uri) => CommentedFile | undefined,
  say: Say,
): vscode.Disposable {
  const controller = newController(controllerId, ({ uri, lineCount }) =>
    fileOf(uri) === undefined ? undefined : [new vscode.Range(0, 0, lineCount - 1, 0)],
  );
  const said = new SaidComments(say);
  const add = async ({ thread, text }: vscode.CommentReply): Promise<void> => {
    const file = fileOf(thread.uri);
    const words = text.trim();
    if (words === '') return;
    if (file === undefined) return offerUnadded([words]);
    const why = exceededLimit([], words);
    if (why !== undefined) return tellTooMuch(why);
    said.add(thread, words, {
      uri: file.uri.toString(),
      path: file.path,
      words: await wordsOn(file, thread, words),
    });
  };
  return vscode.Disposable.from(
    controller,
    registerCommands({
      'redline.toReview.addComment': add,
      'redline.toReview.removeComment': (comment: unknown) => {
        if (comment instanceof ThreadComment) said.remove(comment);
      },
    }),
    { dispose: () => void offerUnadded(unaddedTexts(controllerId)) },
  );
}

/** The comments in threads, and those that no agent has been told yet. */
class SaidComments {
  readonly #say: Say;
  /** What takes the words back, by comment. */
  readonly #waiting = new Map<ThreadComment, () => void>();

  constructor(say: Say) {
    this.#say = say;
  }

  add(thread: vscode.CommentThread, words: string, note: Note): void {
    const comment = new ThreadComment(thread, words, 'kept');
    const takeBack = this.#say(note, () => {
      this.#waiting.delete(comment);
      this.#setLabel(thread);
    });
    if (takeBack === undefined) {
      void notify(
        'Warning',
        vscode.l10n.t(
          'Redline: too many comments wait for agents already. Nothing was added; agents get them at the end of their turns.',
        ),
      );
      return;
    }
    this.#waiting.set(comment, takeBack);
    thread.comments = [...thread.comments, comment];
    thread.canReply = true;
    this.#setLabel(thread);
  }

  remove(comment: ThreadComment): void {
    const { thread } = comment;
    this.#waiting.get(comment)?.();
    this.#waiting.delete(comment);
    thread.comments = thread.comments.filter((each) => each !== comment);
    if (thread.comments.length === 0) thread.dispose();
    else this.#setLabel(thread);
  }

  #setLabel(thread: vscode.CommentThread): void {
    thread.label = commentsOf(thread).some((each) => this.#waiting.has(each))
      ? vscode.l10n.t('The agent gets this with its next answer, or at the end of its turn')
      : vscode.l10n.t('The agent was told this');
  }
}

/** The words with their place and the quoted lines. */
async function wordsOn({ path, side }: CommentedFile, thread: vscode.CommentThread, words: string): Promise<string> {
  const lines = linesOf(thread.range);
  const document = await vscode.workspace.openTextDocument(thread.uri);
  const quoted = editorLinesOf(document.getText()).slice(lines.start - 1, lines.end);
  return formatComment({ path, side, lines, quoted, words, fate: 'same' }, 'the file as it is now');
}

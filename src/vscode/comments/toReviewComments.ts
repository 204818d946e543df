// Lets the user comment on lines of unreviewed changes, in their diffs and wherever their files are open.

import * as vscode from 'vscode';
import { formatComment } from '../../core/comments/commentsText.ts';
import { exceededLimit } from '../../core/comments/lineComment.ts';
import { editorLinesOf } from '../../core/text/text.ts';
import { registerCommands } from '../shared/contributions/commands.ts';
import { offerUnsubmitted, notifyLimitExceeded, unsubmittedTexts } from './unsentComments.ts';
import { commentsOf, linesOf, newController, ThreadComment } from './threads.ts';
import { notify } from '../messages/notify.ts';

/** The controller's id in the manifest's menus. */
const controllerId = 'redline-toReview';

/** The text of a file on one side of an unreviewed change. */
export interface CommentedFile {
  readonly uri: vscode.Uri;
  /** Display path. */
  readonly path: string;
  readonly side: 'before' | 'after';
}

/** A comment in the form in which the agent gets it. */
interface Note {
  /** URI of the commented file. */
  readonly uri: string;
  /** Display path of the file. */
  readonly path: string;
  /** The comment with its location and the quoted lines. */
  readonly words: string;
}

/**
 * Queues a note for the agent that changed the file; it is sent with the next answer or at the end of the turn.
 * @param onDelivered called once it is sent
 * @returns a function that withdraws the note if it is not sent yet; undefined if the queue is full
 */
type QueueNote = (note: Note, onDelivered: () => void) => (() => void) | undefined;

/**
 * Registers comments on lines of unreviewed files. Disposing of it offers the user the text of a comment being written.
 * @param fileOf returns the file that a document shows; undefined if it has nothing to review
 */
export function commentOnToReview(
  fileOf: (document: vscode.Uri) => CommentedFile | undefined,
  queueNote: QueueNote,
): vscode.Disposable {
  const controller = newController(controllerId, ({ uri, lineCount }) =>
    fileOf(uri) === undefined ? undefined : [new vscode.Range(0, 0, lineCount - 1, 0)],
  );
  const queued = new QueuedComments(queueNote);
  const add = async ({ thread, text }: vscode.CommentReply): Promise<void> => {
    const words = text.trim();
    if (words === '') return;
    const file = fileOf(thread.uri);
    // The file was reviewed while the user was writing.
    if (file === undefined) return offerUnsubmitted([words]);
    const exceeded = exceededLimit([], words);
    if (exceeded !== undefined) return notifyLimitExceeded(exceeded);
    queued.add(thread, words, {
      uri: file.uri.toString(),
      path: file.path,
      words: await formatNote(file, thread, words),
    });
  };
  return vscode.Disposable.from(
    controller,
    registerCommands({
      'redline.toReview.addComment': add,
      'redline.toReview.removeComment': (comment: unknown) => {
        if (comment instanceof ThreadComment) queued.remove(comment);
      },
    }),
    { dispose: () => void offerUnsubmitted(unsubmittedTexts(controllerId)) },
  );
}

/** Adds and removes comments in threads, and labels each thread by whether all of its comments are delivered. */
class QueuedComments {
  readonly #queueNote: QueueNote;
  /** By undelivered comment, a function that withdraws it. */
  readonly #withdrawals = new Map<ThreadComment, () => void>();

  constructor(queueNote: QueueNote) {
    this.#queueNote = queueNote;
  }

  add(thread: vscode.CommentThread, words: string, note: Note): void {
    const comment = new ThreadComment(thread, words, 'queued');
    const withdraw = this.#queueNote(note, () => {
      this.#withdrawals.delete(comment);
      this.#setLabel(thread);
    });
    if (withdraw === undefined) return warnQueueFull();
    this.#withdrawals.set(comment, withdraw);
    thread.comments = [...thread.comments, comment];
    thread.canReply = true;
    this.#setLabel(thread);
  }

  remove(comment: ThreadComment): void {
    const { thread } = comment;
    this.#withdrawals.get(comment)?.();
    this.#withdrawals.delete(comment);
    thread.comments = thread.comments.filter((each) => each !== comment);
    if (thread.comments.length === 0) thread.dispose();
    else this.#setLabel(thread);
  }

  #setLabel(thread: vscode.CommentThread): void {
    thread.label = commentsOf(thread).some((each) => this.#withdrawals.has(each))
      ? vscode.l10n.t('The agent gets this with its next answer, or at the end of its turn')
      : vscode.l10n.t('The agent was told this');
  }
}

function warnQueueFull(): void {
  const message = vscode.l10n.t(
    'Redline: too many comments wait for agents already. Nothing was added; agents get them at the end of their turns.',
  );
  void notify('Warning', message);
}

/** Formats a comment with its location and the quoted lines, as the document has them now. */
async function formatNote({ path, side }: CommentedFile, thread: vscode.CommentThread, words: string): Promise<string> {
  const lines = linesOf(thread.range);
  const document = await vscode.workspace.openTextDocument(thread.uri);
  const quoted = editorLinesOf(document.getText()).slice(lines.start - 1, lines.end);
  return formatComment({ path, side, lines, quoted, words, fate: 'same' }, 'the file as it is now');
}

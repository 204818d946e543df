// Offers the user comments that did not reach the agent: unsubmitted (in a comment box when the review ended), unsent
// (drafts of a call that ended without an answer), or lost (drafts of a window that was closed or reloaded, which are
// stored in the workspace state until then).

import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { CommentMemory } from '../../core/comments/commentMemory.ts';
import { draftText, type Draft } from '../../core/comments/draft.ts';
import { maxTotalChars, maxCommentChars } from '../../core/comments/lineComment.ts';
import { notify } from '../messages/notify.ts';

/** Time in which a call whose files changed is usually planned and reviewed again; that review shows its comments. */
const replanWaitMs = 3000;

/** The scheme of documents behind VS Code's comment boxes: `comment://<controller>/<extension>/commentinput-…md`. */
const inputScheme = 'comment';

/** In place of a controller's id: the boxes that edit an existing comment, in whose URIs VS Code names no controller. */
export const editBoxController = '';

/** Texts in the open comment boxes of a controller. @param controllerId its id, or `editBoxController` */
export function unsubmittedTexts(controllerId: string): string[] {
  return vscode.workspace.textDocuments.flatMap((document) => {
    const { scheme, authority } = document.uri;
    const text = scheme === inputScheme && authority === controllerId ? document.getText().trim() : '';
    return text === '' ? [] : [text];
  });
}

/** Reports that a review ended while a comment was being written, and offers the text. */
export async function offerUnsubmitted(texts: readonly string[]): Promise<void> {
  await offer(
    texts,
    vscode.l10n.t('Redline: the change was answered while you were writing a comment, which was not sent.'),
  );
}

/** Notifies the user that a comment was not added: it is too long (`one`), or all of them together are (`all`). */
export function notifyLimitExceeded(exceeded: 'one' | 'all'): void {
  const message =
    exceeded === 'one'
      ? vscode.l10n.t('Redline: a comment has at most {0} characters. Nothing was added.', maxCommentChars)
      : vscode.l10n.t('Redline: an answer takes at most {0} characters of comments. Answer first.', maxTotalChars);
  void notify('Warning', message);
}

/** Reports comments that reached no agent, unless another review soon shows them, and offers their texts. */
export async function offerUnsent(memory: CommentMemory, drafts: readonly Draft[]): Promise<void> {
  if (drafts.length === 0) return;
  await new Promise((resolve) => setTimeout(resolve, replanWaitMs));
  const unsent = drafts.filter((draft) => memory.isUnsent(draft)).map(draftText);
  const message = vscode.l10n.t(
    "Redline: your comments ({0}) were not sent. They are shown again with the agent's next change of the file.",
    unsent.length,
  );
  await offer(unsent, message);
}

/**
 * Stores the drafts of this window under one key of the workspace state. Keeps the drafts of the previous window until
 * the user has closed the notification that offers them.
 */
export class DraftStore {
  readonly #memento: vscode.Memento;
  readonly #key: string;
  #previousTexts: readonly string[];
  #ownTexts: readonly string[] = [];

  constructor(memento: vscode.Memento, key: string) {
    this.#memento = memento;
    this.#key = key;
    const read = z.array(z.string()).safeParse(memento.get<unknown>(key, []));
    this.#previousTexts = read.success ? read.data : [];
  }

  /** Reports the drafts of the previous window, if there are any, offers their texts, and then removes them. */
  async offerLostDrafts(): Promise<void> {
    await offerLost(this.#previousTexts);
    this.#previousTexts = [];
    this.#save();
  }

  set(drafts: readonly Draft[]): void {
    const draftTexts = drafts.map(draftText);
    const isUnchanged =
      draftTexts.length === this.#ownTexts.length && draftTexts.every((text, index) => text === this.#ownTexts[index]);
    if (isUnchanged) return;
    this.#ownTexts = draftTexts;
    this.#save();
  }

  #save(): void {
    const draftTexts = [...this.#previousTexts, ...this.#ownTexts];
    void this.#memento.update(this.#key, draftTexts.length === 0 ? undefined : draftTexts);
  }
}

/** Reports the comments of a window that was reloaded or closed, and offers their texts. */
async function offerLost(texts: readonly string[]): Promise<void> {
  await offer(
    texts,
    vscode.l10n.t(
      'Redline: the window was closed or reloaded before your comments ({0}) were sent to the agent.',
      texts.length,
    ),
  );
}

/** Shows a message with a button that copies the texts. */
async function offer(texts: readonly string[], message: string): Promise<void> {
  if (texts.length === 0) return;
  const copy = vscode.l10n.t('Copy');
  if ((await notify('Warning', message, copy)) === copy) await vscode.env.clipboard.writeText(texts.join('\n\n'));
}

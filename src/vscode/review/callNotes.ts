import * as vscode from 'vscode';
import type { Phrase } from '../../core/wording/phrase.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { Call } from '../../tools/ports/ports.ts';
import type { FileQueue } from '../../tools/ports/fileQueue.ts';
import { shown } from '../shared/shown.ts';
import type { ChatNote, ChatNotes } from './chatNotes.ts';
import type { Answer, PendingReview } from './pendingReviews.ts';

/** A call that is asked after another. */
export function queuedNote(review: PendingReview, before: PendingReview, until: Promise<unknown>): ChatNote {
  const text = vscode.l10n.t('Queued behind another change: {0}', titleOf(before));
  return { text, about: { change: titleOf(review), after: titleOf(before) }, until };
}

/** A call that is not asked in the chat, or not yet. */
export function askedNote(review: PendingReview, until: Promise<unknown>): ChatNote {
  const change = titleOf(review);
  const text = review.guarded
    ? vscode.l10n.t('Protected, needs approval in the editor: {0}', change)
    : vscode.l10n.t('Needs approval in the editor: {0}', change);
  return { text, about: { change, reason: shown(review.request.verdict.reason) }, until };
}

/** How the person answered; nothing for a call that ended without an answer. */
export function answerNote(review: PendingReview, answer: Answer): ChatNote | undefined {
  if (answer.surface === 'stop' || answer.surface === 'failure') return undefined;
  const change = titleOf(review);
  return { text: answerText(answer, change), about: { change, answer: answer.approve ? 'approved' : 'rejected' } };
}

/** The same queue; a chat whose call waits in it is told for what. */
export function toldInChat(queue: FileQueue, notes: ChatNotes): FileQueue {
  return {
    enter: async (reals, signal, who) => {
      const entered = Promise.withResolvers<void>();
      const onWait = (before: readonly Phrase[]): void => {
        who.onWait?.(before);
        if (who.call !== undefined) tellBehind(who.call, who.title, before, entered.promise, notes);
      };
      try {
        return await queue.enter(reals, signal, { ...who, onWait });
      } finally {
        entered.resolve();
      }
    },
  };
}

function tellBehind(
  call: Call,
  title: Phrase,
  before: readonly Phrase[],
  until: Promise<void>,
  notes: ChatNotes,
): void {
  const after = before.map((each) => escapeForDisplay(shown(each))).join(', ');
  const text = vscode.l10n.t('Queued behind a change of the same file: {0}', after);
  notes.add(call, { text, about: { change: escapeForDisplay(shown(title)), after }, until });
}

function answerText({ approve, surface }: Answer, change: string): string {
  const inChat = surface === 'chat';
  if (approve) {
    return inChat
      ? vscode.l10n.t('✓ Approved in the chat: {0}', change)
      : vscode.l10n.t('✓ Approved in the editor: {0}', change);
  }
  if (surface === 'closed diff') return vscode.l10n.t('✗ Rejected by closing the diff: {0}', change);
  return inChat
    ? vscode.l10n.t('✗ Rejected in the chat: {0}', change)
    : vscode.l10n.t('✗ Rejected in the editor: {0}', change);
}

function titleOf(review: PendingReview): string {
  return escapeForDisplay(shown(review.now().title));
}

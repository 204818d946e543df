// Formats the chat lines about a call: queued, asked in the editor, answered.

import * as vscode from 'vscode';
import type { Phrase } from '../../core/wording/phrase.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { Call, FileQueue } from '../../tools/ports/ports.ts';
import { translate } from '../shared/translate.ts';
import type { ChatNote, ChatNotes } from './chatNotes.ts';
import type { ReviewAnswer, PendingReview } from './pendingReviews.ts';

/** Chat line of a call that waits behind another review. */
export function queuedNote(review: PendingReview, first: PendingReview, until: Promise<unknown>): ChatNote {
  const text = vscode.l10n.t('Queued behind another change: {0}', titleOf(first));
  return { text, about: { change: titleOf(review), after: titleOf(first) }, until };
}

/** Chat line of a call that the user has to answer in the editor. */
export function askedNote(review: PendingReview, until: Promise<unknown>): ChatNote {
  const change = titleOf(review);
  const text = review.guarded
    ? vscode.l10n.t('Protected, needs approval in the editor: {0}', change)
    : vscode.l10n.t('Needs approval in the editor: {0}', change);
  return { text, about: { change, reason: translate(review.request.verdict.reason) }, until };
}

/** Chat line of the user's answer; undefined for a call that ended without one. */
export function answerNote(review: PendingReview, answer: ReviewAnswer): ChatNote | undefined {
  if (answer.surface === 'stop' || answer.surface === 'failure') return undefined;
  const change = titleOf(review);
  return { text: answerText(answer, change), about: { change, answer: answer.approve ? 'approved' : 'rejected' } };
}

/** Wraps a file queue, adding a chat line that names the reason why a call waits. */
export function withQueueNotes(queue: FileQueue, notes: ChatNotes): FileQueue {
  return {
    enter: async (reals, signal, who) => {
      const entered = Promise.withResolvers<void>();
      const onWait = (ahead: readonly Phrase[]): void => {
        who.onWait?.(ahead);
        if (who.call !== undefined) tellAhead(who.call, who.title, ahead, entered.promise, notes);
      };
      try {
        return await queue.enter(reals, signal, { ...who, onWait });
      } finally {
        entered.resolve();
      }
    },
  };
}

function tellAhead(call: Call, title: Phrase, ahead: readonly Phrase[], until: Promise<void>, notes: ChatNotes): void {
  const after = ahead.map((each) => escapeForDisplay(translate(each))).join(', ');
  const text = vscode.l10n.t('Queued behind a change of the same file: {0}', after);
  notes.add(call, { text, about: { change: escapeForDisplay(translate(title)), after }, until });
}

function answerText({ approve, surface }: ReviewAnswer, change: string): string {
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
  return escapeForDisplay(translate(review.now().title));
}

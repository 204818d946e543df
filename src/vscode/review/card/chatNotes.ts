// Adds lines to the chat about a call: that it is queued or waits for an answer in the editor, and which answer it got.

import * as vscode from 'vscode';
import { oneAtATime } from '../../../core/async/oneAtATime.ts';
import type { Phrase } from '../../../core/wording/phrase.ts';
import { delay } from '../../../async/eventLoop.ts';
import { escapeForDisplay } from '../../../core/text/hiddenCharacters.ts';
import type { Call, FileQueue } from '../../../tools/ports/ports.ts';
import { sessionOf } from '../../shared/chatSession.ts';
import { translate } from '../../shared/translate.ts';
import { isAskedInChat } from './cardPresenter.ts';
import type { ReviewAnswer, PendingReview } from '../pendingReviews.ts';
import { reviewEndOf } from '../reviewComments.ts';
import type { ScreenTracker } from '../screenTracker.ts';

/** An internal tool whose progress message the host shows as a line in the chat. */
const noteTool = 'redline_note';

/** Maximum time to wait for the host to show a note before the next one. */
const maxShowMs = 3000;

export interface ChatNote {
  readonly text: string;
  /** Details that the host shows when the line is expanded. */
  readonly about: Readonly<Record<string, string>>;
  /** The line shows as in progress until this settles; as completed at once if omitted. */
  readonly until?: Promise<unknown>;
}

interface CurrentNote {
  readonly note: ChatNote;
  readonly session: string;
  onShown(): void;
}

/** Adds one line at a time: the host does not say which invocation a note belongs to. */
export class ChatNotes implements vscode.LanguageModelTool<object>, vscode.Disposable {
  readonly #registration = vscode.lm.registerTool(noteTool, this);
  /** Undefined between notes. */
  #current: CurrentNote | undefined;

  /** Adds a line to the call's chat. Does nothing for a call without a chat, or whose turn has ended; never throws. */
  add({ token }: Call, note: ChatNote): void {
    const session = sessionOf(token);
    if (session !== undefined) void this.#show(note, session, token);
  }

  /** Called by the host for the line's text. Throws if no note is to be shown, so that others called this tool. */
  prepareInvocation(): vscode.PreparedToolInvocation {
    if (this.#current === undefined) throw new Error('This tool is internal: it cannot be called.');
    return { invocationMessage: this.#current.note.text };
  }

  async invoke({
    toolInvocationToken,
  }: vscode.LanguageModelToolInvocationOptions<object>): Promise<vscode.LanguageModelToolResult> {
    const current = this.#current;
    if (current === undefined || sessionOf(toolInvocationToken) !== current.session) {
      throw new Error('This tool is internal: it cannot be called.');
    }
    current.onShown();
    await current.note.until;
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(current.note.text)]);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  readonly #show = oneAtATime(async (note: ChatNote, session: string, token: object | undefined): Promise<void> => {
    const { promise: shown, resolve } = Promise.withResolvers<void>();
    this.#current = { note, session, onShown: resolve };
    const timer = setTimeout(resolve, maxShowMs);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the typings declare the opaque token `never`
    const toolInvocationToken = token as vscode.ChatParticipantToolToken;
    // Rejects if the turn has ended.
    vscode.lm.invokeTool(noteTool, { input: note.about, toolInvocationToken }).then(undefined, () => resolve());
    await shown;
    clearTimeout(timer);
    this.#current = undefined;
  });
}

/** Chat line of a call whose review waits for earlier ones. @param first the first of these */
export function reviewQueueNote(review: PendingReview, first: PendingReview, until: Promise<unknown>): ChatNote {
  const text = vscode.l10n.t('Queued behind another change: {0}', titleOf(first));
  return { text, about: { change: titleOf(review), after: titleOf(first) }, until };
}

/** Chat line of a call that the user has to answer in the editor. */
function askedNote(review: PendingReview, until: Promise<unknown>): ChatNote {
  const change = titleOf(review);
  const text = review.isProtected
    ? vscode.l10n.t('Protected, needs approval in the editor: {0}', change)
    : vscode.l10n.t('Needs approval in the editor: {0}', change);
  return { text, about: { change, reason: translate(review.request.verdict.reason) }, until };
}

/** Milliseconds to wait for a card before a line in the chat refers to the editor. */
const maxCardWaitMs = 1500;

/** Adds a line to the chat that the call waits for an answer in the editor, unless a card appears in time. */
export async function noteWhereAsked(
  review: PendingReview,
  { notes, screen }: { readonly notes: Pick<ChatNotes, 'add'>; readonly screen: ScreenTracker },
): Promise<void> {
  let noteEnd: Promise<unknown> = review.answered;
  if (isAskedInChat(review)) {
    // The card appears once all of the call is on screen.
    noteEnd = screen.whenComplete(review);
    const hasCard = await Promise.race([noteEnd.then(() => true), delay(maxCardWaitMs).then(() => false)]);
    if (hasCard) return;
  }
  if (!review.closedSignal.aborted) notes.add(review.call, askedNote(review, noteEnd));
}

/** Chat line of the user's answer; undefined for a call that ended without one. */
export function answerNote(review: PendingReview, answer: ReviewAnswer): ChatNote | undefined {
  if (reviewEndOf(answer) === 'unanswered') return undefined;
  const change = titleOf(review);
  return { text: answerText(answer, change), about: { change, answer: answer.approve ? 'approved' : 'rejected' } };
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

/** The same queue, which also adds a line to the chat of a call that waits, with the titles of the calls ahead. */
export function withQueueNotes(queue: FileQueue, notes: ChatNotes): FileQueue {
  return {
    enter: async (realUris, signal, entrant) => {
      const entered = Promise.withResolvers<void>();
      const onWait = (titlesAhead: readonly Phrase[]): void => {
        entrant.onWait?.(titlesAhead);
        if (entrant.call !== undefined)
          addFileQueueNote(entrant.call, entrant.title, titlesAhead, entered.promise, notes);
      };
      try {
        return await queue.enter(realUris, signal, { ...entrant, onWait });
      } finally {
        entered.resolve();
      }
    },
  };
}

function addFileQueueNote(
  call: Call,
  title: Phrase,
  titlesAhead: readonly Phrase[],
  until: Promise<void>,
  notes: ChatNotes,
): void {
  const after = titlesAhead.map((each) => escapeForDisplay(translate(each))).join(', ');
  const text = vscode.l10n.t('Queued behind a change of the same file: {0}', after);
  notes.add(call, { text, about: { change: escapeForDisplay(translate(title)), after }, until });
}

function titleOf(review: PendingReview): string {
  return escapeForDisplay(translate(review.current().title));
}

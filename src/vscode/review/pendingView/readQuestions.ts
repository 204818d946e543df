// Asks the user whether an agent may read a file: stores the waiting questions, and shows each as a notification.

import * as vscode from 'vscode';
import { notify } from '../../messages/notify.ts';

/**
 * Permission to read: the file in this call (`once`), the file (`session`) or everything in its folder (`folder`) until
 * the window closes, or none (`no`).
 */
export type ReadAnswer = 'once' | 'session' | 'folder' | 'no';

/** A waiting question. All surfaces show it, until one of them answers. */
export interface ReadQuestion {
  /** Display path of the file. */
  readonly path: string;
  /** Display name of the requesting agent, if it is outside the editor. */
  readonly agent?: string;
  /** Sentences: the reason, and the scope of the permission. */
  readonly text: string;
  /** The possible answers, always with `no`: a question that is closed or cancelled ends with it. */
  readonly answers: readonly ReadAnswer[];
  /**
   * The first possible answer wins; later ones, and those not in `answers`, do nothing.
   * @param surface where the user answered, for the audit log
   */
  answer(answer: ReadAnswer, surface: string): void;
}

/** The `surface` of an answer in the notification, which VS Code then closes. */
const notificationSurface = 'notification';

/** Buttons in order; the host makes the first one the primary button. */
const answerButtons: readonly { readonly answer: ReadAnswer; readonly label: () => string }[] = [
  { answer: 'no', label: () => vscode.l10n.t("Don't Allow") },
  { answer: 'once', label: () => vscode.l10n.t('Allow Once') },
  { answer: 'session', label: () => vscode.l10n.t('Allow in This Session') },
  { answer: 'folder', label: () => vscode.l10n.t('Allow Folder in This Session') },
];

export function buttonsOf({ answers }: ReadQuestion): typeof answerButtons {
  return answerButtons.filter(({ answer }) => answers.includes(answer));
}

/**
 * Questions whether a file may be read, each shown as a notification, a row of the view, and in the status bar. None
 * takes the keyboard focus, so that no key answers one by accident.
 */
export class ReadQuestions implements vscode.Disposable {
  readonly #waiting = new Set<ReadQuestion>();
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changeEmitter.event;

  get all(): readonly ReadQuestion[] {
    return [...this.#waiting];
  }

  /** Resolves with the user's answer, or `no` if the call is cancelled. */
  async ask(
    questionData: Omit<ReadQuestion, 'answer'>,
    signal: AbortSignal,
  ): Promise<{ readonly answer: ReadAnswer; readonly surface: string }> {
    const { promise, resolve } = Promise.withResolvers<{ answer: ReadAnswer; surface: string }>();
    const question = {
      ...questionData,
      answer: (answer: ReadAnswer, surface: string) => {
        if (questionData.answers.includes(answer)) resolve({ answer, surface });
      },
    };
    const stop = (): void => question.answer('no', 'stop');
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    this.#waiting.add(question);
    this.#changeEmitter.fire();
    if (!signal.aborted) void askInNotification(question);
    try {
      const result = await promise;
      // VS Code cannot close a single notification, so this hides all of them.
      if (result.surface !== notificationSurface) void vscode.commands.executeCommand('notifications.hideToasts');
      return result;
    } finally {
      signal.removeEventListener('abort', stop);
      this.#waiting.delete(question);
      this.#changeEmitter.fire();
    }
  }

  dispose(): void {
    for (const question of this.#waiting) question.answer('no', 'shutdown');
    this.#changeEmitter.dispose();
  }
}

/** Asks in a notification; closing it means no. */
async function askInNotification(question: ReadQuestion): Promise<void> {
  const buttons = buttonsOf(question);
  const pressed = await notify('Warning', `Redline: ${question.text}`, ...buttons.map(({ label }) => label()));
  question.answer(buttons.find(({ label }) => label() === pressed)?.answer ?? 'no', notificationSurface);
}

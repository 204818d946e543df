import * as vscode from 'vscode';
import { plainText } from '../files/plainText.ts';

/** What the person agrees to: reading in this call, until the window closes (`folder`: all in its folder, too), or not at all. */
export type ReadAnswer = 'once' | 'session' | 'folder' | 'no';

/** An agent that waits for the permission to read a file. */
export interface ReadQuestion {
  /** The file, as people are shown it. */
  readonly path: string;
  /** Whole sentences: why it is asked, and what agreeing means. */
  readonly text: string;
  /** Those to choose from. */
  readonly answers: readonly ReadAnswer[];
  /** The first answer wins; later ones do nothing, as those that are not to choose from. */
  answer(given: ReadAnswer, surface: string): void;
}

/** Buttons in the order in which they stand; the host gives the first of them the most weight. */
const readAnswers: readonly { readonly answer: ReadAnswer; readonly label: () => string }[] = [
  { answer: 'no', label: () => vscode.l10n.t("Don't Allow") },
  { answer: 'once', label: () => vscode.l10n.t('Allow Once') },
  { answer: 'session', label: () => vscode.l10n.t('Allow in This Session') },
  { answer: 'folder', label: () => vscode.l10n.t('Allow Folder in This Session') },
];

/** The buttons of a question. */
export function answersTo({ answers }: ReadQuestion): typeof readAnswers {
  return readAnswers.filter(({ answer }) => answers.includes(answer));
}

/**
 * Questions whether a file may be read. None takes the keyboard focus: each is a notification, a row of the view and the
 * status bar, and waits there until it is answered by name.
 */
export class ReadQuestions implements vscode.Disposable {
  readonly #waiting = new Set<ReadQuestion>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  get all(): readonly ReadQuestion[] {
    return [...this.#waiting];
  }

  /** Resolves with the person's answer; a call that is stopped is not allowed. */
  async ask(
    about: Pick<ReadQuestion, 'path' | 'text' | 'answers'>,
    signal: AbortSignal,
  ): Promise<{ readonly answer: ReadAnswer; readonly surface: string }> {
    const { promise, resolve } = Promise.withResolvers<{ answer: ReadAnswer; surface: string }>();
    const question = {
      ...about,
      answer: (answer: ReadAnswer, surface: string) => {
        if (about.answers.includes(answer)) resolve({ answer, surface });
      },
    };
    const stopped = (): void => question.answer('no', 'stop');
    if (signal.aborted) stopped();
    signal.addEventListener('abort', stopped, { once: true });
    this.#waiting.add(question);
    this.#changed.fire();
    if (!signal.aborted) void notify(question);
    try {
      const given = await promise;
      // The API cannot take back one notification; out of sight, it asks nobody what is answered by now.
      if (given.surface !== notification) void vscode.commands.executeCommand('notifications.hideToasts');
      return given;
    } finally {
      signal.removeEventListener('abort', stopped);
      this.#waiting.delete(question);
      this.#changed.fire();
    }
  }

  dispose(): void {
    for (const question of this.#waiting) question.answer('no', 'shutdown');
    this.#changed.dispose();
  }
}

const notification = 'notification';

/** Asks in a notification, which no key answers by itself; closing it allows nothing. */
async function notify(question: ReadQuestion): Promise<void> {
  const items = answersTo(question).map(({ answer, label }) => ({ title: label(), answer }));
  const picked = await vscode.window.showWarningMessage(plainText(`Redline: ${question.text}`), ...items).then(
    (item) => item,
    // A host that shows no notifications still has the view and the status bar.
    () => undefined,
  );
  question.answer(picked?.answer ?? 'no', notification);
}

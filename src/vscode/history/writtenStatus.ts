import * as vscode from 'vscode';
import type { Phrase } from '../../core/wording/phrase.ts';
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { Applier } from '../../tools/ports/ports.ts';
import type { History } from './callHistory.ts';
import { shown } from '../shared/shown.ts';

/** For so long, in milliseconds, the status bar offers to undo what was written last. */
const offered = 20_000;

/** Tells in the status bar what was written, whether or not anybody was asked, and takes it back by a click. */
export class WrittenStatus implements vscode.Disposable {
  readonly #history: History;
  readonly #item = vscode.window.createStatusBarItem('redline.written', vscode.StatusBarAlignment.Left, 99);
  readonly #subscription: vscode.Disposable;
  #last: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(history: History) {
    this.#history = history;
    this.#item.name = 'Redline';
    this.#subscription = history.onDidChange(() => {
      // Once something else is the last change, a click here would undo that.
      if (this.#last !== undefined && history.last?.id !== this.#last) this.#hide();
    });
  }

  /** The same applier; what it writes is told. */
  told(applier: Applier): Applier {
    return {
      apply: async (changes, title, call) => {
        const applied = await applier.apply(changes, title, call);
        this.#show(title);
        return applied;
      },
    };
  }

  dispose(): void {
    this.#hide();
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #show(title: Phrase): void {
    this.#last = this.#history.last?.id;
    const what = escapeForDisplay(shown(title));
    this.#item.text = `$(check) ${vscode.l10n.t('Redline applied: {0} · Undo', what).replaceAll('$(', '$\u200b(')}`;
    this.#item.command = {
      command: 'redline.undoLastChange',
      title: vscode.l10n.t('Undo'),
      arguments: [this.#last],
    };
    this.#item.tooltip = vscode.l10n.t('Undo: {0}', what);
    this.#item.accessibilityInformation = { label: vscode.l10n.t('Redline applied: {0} · Undo', what), role: 'button' };
    this.#item.show();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#hide(), offered);
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.#last = undefined;
    this.#item.hide();
  }
}

// Shows the newest written change in the status bar for a while, where a click undoes it, or opens the history.

import * as vscode from 'vscode';
import { inEnglish, type Phrase } from '../../core/wording/phrase.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { afterApplying } from '../../tools/pipeline/afterApplying.ts';
import type { Failures } from '../../tools/ports/failures.ts';
import type { Applier } from '../../tools/ports/ports.ts';
import { isIrreversibleCall } from '../../core/journal/storedChange.ts';
import type { History } from './callHistory.ts';
import { plainText } from '../messages/notify.ts';
import { translate } from '../shared/translate.ts';

/** Milliseconds for which the status bar shows the newest call. */
const shownMs = 20_000;

/** Places the item to the right of those for pending reviews, which have higher priorities. */
const statusPriority = 99;

export class WrittenStatus implements vscode.Disposable {
  readonly #history: History;
  readonly #failures: Failures;
  readonly #item = vscode.window.createStatusBarItem('redline.written', vscode.StatusBarAlignment.Left, statusPriority);
  readonly #subscription: vscode.Disposable;
  /** Id of the offered call; undefined if the item is hidden. */
  #offeredCall: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(history: History, failures: Failures) {
    this.#history = history;
    this.#failures = failures;
    this.#item.name = 'Redline';
    this.#subscription = history.onDidChange(() => {
      // Hides the offer if another call is the newest now: only the newest call is offered.
      if (this.#offeredCall !== undefined && history.last?.id !== this.#offeredCall) this.#hide();
    });
  }

  /** Wraps an applier, to show its writes. */
  wrapApplier(applier: Applier): Applier {
    return afterApplying(applier, this.#failures, 'showing what was written', (_, title) => this.#show(title));
  }

  dispose(): void {
    this.#hide();
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #show(title: Phrase): void {
    const { last } = this.#history;
    // Another call may have been written since. The applier reports no id, so the titles are compared.
    if (last === undefined || last.title !== inEnglish(title)) return;
    this.#offeredCall = last.id;
    const what = escapeForDisplay(translate(title));
    const isIrreversible = isIrreversibleCall(last);
    const label = isIrreversible
      ? vscode.l10n.t('Redline applied: {0}', what)
      : vscode.l10n.t('Redline applied: {0} · Undo', what);
    this.#item.text = `$(check) ${plainText(label)}`;
    this.#item.command = isIrreversible
      ? { command: 'redline.showHistory', title: vscode.l10n.t('Show History') }
      : { command: 'redline.undoLastChange', title: vscode.l10n.t('Undo'), arguments: [this.#offeredCall] };
    this.#item.tooltip = isIrreversible ? vscode.l10n.t('Show History') : vscode.l10n.t('Undo: {0}', what);
    this.#item.accessibilityInformation = { label, role: 'button' };
    this.#item.show();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#hide(), shownMs);
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.#offeredCall = undefined;
    this.#item.hide();
  }
}

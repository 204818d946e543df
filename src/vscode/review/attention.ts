// Guesses where the keyboard focus is, so that a review does not disturb typing.

import * as vscode from 'vscode';
import { reviewsOfTab } from './diff/diffTabs.ts';
import { proposalScheme } from './diff/proposalFiles.ts';

/** The likely keyboard focus, which VS Code's API does not expose. */
export type LikelyFocus = 'chat' | 'editor' | 'unknown';

/** The scheme of documents in chat inputs. */
const chatInputScheme = 'chatSessionInput';

/** Milliseconds after the last cursor movement for which the focus is assumed to be in that editor. */
const attentionSpan = 10_000;

/**
 * Guesses the keyboard focus from events: typing in a chat input, moving the cursor of a text editor. A diff that opens
 * by itself must neither hide that editor nor take the focus.
 */
export class Attention implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  #last: { readonly where: LikelyFocus; readonly time: number } | undefined;
  #activeTab = vscode.window.tabGroups.activeTabGroup.activeTab;

  constructor() {
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === chatInputScheme) this.#see('chat');
      }),
      vscode.window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
        // A selection change of any other kind may come from an extension.
        const byHand =
          kind === vscode.TextEditorSelectionChangeKind.Mouse || kind === vscode.TextEditorSelectionChangeKind.Keyboard;
        const { scheme } = textEditor.document.uri;
        if (byHand && scheme !== proposalScheme) this.#see(scheme === chatInputScheme ? 'chat' : 'editor');
      }),
      // Terminals have no cursor events.
      vscode.window.onDidChangeActiveTerminal((terminal) => void (terminal !== undefined && this.#see('unknown'))),
      vscode.window.onDidStartTerminalShellExecution(() => this.#see('unknown')),
      vscode.window.tabGroups.onDidChangeTabs(() => this.#followTab()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#followTab()),
    );
  }

  /** @param fromChat whether the call comes from a chat; used as the guess as long as no focus event was seen */
  where(fromChat: boolean): LikelyFocus {
    if (this.#last === undefined) return fromChat ? 'chat' : 'unknown';
    const isStale = this.#last.where === 'editor' && Date.now() - this.#last.time > attentionSpan;
    return isStale ? 'unknown' : this.#last.where;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #see(where: LikelyFocus): void {
    this.#last = { where, time: Date.now() };
  }

  /** Forgets the focus when another tab becomes active, perhaps by a click elsewhere; review diffs come and go by themselves. */
  #followTab(): void {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const previous = this.#activeTab;
    if (tab === previous) return;
    this.#activeTab = tab;
    if ([tab, previous].every((each) => each === undefined || reviewsOfTab(each).length === 0)) this.#see('unknown');
  }
}

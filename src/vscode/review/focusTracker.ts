// Guesses where the keyboard focus is, so that a review does not disturb typing.

import * as vscode from 'vscode';
import { reviewIdsOfTab } from './diff/diffTabs.ts';
import { proposalScheme } from './proposal/proposalFiles.ts';

/** The likely keyboard focus, which VS Code's API does not expose. */
export type LikelyFocus = 'chat' | 'editor' | 'unknown';

/** Scheme of the chat's input box. Internal to VS Code, not part of its API. */
const chatInputScheme = 'chatSessionInput';

/** Milliseconds after the last cursor movement for which the focus is assumed to be in that editor. */
const maxCursorAgeMs = 10_000;

/**
 * Guesses the keyboard focus from events: typing in a chat input, moving the cursor of a text editor. A diff that opens
 * by itself must neither hide that editor nor take the focus.
 */
export class FocusTracker implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  /** Undefined before the first event. */
  #last: { readonly focus: LikelyFocus; readonly timeMs: number } | undefined;
  #activeTab = vscode.window.tabGroups.activeTabGroup.activeTab;

  constructor() {
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === chatInputScheme) this.#record('chat');
      }),
      vscode.window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
        // A selection change of any other kind may come from an extension.
        const isByHand =
          kind === vscode.TextEditorSelectionChangeKind.Mouse || kind === vscode.TextEditorSelectionChangeKind.Keyboard;
        const { scheme } = textEditor.document.uri;
        if (isByHand && scheme !== proposalScheme) this.#record(scheme === chatInputScheme ? 'chat' : 'editor');
      }),
      // Terminals report no cursor movements.
      vscode.window.onDidChangeActiveTerminal((terminal) => {
        if (terminal !== undefined) this.#record('unknown');
      }),
      vscode.window.onDidStartTerminalShellExecution(() => this.#record('unknown')),
      vscode.window.tabGroups.onDidChangeTabs(() => this.#trackTab()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#trackTab()),
    );
  }

  /**
   * The current guess: the focus of the last event, or `unknown` if an editor had it too long ago.
   * @param fromChat whether the call comes from a chat: the guess before the first event
   */
  likelyFocus(fromChat: boolean): LikelyFocus {
    if (this.#last === undefined) return fromChat ? 'chat' : 'unknown';
    // The chat keeps the focus until another event: a user who has sent a message may wait there for long.
    const isStale = this.#last.focus === 'editor' && Date.now() - this.#last.timeMs > maxCursorAgeMs;
    return isStale ? 'unknown' : this.#last.focus;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #record(focus: LikelyFocus): void {
    this.#last = { focus, timeMs: Date.now() };
  }

  /**
   * Forgets the focus when another tab becomes active, perhaps by a click. Ignores the tabs of reviews, which open by
   * themselves.
   */
  #trackTab(): void {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const previous = this.#activeTab;
    if (tab === previous) return;
    this.#activeTab = tab;
    const isReview = (candidate: vscode.Tab | undefined): boolean =>
      candidate !== undefined && reviewIdsOfTab(candidate).length > 0;
    if (!isReview(tab) && !isReview(previous)) this.#record('unknown');
  }
}

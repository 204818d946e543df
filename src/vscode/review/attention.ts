import * as vscode from 'vscode';
import { reviewsOfTab } from './diff/diffTabs.ts';
import { proposalScheme } from './diff/proposalFiles.ts';

/** Where the keyboard focus is, as far as can be told: the editor's API does not say. */
export type Whereabouts = 'chat' | 'editor' | 'unknown';

/** The documents that chat inputs are. */
const chatInputScheme = 'chatSessionInput';

/** For so long, in milliseconds, somebody who moved the cursor of an editor is taken to be still there. */
const attentionSpan = 10_000;

/**
 * Where the person was last seen at work: typing or sending in a chat input, moving the cursor of a text editor. A diff
 * that opens by itself must know, lest it hides the editor or takes the focus that somebody is typing with.
 */
export class Attention implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  #last: { readonly where: Whereabouts; readonly time: number } | undefined;
  #activeTab = vscode.window.tabGroups.activeTabGroup.activeTab;

  constructor() {
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === chatInputScheme) this.#see('chat');
      }),
      vscode.window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
        // Without a kind, or by a command, it is as likely an edit of ours or of another extension.
        const byHand =
          kind === vscode.TextEditorSelectionChangeKind.Mouse || kind === vscode.TextEditorSelectionChangeKind.Keyboard;
        const { scheme } = textEditor.document.uri;
        if (byHand && scheme !== proposalScheme) this.#see(scheme === chatInputScheme ? 'chat' : 'editor');
      }),
      // Whoever goes to a terminal, or runs something there, moves no cursor that could be seen.
      vscode.window.onDidChangeActiveTerminal((terminal) => void (terminal !== undefined && this.#see('unknown'))),
      vscode.window.onDidStartTerminalShellExecution(() => this.#see('unknown')),
      vscode.window.tabGroups.onDidChangeTabs(() => this.#followTab()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#followTab()),
    );
  }

  /** @param fromChat whether it is a chat's call that asks; where nobody was seen anywhere, that tells where they are. */
  where(fromChat: boolean): Whereabouts {
    if (this.#last === undefined) return fromChat ? 'chat' : 'unknown';
    const stale = this.#last.where === 'editor' && Date.now() - this.#last.time > attentionSpan;
    return stale ? 'unknown' : this.#last.where;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #see(where: Whereabouts): void {
    this.#last = { where, time: Date.now() };
  }

  /** Another tab came to the front: perhaps by a click into the explorer, perhaps by one into the tab. */
  #followTab(): void {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const before = this.#activeTab;
    if (tab === before) return;
    this.#activeTab = tab;
    // Diffs come and go by themselves, and what was beneath one comes to the front when it goes.
    if ([tab, before].every((each) => each === undefined || reviewsOfTab(each).length === 0)) this.#see('unknown');
  }
}

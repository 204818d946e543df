// Shows the answers of tools in read-only editors; only the most recent ones stay available.

import * as vscode from 'vscode';

const resultScheme = 'redline-result';
/** The oldest are dropped. */
const maxResults = 20;

/** The answers of the last calls, by the URIs of their editors. */
export class Results implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(resultScheme, this);
  #count = 0;

  async show(toolName: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: resultScheme, path: `/${toolName} ${++this.#count}.txt` });
    this.#texts.set(uri.toString(), text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > maxResults && oldest !== undefined) this.#texts.delete(oldest);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? vscode.l10n.t('This result is no longer available.');
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

// Shows a tool call that the user runs: its progress, in the status bar and if it takes long in a notification; then its
// answer in a read-only editor, of which only the most recent ones stay available, or the file that it wrote.

import * as vscode from 'vscode';
import { isFileChange, type Change } from '../../core/change/change.ts';
import type { World } from '../../tools/ports/world.ts';
import { notify } from '../messages/notify.ts';
import { toSignal } from '../shared/toSignal.ts';

const progressDelayMs = 1000;

/**
 * Runs a call with progress, which is hidden once a review asks the user.
 *
 * @param run must run the call in `watchedWorld`, which notices the review, and stop at `signal`: the Cancel button
 */
export async function withDelayedProgress<T>(
  title: string,
  world: World,
  run: (signal: AbortSignal, watchedWorld: World) => Promise<T>,
): Promise<T> {
  const cancellation = new vscode.CancellationTokenSource();
  const hidden = Promise.withResolvers<void>();
  const watchedWorld: World = {
    ...world,
    review: {
      ask: (request, call) => {
        hidden.resolve();
        return world.review.ask(request, call);
      },
    },
  };
  const { Window, Notification } = vscode.ProgressLocation;
  void vscode.window.withProgress({ location: Window, title }, () => hidden.promise);
  // A promise cannot be asked whether it is settled.
  let isHidden = false;
  void hidden.promise.then(() => (isHidden = true));
  const timer = setTimeout(() => {
    if (isHidden) return;
    void vscode.window.withProgress({ location: Notification, title, cancellable: true }, (_progress, token) => {
      token.onCancellationRequested(() => cancellation.cancel());
      return hidden.promise;
    });
  }, progressDelayMs);
  try {
    return await run(toSignal(cancellation.token), watchedWorld);
  } finally {
    clearTimeout(timer);
    hidden.resolve();
    cancellation.dispose();
  }
}

const resultScheme = 'redline-result';
/** Maximum number of answers that stay available; the oldest are dropped. */
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

/** Opens the file that the call has written, if it is a single text, and offers to undo the call. */
export async function showWritten(changes: readonly Change[]): Promise<void> {
  // Does not wait: the message may stay open long after the file is shown.
  void offerUndo();
  const [only, ...others] = changes.filter(isFileChange);
  if (only === undefined || others.length > 0 || !('after' in only) || only.after.kind !== 'text') return;
  try {
    await vscode.window.showTextDocument(vscode.Uri.parse(only.at.uri, true), { preview: true });
  } catch {
    // The file is written, even if it cannot be opened, for instance since it was deleted meanwhile.
  }
}

async function offerUndo(): Promise<void> {
  const undoLabel = vscode.l10n.t('Undo');
  const historyLabel = vscode.l10n.t('Show History');
  const picked = await notify('Information', vscode.l10n.t('Written.'), undoLabel, historyLabel);
  // Without an id, the command asks first, naming the newest call, which may be a later one.
  if (picked === undoLabel) await vscode.commands.executeCommand('redline.undoLastChange');
  if (picked === historyLabel) await vscode.commands.executeCommand('redline.showHistory');
}

import assert from 'node:assert/strict';
import * as vscode from 'vscode';

export type Outcome =
  | { readonly success: true; readonly result: unknown }
  | { readonly success: false; readonly error: { readonly code: string; readonly message: string } };

/** Calls a tool (named without `redline_`) through the extension's API, as another extension does: without a chat. */
export async function apiCall(tool: string, input: unknown): Promise<Outcome> {
  const extension = vscode.extensions.getExtension('redline-tools.redline');
  assert.ok(extension);
  const api = await extension.activate();
  return api.call(`redline_${tool}`, input);
}

/** Redline remembers what an agent read and wrote; a file that a test has put back would count as changed since. */
export async function readAgain(files: readonly string[]): Promise<void> {
  for (const filePath of files) await apiCall('read_file', { filePath });
}

export type Answer = 'approve' | 'reject';

/** Runs calls, and answers each review that comes up meanwhile: the n-th with the n-th answer, all others with the last. */
export async function answering<T>(
  answers: Answer | readonly Answer[],
  run: () => Promise<T>,
  before?: (review: number) => void | Promise<void>,
): Promise<{ outcome: T; reviews: number }> {
  const list = [answers].flat();
  let reviews = 0;
  const state = { done: false };
  const outcome = run().finally(() => {
    state.done = true;
  });
  const seen = new Set<string>();
  while (!state.done) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const next = proposals().find((id) => !seen.has(id));
    if (next === undefined) continue;
    seen.add(next);
    await shown(next);
    await before?.(reviews);
    const answer = list[Math.min(reviews, list.length - 1)] ?? 'reject';
    reviews++;
    await vscode.commands.executeCommand(`redline.${answer}`, reviewUri(next));
  }
  return { outcome: await outcome, reviews };
}

/** Resolves when the diff of a review shows its texts; one that has none, or shows several files, is waited for a second. */
async function shown(review: string): Promise<void> {
  for (let wait = 0; wait < 50; wait++) {
    if (vscode.window.visibleTextEditors.some(({ document }) => document.uri.authority === review)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Names a review, as the diff's title bar does. */
export function reviewUri(review: string): vscode.Uri {
  return vscode.Uri.from({ scheme: 'redline-proposal', authority: review, path: '/' });
}

/** Resolves with the review whose diff is open, past those that are known. */
export async function waitForReview(known: readonly string[] = []): Promise<string> {
  for (let wait = 0; wait < 400; wait++) {
    const next = proposals().find((id) => !known.includes(id));
    if (next !== undefined) return next;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('no review was shown');
}

/** A person who goes down `what` choices and accepts, then down `scope` lengths of time and accepts. */
export async function approveAndRemember(call: Promise<Outcome>, what: number, scope: number): Promise<Outcome> {
  const done = vscode.commands.executeCommand('redline.approveAndRemember', reviewUri(await waitForReview()));
  for (const steps of [what, scope]) {
    await new Promise((resolve) => setTimeout(resolve, 800));
    for (let step = 0; step < steps; step++)
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  }
  await done;
  return call;
}

/** The reviews whose diff is open. */
export function proposals(): string[] {
  const ids = vscode.window.tabGroups.all.flatMap((group) => group.tabs).flatMap((tab) => idsOf(tab.input));
  return [...new Set(ids)];
}

function idsOf(input: unknown): string[] {
  if (input instanceof vscode.TabInputTextDiff) return idOf(input.modified);
  if (input instanceof vscode.TabInputText) return idOf(input.uri);
  if (typeof input !== 'object' || input === null || !('textDiffs' in input) || !Array.isArray(input.textDiffs))
    return [];
  return input.textDiffs.flatMap((diff: { modified?: vscode.Uri; original?: vscode.Uri }) =>
    [diff.modified, diff.original].flatMap((uri) => (uri === undefined ? [] : idOf(uri))),
  );
}

function idOf(uri: vscode.Uri): string[] {
  return uri.scheme === 'redline-proposal' ? [uri.authority] : [];
}

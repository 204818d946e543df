import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api as apiOf, eventually } from '../../ground.ts';
import { onScreen } from '../../screen.ts';

export type Outcome =
  | { readonly success: true; readonly result: unknown }
  | { readonly success: false; readonly error: { readonly code: string; readonly message: string } };

/** Calls a tool (named without `redline_`) through the extension's API, as another extension does: without a chat. */
export async function apiCall(tool: string, input: unknown): Promise<Outcome> {
  return (await apiOf()).call(`redline_${tool}`, input);
}

/** Starts a call that can be stopped, as the Stop button of a chat does. */
export async function startCall(
  tool: string,
  input: unknown,
): Promise<{ stop: () => void; outcome: Promise<Outcome> }> {
  const api = await apiOf();
  const source = new vscode.CancellationTokenSource();
  return { stop: () => source.cancel(), outcome: api.call(`redline_${tool}`, input, source.token) };
}

/** How a call ended, as one text. */
export function ending(outcome: Outcome): string {
  return outcome.success ? JSON.stringify(outcome.result) : `${outcome.error.code}: ${outcome.error.message}`;
}

export function resultOf(outcome: Outcome): Readonly<Record<string, unknown>> {
  assert.ok(outcome.success, ending(outcome));
  return outcome.result as Readonly<Record<string, unknown>>;
}

export function undoLast(): Thenable<unknown> {
  return vscode.commands.executeCommand('redline.undoLastChange', { ask: false });
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
    await press(answer, next, () => state.done);
  }
  return { outcome: await outcome, reviews };
}

/** Answers a review until it counts: no approval does before all of it was in front for a moment. */
export async function press(
  answer: Answer | 'approveAndRemember',
  review: string,
  done: () => boolean = () => false,
): Promise<void> {
  do {
    await vscode.commands.executeCommand(`redline.${answer}`, reviewUri(review));
    // The time between two presses is part of the promise: a key that repeats never counts.
    for (let wait = 0; wait < 30 && !done() && proposals().includes(review); wait++) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  } while (!done() && proposals().includes(review));
}

/** Resolves when the diff of a review shows its texts; several files, or what is no text, are open when their tab is. */
async function shown(review: string): Promise<void> {
  const isText = tabsOf(review).some(
    ({ input }) => input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputText,
  );
  if (!isText) return;
  const isSeen = (): boolean =>
    vscode.window.visibleTextEditors.some(({ document }) => document.uri.authority === review) ||
    tabsOf(review).length === 0;
  await eventually('the diff to show its texts', isSeen);
}

/** Names a review, as the diff's title bar does. */
export function reviewUri(review: string): vscode.Uri {
  return vscode.Uri.from({ scheme: 'redline-proposal', authority: review, path: '/' });
}

/** Resolves with the review whose diff is open, past those that are known. */
export async function waitForReview(known: readonly string[] = []): Promise<string> {
  let next: string | undefined;
  await eventually('a review', () => {
    next = proposals().find((id) => !known.includes(id));
    return next !== undefined;
  });
  assert.ok(next);
  return next;
}

/** The list of what can be remembered, by its title, and the one of how long, by its rows. */
export const whatToRemember = "Approve, and don't ask again for";
export const howLong = { session: 'until this window closes', workspace: 'in this workspace', always: 'always' };

/** A person who picks the row `what` of the choices, and then for how long. */
export async function approveAndRemember(
  call: Promise<Outcome>,
  what: number,
  scope: keyof typeof howLong,
): Promise<Outcome> {
  const review = await waitForReview();
  const state = { done: false };
  void call.then(() => (state.done = true));
  const asking = press('approveAndRemember', review, () => state.done);
  await onScreen({ pick: { title: whatToRemember, row: what } });
  // The time that the diff is in front first is part of the promise.
  await new Promise((resolve) => setTimeout(resolve, 750));
  await onScreen({ pick: { text: howLong[scope] } });
  await asking;
  return call;
}

/** The reviews whose diff is open. */
export function proposals(): string[] {
  return [...new Set(allTabs().flatMap((tab) => idsOf(tab.input)))];
}

function tabsOf(review: string): readonly vscode.Tab[] {
  return allTabs().filter(({ input }) => idsOf(input).includes(review));
}

function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
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

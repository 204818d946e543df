import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Locator } from 'playwright-core';
import type { Sent } from '../driver/chat.ts';
import type { Host } from '../driver/host.ts';
import { calls, says, tool, type Script, type ToolCall } from '../driver/model-script.ts';
import { waitFor } from '../driver/wait.ts';

/** The file of the sample that scenarios edit. */
export const brew = 'src/brew.js';

/** The call that has green tea brewed for three minutes instead of two. */
export const brewGreenLonger: ToolCall = tool('redline_edit_file', {
  filePath: brew,
  oldString: '  green: 2,',
  newString: '  green: 3,',
});

/** The file with that edit. */
export function withLongerGreen(original: string): string {
  return original.replace('green: 2', 'green: 3');
}

/** A script of one tool call, and a word at the end. */
export function once(call: ToolCall): Script {
  return [calls(call), says('That is all.')];
}

/** The SHA-256 of a text in UTF-8, as hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The diff of a review as it stands on screen: its tab, and ✓ and ✗ in its title bar. */
export async function seeReview(host: Host, title: string): Promise<void> {
  await host.person.tab(title).waitFor();
  await host.person.titleAction('Approve').waitFor();
  await host.person.titleAction('Reject').first().waitFor();
}

/** Waits until nothing is left of a review: no tab, no card, nothing in the status bar. */
export async function seeNoReview(host: Host): Promise<void> {
  await waitFor('the tabs of the review to go', async () =>
    (await host.editors.tabs()).every(({ scheme }) => scheme !== 'redline-proposal'),
  );
  await seeCount(host.chat.button('Allow Once'), 0);
  await seeCount(statusItem(host), 0);
}

/** The key of an approval. */
export const approveKey = 'Mod+Alt+Shift+Enter';

/** Presses the key of an approval until the call has been answered: a press that comes too soon does not count. */
export async function approveByKey({ person }: Host, { answers }: Sent, count = 1): Promise<void> {
  await waitFor('the answer', async () => {
    await person.look();
    if (answers().length < count) await person.press(approveKey);
    return answers().length === count;
  });
}

/** Waits until no editor is open. */
export async function seeNoTabs({ editors }: Host): Promise<void> {
  await waitFor('all tabs to go', async () => (await editors.tabs()).length === 0);
}

/** Waits until a locator matches this many elements: the page is drawn a moment after the state that it shows. */
export async function seeCount(locator: Locator, count: number): Promise<void> {
  await waitFor(`${count} of ${String(locator)}`, async () => (await locator.count()) === count);
}

/** The chat's turn ends with how the change was answered, and nothing in it looks failed. */
export async function seeEnd({ chat }: Host, end: string): Promise<void> {
  await waitFor(`the line in the chat: ${end}`, async () => (await chat.lines()).at(-1) === end);
  assert.equal(await chat.failed.count(), 0);
}

/** The status-bar item that says how many changes wait. */
export function statusItem(host: Host) {
  return host.page.locator('.statusbar-item').filter({ hasText: /Redline: \d/ });
}

/** Sets a setting of the user; null removes it. */
export function setSetting({ evaluate }: Pick<Host, 'evaluate'>, name: string, value: unknown): Promise<null> {
  return evaluate(
    (vscode, args) =>
      vscode.workspace
        .getConfiguration()
        .update(args.name, args.value ?? undefined, vscode.ConfigurationTarget.Global)
        .then(() => null),
    { name, value },
  );
}

/** Sets `redline.rules` of the user; null removes it. */
export function setRules(host: Pick<Host, 'evaluate'>, rules: object | null): Promise<null> {
  return setSetting(host, 'redline.rules', rules);
}

/** Waits for a line of the review that is open. */
export async function editorShows({ page }: Host, line: string): Promise<void> {
  await page.locator('.monaco-diff-editor .modified .view-line').filter({ hasText: line }).first().waitFor();
}

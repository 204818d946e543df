import type { Locator } from 'playwright-core';
import type { Host } from '../driver/host.ts';
import { waitFor } from '../driver/wait.ts';

/** The key that begins a comment. */
export const addComment = 'Mod+Alt+Shift+M';

/** The boxes of comments in the diff. */
export const threads = ({ page }: Host): Locator => page.locator('.review-widget').filter({ visible: true });
/** The comments in them. */
export const comments = ({ page }: Host): Locator =>
  page.locator('.review-widget .review-comment').filter({ visible: true });

/** Writes a comment behind this text of the proposal by keys alone. @param keys select what it is on, from behind the text */
export async function commentByKeys(
  host: Host,
  text: string,
  words: string,
  keys: readonly string[] = [],
): Promise<void> {
  const { page, person } = host;
  // Until the editor knows which lines may be commented on, the key does nothing.
  await page.locator('.comment-range-glyph').filter({ visible: true }).first().waitFor();
  const before = await comments(host).count();
  await person.typeAfter(text, '');
  // The key is there once VS Code knows which lines can be commented on; the cursor, which is where it was, need not move for it.
  await page.locator('.monaco-editor.focused .comment-range-glyph').first().waitFor({ state: 'attached' });
  for (const key of keys) await page.keyboard.press(key);
  await person.press(addComment);
  await page.locator('.review-widget .monaco-editor.focused').waitFor();
  await page.keyboard.type(words);
  await person.press('Mod+Enter');
  await waitFor('the comment', async () => (await comments(host).count()) === before + 1);
}

/** Presses the plus beside the line with this text of the proposal, and writes. */
export async function commentByMouse(host: Host, text: string, words: string): Promise<void> {
  const { page } = host;
  const before = await comments(host).count();
  const line = page.locator('.editor.modified .view-line').filter({ hasText: text }).first();
  await line.hover({ position: { x: 5, y: 5 } });
  await page.locator('.comment-range-glyph.line-hover').filter({ visible: true }).first().click({ force: true });
  await page.locator('.review-widget .monaco-editor.focused').waitFor();
  await page.keyboard.type(words);
  const own = page.locator('.review-widget').filter({ has: page.locator('.monaco-editor.focused') });
  await own.locator('.monaco-button').getByText('Add Comment').click();
  await waitFor('the comment', async () => (await comments(host).count()) === before + 1);
}

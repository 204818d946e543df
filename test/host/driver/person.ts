import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { minViewingTimeMs } from '../../../src/core/rules/approvalGate.ts';
import { waitFor } from './wait.ts';

/** What a person can do in the window beside the chat: all of it by mouse and keyboard. */
export interface Person {
  /** Clicks ✓ in the title bar of the diff. */
  readonly approve: () => Promise<void>;
  /** Looks at what has come up for as long as an approval needs to count; the time is the product's, so it is waited for. */
  readonly look: () => Promise<void>;
  /** Clicks ✗ in the title bar of the diff. */
  readonly reject: () => Promise<void>;
  /** An icon in the title bar of the active editor, by the beginning of its label. */
  readonly titleAction: (label: string) => Locator;
  /** A tab by a part of its label. */
  readonly tab: (label: string) => Locator;
  /** Clicks the cross of a tab. */
  readonly closeTab: (label: string) => Promise<void>;
  /** Runs a command by its whole title, `Redline: Undo Last Agent Change`, from the command palette. */
  readonly command: (title: string) => Promise<void>;
  /** Types into the input box that is open, and presses Enter. */
  readonly enter: (text: string) => Promise<void>;
  /** Clicks the row with this text in the list that is open. */
  readonly pick: (text: string) => Promise<void>;
  /** Chooses an entry of the context menu that is open, one of a submenu after the submenu's own. */
  readonly choose: (...texts: readonly string[]) => Promise<void>;
  /** The input box or list, while it is open. */
  readonly quickInput: Locator;
  /** Clicks behind the given text in the active editor (a diff's right side), types there, and sees it appear. */
  readonly typeAfter: (text: string, typed: string) => Promise<void>;
  /** Presses keys; `Mod` stands for Ctrl, on macOS for Cmd. */
  readonly press: (keys: string) => Promise<void>;
  /** Clicks a button of the modal dialog. */
  readonly answerDialog: (button: string) => Promise<void>;
  /** Clicks a button of the notification with this text. */
  readonly answerNotification: (text: string, button: string) => Promise<void>;
  /** The texts of the notifications that are showing. */
  readonly notifications: () => Promise<readonly string[]>;
  /** Where the keyboard focus is: in the `chat`, an `editor`, a `list`, an `input` elsewhere, or nowhere (`none`). */
  readonly focus: () => Promise<'chat' | 'editor' | 'list' | 'input' | 'none'>;
  /** Saves what is on screen as `<folder>/<name>.png` and answers the path. */
  readonly screenshot: (name: string, folder: string) => Promise<string>;
}

export function personAt(page: Page): Person {
  const titleAction = (label: string): Locator =>
    page.locator(`.editor-actions a.action-label[aria-label^="${label}"]`).filter({ visible: true });
  const tab = (label: string): Locator => page.locator('.tabs-container .tab').filter({ hasText: label });
  const quickInput = page.locator('.quick-input-widget').filter({ visible: true });
  const input = quickInput.locator('.quick-input-filter input, .quick-input-filter textarea');
  const rows = quickInput.locator('.monaco-list-row');
  const look = (): Promise<void> => page.waitForTimeout(2 * minViewingTimeMs);
  return {
    approve: async () => {
      const tooSoon = page.locator('.statusbar-item').filter({ hasText: 'only just opened' });
      const button = titleAction('Approve');
      const within = { timeout: 1000 };
      for (;;) {
        // Shorter than `look`: a press that comes too soon is repeated.
        await page.waitForTimeout(1.2 * minViewingTimeMs);
        await tooSoon.waitFor({ state: 'hidden' });
        await button.click();
        const refusal = tooSoon.waitFor(within).then(() => true);
        const closing = button.waitFor({ ...within, state: 'hidden' }).then(() => false);
        // The next review may come up at once, with a button of its own.
        if (!(await Promise.any([refusal, closing]).catch(() => false))) return;
      }
    },
    reject: () => titleAction('Reject').first().click(),
    look,
    titleAction,
    tab,
    closeTab: async (label) => {
      await tab(label).hover();
      await tab(label).locator('.tab-actions a.action-label').click();
    },
    command: async (title) => {
      await page.keyboard.press('F1');
      await input.fill(`>${title}`);
      await rows
        .filter({ has: page.getByText(title, { exact: true }) })
        .first()
        .click();
    },
    enter: async (text) => {
      await input.fill(text);
      await input.press('Enter');
    },
    pick: (text) => rows.filter({ hasText: text }).first().click(),
    choose: async (...texts) => {
      for (const text of texts) await page.locator('.monaco-menu .action-label').getByText(text).last().hover();
      // A click right after the menu came may count as the end of the one that opened it; a key does not.
      await page.keyboard.press('Enter');
    },
    quickInput,
    typeAfter: async (text, typed) => {
      await clickAfter(page, text);
      await page.keyboard.type(typed);
      await lineWith(page, text + typed).waitFor();
    },
    press: (keys) => page.keyboard.press(keys.replaceAll('Mod', process.platform === 'darwin' ? 'Meta' : 'Control')),
    answerDialog: (button) =>
      page.locator('.monaco-dialog-box .monaco-button').getByText(button, { exact: true }).click(),
    answerNotification: (text, button) =>
      page
        .locator('.notifications-toasts .notification-list-item')
        .filter({ hasText: text })
        .locator('.monaco-button')
        .getByText(button, { exact: true })
        .click(),
    notifications: () => page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts(),
    focus: () => page.evaluate(whereFocusIs),
    screenshot: async (name, folder) => {
      const file = path.join(folder, `${name}.png`);
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: file });
      return file;
    },
  };
}

/** Clicks right behind the last place where the active editor shows the text within one line, until the cursor is there. */
async function clickAfter(page: Page, text: string): Promise<void> {
  const line = lineWith(page, text);
  await line.waitFor();
  // The commands above the lines of a review come a moment later, and push what is below them away: a click may hit one.
  const isDiff = (await page.locator('.monaco-diff-editor').filter({ visible: true }).count()) > 0;
  const commands = page.locator('.codelens-decoration a').filter({ visible: true }).first();
  if (isDiff) await commands.waitFor({ timeout: 3000 }).catch(() => undefined);
  await waitFor(`the cursor behind ${text}`, async () => {
    // An editor that has just been opened may still move; then the click went astray.
    const end = await line.evaluate(endOf, text);
    await page.mouse.click(end.x, end.y);
    // Not at once again: two clicks in short succession are a double click, which selects.
    await page.waitForFunction(isCursorAt, end, { timeout: 1000 });
    return true;
  });
}

function lineWith(page: Page, text: string): Locator {
  const editors = page
    .locator('.monaco-diff-editor .modified .view-lines, .editor-instance .view-lines')
    .filter({ visible: true });
  return editors
    .last()
    .locator('.view-line')
    .filter({ hasText: asShown(text) })
    .last();
}

/** Editors show a space as a no-break space. */
function asShown(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '[ \\u00a0]'));
}

/** Runs in the page: the point right behind a text in a rendered line. */
function endOf(line: Element, text: string): { x: number; y: number } {
  const shown = (line.textContent ?? '').replaceAll('\u00a0', ' ');
  let rest = shown.indexOf(text) + text.length;
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (rest <= length) {
      const range = document.createRange();
      range.setStart(node, rest - 1);
      range.setEnd(node, rest);
      const box = range.getBoundingClientRect();
      return { x: box.right, y: box.top + box.height / 2 };
    }
    rest -= length;
  }
  throw new Error(`The line does not show ${text}.`);
}

/** Runs in the page: whether the cursor of the editor that has the focus is at a point, give or take two pixels. */
function isCursorAt({ x, y }: { x: number; y: number }): boolean {
  return [...document.querySelectorAll('.monaco-editor.focused .cursors-layer .cursor')].some((cursor) => {
    const box = cursor.getBoundingClientRect();
    return Math.abs(box.left - x) <= 2 && box.top <= y && y <= box.bottom;
  });
}

/** Runs in the page. */
function whereFocusIs(): 'chat' | 'editor' | 'list' | 'input' | 'none' {
  const element = document.activeElement;
  if (element === null || element === document.body) return 'none';
  if (element.closest('.interactive-session') !== null) return 'chat';
  if (element.closest('.editor-instance, .editor-group-container') !== null) return 'editor';
  if (element.closest('.monaco-list') !== null) return 'list';
  return element.matches('input, textarea') ? 'input' : 'none';
}

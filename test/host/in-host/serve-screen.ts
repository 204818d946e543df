import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { closeServer, listen } from '../driver/loopback.ts';
import { personAt } from '../driver/person.ts';
import type { Cleanup } from '../driver/cleanup.ts';
import type { ThisRun } from './this-run.ts';

/** What suites ask of whoever sits before the screen; each is waited for. */
export type Sight =
  /** A list that is open, with this in its title: its row of this number, or with this text, is clicked. */
  | { readonly pick: { readonly title?: string; readonly row?: number; readonly text?: string } }
  /** A list that is open, with this text in a row. */
  | { readonly list: string }
  /** A notification with this in its text, in a toast or in the list where that is open. */
  | { readonly notification: string }
  /** An item of the status bar with exactly this text. */
  | { readonly status: string };

/** Lets the suites see lists and the status bar, and click. Its end is filed in `undo`. */
export async function serveScreen(page: Page, undo: Cleanup[]): Promise<NonNullable<ThisRun['screen']>> {
  const secret = randomUUID();
  const server = createServer((request, response) => {
    // A worker's page has another origin.
    response.setHeader('access-control-allow-origin', '*');
    const answer = (error?: string): unknown => response.end(JSON.stringify({ error }));
    void readText(request)
      .then((body) => {
        const asked: { readonly secret: string; readonly sight: Sight } = JSON.parse(body);
        if (asked.secret !== secret) throw new Error('The secret is wrong.');
        return see(page, asked.sight);
      })
      .then(
        () => answer(),
        (error: unknown) => answer(String(error)),
      );
  });
  const port = await listen(server);
  undo.push(() => closeServer(server));
  return { url: `http://127.0.0.1:${port}/`, secret };
}

async function see(page: Page, sight: Sight): Promise<void> {
  const list = personAt(page).quickInput;
  if ('status' in sight) {
    return page.locator('.statusbar-item').getByText(sight.status, { exact: true }).first().waitFor();
  }
  if ('notification' in sight) {
    return page.locator('.notification-list-item-message').getByText(sight.notification).first().waitFor();
  }
  if ('list' in sight) return list.locator('.monaco-list-row').filter({ hasText: sight.list }).first().waitFor();
  const { title = '', row, text = '' } = sight.pick;
  const rows = row === undefined ? '.monaco-list-row' : `.monaco-list-row[data-index="${row}"]`;
  return list.filter({ hasText: title }).locator(rows).filter({ hasText: text }).first().click();
}

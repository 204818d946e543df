import type { Page } from 'playwright-core';
import { waitFor } from './wait.ts';

/** Where a VS Code in a browser keeps the state of a window, and which editors are open in it. */
const store = 'ItemTable';
const editors = 'memento/workbench.parts.editor';

/** Resolves when the window has kept that an editor with this text in its input is open; it does so every few seconds. */
export async function keptForRestart(page: Page, text: string): Promise<void> {
  await waitFor('the window to keep what is open', async () => (await keptEditors(page)).includes(text));
}

function keptEditors(page: Page): Promise<string> {
  return page.evaluate(
    async ([store, editors]) => {
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error));
        });
      const texts: string[] = [];
      for (const { name } of await indexedDB.databases()) {
        if (name?.startsWith('vscode-web-state-db-') !== true) continue;
        const database = await done(indexedDB.open(name));
        if (database.objectStoreNames.contains(store)) {
          texts.push(String(await done(database.transaction(store).objectStore(store).get(editors))));
        }
        database.close();
      }
      return texts.join('\n');
    },
    [store, editors] as const,
  );
}

// Prepares the window for a picture, and takes it.

import path from 'node:path';
import type { Host } from '../../test/host/driver/host.ts';
import { repositoryRoot } from '../../test/host/driver/paths.ts';
import { waitFor } from '../../test/host/driver/wait.ts';

/** Something to look at: how it comes on the screen, and how it goes. */
export interface Scene {
  readonly show: (host: Host) => Promise<void>;
  readonly clear?: (host: Host) => Promise<void>;
  /** Whether the chat belongs to it. */
  readonly chat?: boolean;
}

/** Where the pictures go; those that the documentation shows are chosen from there. */
export const pictureFolder = path.join(repositoryRoot, 'out/pictures');

/** The colours that everything is looked at in, by the name that stands in a picture's file name. */
export const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  'hc-dark': 'Default High Contrast',
  'hc-light': 'Default High Contrast Light',
} as const;

export type Theme = keyof typeof themes;

export const sizes = {
  large: { width: 1500, height: 950 },
  small: { width: 1000, height: 700 },
  /** As the walkthrough shows them, beside its words. */
  card: { width: 900, height: 560 },
} as const;

export type Size = keyof typeof sizes;

/** Without what would only distract: the folder's path, the editor's map, a window dimmed behind the settings. */
export const pictureSettings = {
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'workbench.editor.useModal': 'off',
} as const;

/** What the window shows of the test server and nobody else would see: ports, keyboard layout, the address in the settings. */
const ofTheServer = [
  '#status\\.forwardedPorts',
  '#status\\.workbench\\.keyboardLayout',
  '#chat\\.statusBarEntry',
  '.settings-tabs-widget .action-item:has([aria-label^="Remote ["])',
];

/** Hides what belongs to the test server from now on. */
export async function hideServer({ page }: Host): Promise<void> {
  await page.addStyleTag({ content: `${ofTheServer.join(', ')} { display: none !important; }` });
}

/** Empties the history, so that a picture shows nothing of the one before. */
export async function clearHistory({ evaluate, page }: Host): Promise<void> {
  const cleared = evaluate((vscode) => vscode.commands.executeCommand('redline.history.clear').then(() => null));
  await page.locator('.monaco-dialog-box').getByText('Clear History', { exact: true }).click();
  await cleared;
}

/** Puts the window into these colours and waits until it shows them. */
export async function paint(host: Host, theme: Theme): Promise<void> {
  await host.evaluate(
    (vscode, name) =>
      vscode.workspace
        .getConfiguration()
        .update('workbench.colorTheme', name, vscode.ConfigurationTarget.Global)
        .then(() => null),
    themes[theme],
  );
  const kind = { light: 'vs', dark: 'vs-dark', 'hc-dark': 'hc-black', 'hc-light': 'hc-light' }[theme];
  await waitFor(`the theme ${theme}`, () => host.page.locator(`.monaco-workbench.${kind}`).count());
}

/** Takes a picture once nothing moves any more: two in a row are the same. */
export async function still(host: Host): Promise<Buffer> {
  let before = await host.page.screenshot({ caret: 'hide' });
  return waitFor('the window to be still', async () => {
    const now = await host.page.screenshot({ caret: 'hide' });
    const same = now.equals(before);
    before = now;
    return same && now;
  });
}

// Prepares the window for a picture, takes it, and has the steps that several scenes have in common.

import path from 'node:path';
import type { Host } from '../../test/host/driver/host.ts';
import { repositoryRoot } from '../../test/host/driver/paths.ts';
import { waitFor } from '../../test/host/driver/wait.ts';

/** A picture's content: how to show it, and how to clear it away. */
export interface Scene {
  readonly show: (host: Host) => Promise<void>;
  readonly clear?: (host: Host) => Promise<void>;
  /** Whether the scene is about the chat, which then stays open in a narrow window. */
  readonly chat?: boolean;
}

/** The folder of all pictures; `publish` writes those for the documentation elsewhere, too. */
export const pictureFolder = path.join(repositoryRoot, 'out/pictures');

/** The themes of the pictures, by their names in the pictures' file names. */
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
  /** The size in the walkthrough, beside its text. */
  card: { width: 900, height: 560 },
} as const;

export type Size = keyof typeof sizes;

/**
 * Settings that hide what distracts: the folder's path, the minimap, the dimmed window behind the settings, and for Watch
 * what a scene's end puts back.
 */
export const pictureSettings = {
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'workbench.editor.useModal': 'off',
  'redline.watch.enabled': false,
} as const;

/** Selectors of what only the test server shows: ports, keyboard layout, the address in the settings. */
const serverSelectors = [
  '#status\\.forwardedPorts',
  '#status\\.workbench\\.keyboardLayout',
  '#chat\\.statusBarEntry',
  '.settings-tabs-widget .action-item:has([aria-label^="Remote ["])',
];

/** Hides from now on what only the test server shows. */
export async function hideServer({ page }: Host): Promise<void> {
  await page.addStyleTag({ content: `${serverSelectors.join(', ')} { display: none !important; }` });
}

/** Empties the history, so that a picture shows nothing of the one before. */
export async function clearHistory({ evaluate, page }: Host): Promise<void> {
  const cleared = evaluate((vscode) => vscode.commands.executeCommand('redline.history.clear').then(() => null));
  await page.locator('.monaco-dialog-box').getByText('Clear History', { exact: true }).click();
  await cleared;
}

/** Sets the theme and waits until the window shows it. */
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

/** Takes a screenshot once nothing moves any more, so that two in a row are equal. */
export async function still(host: Host): Promise<Buffer> {
  let before = await host.page.screenshot({ caret: 'hide' });
  return waitFor('the window to be still', async () => {
    const now = await host.page.screenshot({ caret: 'hide' });
    const same = now.equals(before);
    before = now;
    return same && now;
  });
}

/** Runs a command without its answer. */
export function command({ evaluate }: Host, id: string, ...args: readonly unknown[]): Promise<null> {
  return evaluate(
    (vscode, [name, ...rest]) => vscode.commands.executeCommand(String(name), ...rest).then(() => null),
    [id, ...args],
  );
}

/** Sets whether changes are reviewed after they are written. */
export function reviewAfter(host: Host, isOn: boolean): Promise<null> {
  return host.evaluate(
    (vscode, when) =>
      vscode.workspace
        .getConfiguration('redline')
        .update('review.when', when, vscode.ConfigurationTarget.Global)
        .then(() => null),
    isOn ? 'after' : 'before',
  );
}

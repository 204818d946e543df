import type { Page } from 'playwright-core';
import type { Evaluate } from '../test/host/driver/harness.ts';
import type { Backstage } from '../test/host/driver/host.ts';
import { packagedExtension } from '../test/host/driver/paths.ts';
import { waitFor } from '../test/host/driver/wait.ts';
import { measureChanges, unasked, type ChangeRow } from './bench-changes.ts';
import { inHost } from './bench-window.ts';

/** Measures the activation, and then the change tools in a VS Code of their own, in which nothing is asked. */
export async function benchChanges(rounds: number): Promise<ChangeRow[]> {
  const alone = await inHost({ extension: null }, activationAlone);
  return inHost({ settings: unasked }, async ({ evaluate, workspace }, page) => {
    await showRunning(evaluate);
    const beside = await activationOf(page, 'Redline');
    // Half a hundred lines without a library: what the host itself takes.
    const small = await activationOf(page, 'Test Harness');
    await evaluate((vscode) => vscode.commands.executeCommand('workbench.action.closeActiveEditor'));
    const rows = await measureChanges(evaluate, workspace.root, rounds);
    return [
      activationRow('activation in a running editor', alone, undefined),
      activationRow('activation at the start, beside all other extensions', beside, small),
      ...rows,
    ];
  });
}

/** Redline is installed into an editor that has nothing else to do, and activated there at once. */
async function activationAlone({ evaluate }: Backstage, page: Page): Promise<number> {
  await evaluate(async (vscode, vsix) => {
    await vscode.commands.executeCommand('workbench.extensions.installExtension', vscode.Uri.file(vsix));
    return null;
  }, packagedExtension);
  await waitFor('the installed extension to be active', () =>
    evaluate((vscode) => Promise.resolve(vscode.extensions.getExtension('redline-tools.redline')?.isActive === true)),
  );
  await showRunning(evaluate);
  return activationOf(page, 'Redline');
}

function showRunning(evaluate: Evaluate): Promise<null> {
  return evaluate((vscode) =>
    vscode.commands.executeCommand('workbench.action.showRuntimeExtensions').then(() => null),
  );
}

function activationRow(name: string, ours: number, small: number | undefined): ChangeRow {
  return {
    name: `${name}, as "Running Extensions" says`,
    ours,
    other: small,
    than: 'a tiny extension',
    block: undefined,
    goal: '≤ 20 ms',
    met: ours <= 20,
  };
}

/** Milliseconds of loading and activating an extension. The list shows only the rows in view, so it is gone through. */
async function activationOf(page: Page, name: string): Promise<number> {
  const rows = page.locator('.runtime-extensions-editor .monaco-list-row');
  await rows.first().click();
  await page.keyboard.press('Home');
  let found: string | undefined;
  await waitFor('the row of the extension', async () => {
    const texts = await rows.allInnerTexts();
    found = texts.find((text) => text.trimStart().startsWith(name));
    if (found === undefined) await page.keyboard.press('PageDown');
    return found !== undefined;
  });
  const milliseconds = /Activation: (\d+)ms/.exec(found ?? '')?.[1];
  if (milliseconds === undefined) throw new Error(`No activation time in: ${found ?? ''}`);
  return Number(milliseconds);
}

/** One table: medians in milliseconds, the ratio, the longest block, and whether the goal was met. */
export function changesToMarkdown(rows: readonly ChangeRow[]): string {
  const head = ['What', 'Redline', 'Against', 'Ratio', 'Longest block', 'Goal', ''];
  const lines = rows.map(({ name, ours, other, than, block, goal, met }) => [
    name,
    ms(ours),
    other === undefined ? '–' : `${than}: ${ms(other)}`,
    other === undefined ? '–' : (ours / other).toFixed(2),
    block === undefined ? '–' : ms(block),
    goal,
    goal === '' ? '' : met ? 'met' : '**missed**',
  ]);
  return [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...lines]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

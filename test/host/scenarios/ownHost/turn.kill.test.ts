import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { personAt } from '../../driver/person.ts';
import { waitFor } from '../../driver/wait.ts';
import { startBareHost, type BareHost } from '../../faults/bareHost.ts';
import { entriesOf, journalled } from '../../faults/calls.ts';
import { lay, stateOf } from '../../faults/files.ts';
import { fortyFiles, type FortyFiles } from '../../faults/fortyFiles.ts';
import { killDuring } from '../../faults/kills.ts';
import { HandHooks } from '../gate/agentHook.ts';

/** A turn in which one command of an agent changes forty files. Returns what its revert makes of them. */
async function changeByCommand(host: BareHost, hooks: HandHooks, folder: string): Promise<FortyFiles> {
  const { before, after, patch } = await lay(host, fortyFiles(folder));
  const shell = { tool_name: 'Bash', tool_input: { command: 'npm run codemod' }, tool_use_id: folder };
  const hook = (event: string, more?: object): Promise<string> => hooks.claude(host, event, folder, more);
  await hook('UserPromptSubmit');
  await hook('PreToolUse', shell);
  await host.evaluate((vscode) => vscode.commands.executeCommand('redline.toReview.show').then(() => null));
  for (const name of Object.keys(before)) if (after[name] === undefined) await rm(path.join(host.workspace.root, name));
  for (const [name, text] of Object.entries(after)) await host.workspace.write(name, text);
  await hook('PostToolUse', shell);
  await hook('Stop');
  return { before: after, after: before, patch };
}

/** Begins to revert the newest turn. Answers the extension host's process id. */
async function revertTurn({ page, evaluate }: BareHost): Promise<number> {
  const person = personAt(page);
  const pid = await evaluate(() => Promise.resolve(process.pid));
  await person.command('Redline: Revert This Turn');
  const picks = person.quickInput.locator('.monaco-list-row').first();
  const dialog = page.locator('.monaco-dialog-box');
  await picks.or(dialog).first().waitFor();
  if (await picks.isVisible()) await person.press('Enter');
  await dialog.waitFor();
  await person.answerDialog('Revert');
  return pid;
}

describe('the revert of a turn over forty files', () => {
  it('is wholly there or wholly not, whenever the extension host is killed', async function () {
    this.timeout(600_000);
    const host = await startBareHost();
    const hooks = new HandHooks();
    try {
      const plan = await changeByCommand(host, hooks, 'uncut');
      const before = entriesOf(host).length;
      await revertTurn(host);
      await journalled(host, before);
      const start = performance.now();
      await waitFor('the turn to be taken back', () => stateOf(host, plan, { mayBePartial: true }) === 'after');
      const applying = performance.now() - start;
      const outcomes: string[] = [];
      for (const [index, revive] of (['itself', 'reload', 'itself'] as const).entries()) {
        const turn = await changeByCommand(host, hooks, `kill${index}`);
        const moment = { since: 'journal', after: Math.round((applying * index) / 5) } as const;
        outcomes.push(await killDuring(host, turn, () => revertTurn(host), moment, revive));
      }
      assert.ok(
        outcomes.some((each) => each === 'takenBack' || each === 'completed'),
        `No kill came in the middle: ${outcomes.join()}`,
      );
    } finally {
      await hooks.stop();
      await host.stop();
    }
  });
});

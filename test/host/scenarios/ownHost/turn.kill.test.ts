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

function toReview({ evaluate }: BareHost, command: string): Promise<null> {
  return evaluate((vscode, id) => vscode.commands.executeCommand(`redline.toReview.${id}`).then(() => null), command);
}

/** A turn in which one command of an agent changes forty files. Returns what its revert makes of them. */
async function changeByCommand(host: BareHost, hooks: HandHooks, folder: string): Promise<FortyFiles> {
  const { before, after, patch } = await lay(host, fortyFiles(folder));
  const shell = { tool_name: 'Bash', tool_input: { command: 'npm run codemod' }, tool_use_id: folder };
  const hook = (event: string, more?: object): Promise<string> => hooks.claude(host, event, folder, more);
  await hook('UserPromptSubmit');
  await hook('PreToolUse', shell);
  // What the files start from is nobody's to review.
  for (const command of ['show', 'keepAll']) await toReview(host, command);
  for (const name of Object.keys(before)) if (after[name] === undefined) await rm(path.join(host.workspace.root, name));
  for (const [name, text] of Object.entries(after)) await host.workspace.write(name, text);
  await hook('PostToolUse', shell);
  await hook('Stop');
  return { before: after, after: before, patch };
}

/** Begins to revert the newest turn, or group of To Review. */
async function revertNewest({ page }: BareHost, command: string): Promise<void> {
  const person = personAt(page);
  await person.command(command);
  const picks = person.quickInput.locator('.monaco-list-row').first();
  const dialog = page.locator('.monaco-dialog-box');
  await picks.or(dialog).first().waitFor();
  if (await picks.isVisible()) await person.press('Enter');
  await dialog.waitFor();
  await person.answerDialog('Revert');
}

/** Begins to revert a file from To Review. */
function revertFile({ evaluate }: BareHost, file: string): Promise<unknown> {
  return evaluate((vscode, file) => {
    const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/'), file);
    void vscode.commands.executeCommand('redline.toReview.revert', uri);
    return Promise.resolve(null);
  }, file);
}

/** Kills the host at three moments of a revert: when its entry is written, at the first write, and later. */
async function killThrice(
  lay: (folder: string) => Promise<FortyFiles>,
  revert: (plan: FortyFiles) => Promise<unknown>,
  host: BareHost,
): Promise<void> {
  const plan = await lay('uncut');
  const before = entriesOf(host).length;
  await revert(plan);
  await journalled(host, before);
  const start = performance.now();
  await waitFor('the revert', () => stateOf(host, plan, { mayBePartial: true }) === 'after');
  const applying = performance.now() - start;
  const outcomes: string[] = [];
  for (const [index, revive] of (['itself', 'reload', 'itself'] as const).entries()) {
    const next = await lay(`kill${index}`);
    const since = index === 1 ? 'write' : 'journal';
    const after = index === 2 ? Math.round((applying * 2) / 5) : 0;
    outcomes.push(await killDuring(host, next, () => revert(next), { since, after }, revive));
  }
  assert.ok(
    outcomes.some((each) => each === 'takenBack' || each === 'completed'),
    `No kill came in the middle: ${outcomes.join()}`,
  );
}

describe('a revert', () => {
  for (const [what, command] of [
    ['a turn', 'Redline: Revert This Turn'],
    ['a group of To Review', 'Redline: Revert All of This Group'],
  ] as const)
    it(`of ${what} over forty files is wholly there or wholly not, whenever the extension host is killed`, async function () {
      this.timeout(600_000);
      const host = await startBareHost();
      const hooks = new HandHooks();
      try {
        await killThrice(
          (folder) => changeByCommand(host, hooks, folder),
          () => revertNewest(host, command),
          host,
        );
      } finally {
        await hooks.stop();
        await host.stop();
      }
    });

  it('of a file of To Review is wholly there or wholly not, whenever the extension host is killed', async function () {
    this.timeout(600_000);
    const host = await startBareHost();
    const file = (folder: string): string => `${folder}/large.txt`;
    try {
      const changeOneFile = async (folder: string): Promise<FortyFiles> => {
        const lines = Array.from({ length: 400_000 }, (_, line) => `line ${line}\n`);
        const after = { [file(folder)]: lines.join('') };
        const before = { [file(folder)]: lines.with(200_000, 'CHANGED\n').join('') };
        await host.workspace.write(file(folder), after[file(folder)] ?? '');
        for (const command of ['show', 'keepAll']) await toReview(host, command);
        await host.workspace.write(file(folder), before[file(folder)] ?? '');
        await toReview(host, 'show');
        return { before, after, patch: '' };
      };
      await killThrice(changeOneFile, ({ before }) => revertFile(host, Object.keys(before)[0] ?? ''), host);
    } finally {
      await host.stop();
    }
  });
});

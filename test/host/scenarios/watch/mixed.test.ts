import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';

const both = 'agent\nmine\nmine\n';

describe('a new file of a command, in which the person has saved lines', () => {
  const host = useHost();
  const row = () => host().page.locator('.sidebar .monaco-list-row').filter({ hasText: 'menu.txt' }).first();
  const dialog = () => host().page.locator('.monaco-dialog-box');
  const file = (): string => path.join(host().workspace.root, 'menu.txt');
  const show = (): Promise<null> =>
    host().evaluate((vscode) => vscode.commands.executeCommand('redline.toReview.show').then(() => null));

  async function revert(answer: string): Promise<void> {
    const { person } = host();
    await waitFor('the question', async () => {
      // A list that is drawn anew at that moment swallows the click.
      if (await dialog().isVisible()) return true;
      await row().hover({ timeout: 2000 });
      await row().locator('a.action-label[aria-label*="Revert"]').first().click({ timeout: 2000 });
      return dialog()
        .waitFor({ timeout: 2000 })
        .then(() => true);
    });
    await dialog().getByText('was changed later by you').waitFor();
    await picture(host(), 'revert-mixed');
    await person.answerDialog(answer);
  }

  it('is reverted only after a question that says so, and undo brings all of it back', async () => {
    const { evaluate, person, workspace } = host();
    await show();
    await workspace.write('menu.txt', 'agent\n');
    await show();
    await row().waitFor();
    await evaluate(async (vscode, name) => {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(name));
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(1, 0), 'mine\nmine\n');
      await vscode.workspace.applyEdit(edit);
      return document.save();
    }, file());
    await show();

    await revert('Cancel');
    await dialog().waitFor({ state: 'detached' });
    assert.equal(await workspace.read('menu.txt'), both);
    await revert('Revert');
    await waitFor('the file to go', () => !existsSync(file()));
    await person.command('Redline: Undo Last Agent Change');
    await dialog().getByText('Undo "Revert menu.txt"?').waitFor();
    await person.answerDialog('Undo');
    await waitFor('the file to be back', () => existsSync(file()));
    assert.equal(await workspace.read('menu.txt'), both);
  });
});

import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshotFolder } from '../../driver/paths.ts';
import { personAt } from '../../driver/person.ts';
import { unwind, type Cleanup } from '../../driver/cleanup.ts';
import { waitFor } from '../../driver/wait.ts';
import { addressOfFolders, callTool, openOwn } from './ownWindow.ts';

const allowAll = [{ operations: ['read', 'create', 'update', 'delete', 'move'], paths: ['**'], action: 'allow' }];

describe('a file with changes to review that a call moves', function () {
  this.timeout(240_000);
  const undo: Cleanup[] = [];
  afterEach(() => unwind(undo));

  it('stays listed as its deletion and its creation in another folder, a new one as its creation in a folder inside its own', async () => {
    const settings = { 'redline.rules': allowAll };
    const { evaluate, page, workspace } = await openOwn(undo, { settings }, async (backstage) => {
      const other = path.join(path.dirname(backstage.workspace.root), 'other');
      await mkdir(other);
      await writeFile(path.join(other, 'x.txt'), 'x\n');
      return addressOfFolders(backstage, ['sample', 'sample/src', 'other']);
    });
    const show = (): Promise<null> =>
      evaluate((vscode) => vscode.commands.executeCommand('redline.toReview.show').then(() => null));
    const labels = (): Promise<string[]> =>
      page
        .locator('.sidebar .monaco-list-row[aria-label]')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
    const listed = (what: string, ...expected: readonly RegExp[]): Promise<unknown> =>
      waitFor(`the rows of ${what}`, async () => {
        const found = await labels();
        return expected.every((each) => found.some((label) => each.test(label)));
      });
    await show();
    const readme = await workspace.read('README.md');
    await workspace.write('README.md', `${readme}By an agent.\n`);
    await workspace.write('menu.txt', 'By an agent.\n');
    await show();
    await listed('what an agent changed', /^README\.md, README\.md · modified/, /^menu\.txt, menu\.txt · new/);
    assert.equal((await callTool(evaluate, 'move', { from: 'sample/README.md', to: 'other/README.md' })).success, true);
    assert.equal((await callTool(evaluate, 'move', { from: 'sample/menu.txt', to: 'src/menu.txt' })).success, true);
    await show();
    await listed(
      'what became of it',
      /^README\.md, README\.md · deleted\nmade by a call, to be reviewed/,
      /^README\.md, README\.md · new\nmade by a call, to be reviewed/,
      /^menu\.txt, menu\.txt · new\nmade by a call, to be reviewed/,
    );
    await personAt(page).screenshot('moved-across', screenshotFolder);
  });
});

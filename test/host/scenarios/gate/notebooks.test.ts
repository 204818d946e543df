import assert from 'node:assert/strict';
import path from 'node:path';
import { calls, says, tool } from '../../driver/model-script.ts';
import { picture } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { seeNoReview, seeReview } from '../tea.ts';
import { useGatedHost } from './gated.ts';

const cell = (id: string, source: readonly string[]): object => ({
  cell_type: 'code',
  execution_count: 1,
  id,
  metadata: {},
  outputs: [
    { data: { 'text/html': ['<script>document.title = "run"</script>'] }, metadata: {}, output_type: 'display_data' },
  ],
  source,
});
const notebook = (...cells: readonly object[]): string =>
  `${JSON.stringify({ cells, metadata: { language_info: { name: 'python' } }, nbformat: 4, nbformat_minor: 5 }, undefined, 1)}\n`;
const first = cell('a1', ['minutes = 3\n', 'print(minutes)']);
const second = cell('b2', ['pour()']);
const file = 'tea.ipynb';

describe("notebooks and VS Code's own agent", () => {
  const host = useGatedHost();

  it('are edited by the tools that a refusal names: read by cell, shown as cells, amended, and kept to the byte', async () => {
    const { chat, page, person, workspace } = host();
    await workspace.write(file, notebook(first, second));
    const filePath = path.join(workspace.root, file);
    const own = { filePath, editType: 'edit', cellId: 'a1', newCode: 'minutes = 4', language: 'python' };
    const sent = await chat.send('edit a notebook', [
      calls(tool('edit_notebook_file', own)),
      calls(tool('redline_read_file', { filePath: file })),
      calls(
        tool('redline_edit_file', { filePath: file, cell: 'a1', oldString: 'minutes = 3', newString: 'minutes = 4' }),
      ),
      says('Done.'),
    ]);
    assert.match(await sent.answer(0), /Call its edit_file with the cell, or its edit_notebook/);
    const read = await sent.answer(1);
    assert.match(
      read,
      /\[cell 1, code, id a1, run 1\]\n {5}1→minutes = 3\n {5}2→print\(minutes\)\noutputs: text\/html \d+ bytes/,
    );
    assert.doesNotMatch(read, /script/);
    await seeReview(host(), 'tea.ipynb (Redline');
    await picture(host(), 'notebook-review');
    await page.getByText('Show as Cells').first().click();
    await person.tab('tea.ipynb: cells, read-only').waitFor();
    const cells = page.locator('.notebook-text-diff-editor');
    const proposed = cells.locator('.view-line').filter({ hasText: /^minutes\s=\s4$/ });
    await proposed.first().waitFor();
    for (const frame of page.frames().filter((each) => each !== page.mainFrame()))
      assert.equal(await frame.locator('.output').count(), 0, 'nothing is rendered');
    await picture(host(), 'notebook-cells');
    // The cells always show the proposal, though VS Code lets people type in them and revert them.
    const old = cells.locator('.view-line').filter({ hasText: /^minutes\s=\s3$/ });
    const hint = page.locator('.statusbar-item').filter({ hasText: 'cells cannot be changed here' });
    // Keys that are pressed on reach no editor, nor an entry of the status bar that had the focus before.
    await host().evaluate((vscode) =>
      vscode.commands.executeCommand('workbench.action.focusStatusBar').then(() => null),
    );
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    const type = (): Promise<void> => page.keyboard.type('0 ab\n c\n'.repeat(5), { delay: 40 });
    for (const change of [type, () => cells.getByLabel('Revert Input').click()]) {
      await proposed.click();
      await change();
      await hint.waitFor();
      await waitFor('the cells as before', async () => (await proposed.count()) === 1 && (await old.count()) === 1);
      await hint.waitFor({ state: 'detached' });
    }
    assert.doesNotMatch(await page.title(), /^run$/);
    await person.tab('tea.ipynb (Redline').click();
    await person.typeAfter('minutes = 4', '.5');
    await person.approve();
    const answer = await sent.answer(2);
    assert.match(answer, /Edited cell 1 of tea\.ipynb/);
    assert.match(answer, /tea\.ipynb now:\n\[cell 1, code, id a1, run 1\]\n {5}1→minutes = 4\.5/);
    await sent.finished();
    assert.equal(await workspace.read(file), notebook(cell('a1', ['minutes = 4.5\n', 'print(minutes)']), second));
    await waitFor('the cells to close', async () => (await person.tab('cells, read-only').count()) === 0);
    await seeNoReview(host());
  });

  it('with too many cells are shown as text alone', async () => {
    const { chat, page, person, workspace } = host();
    // A link that runs a command, were the name not escaped in the message.
    const long = 'long [tea](command:redline.undoLastChange).ipynb';
    await workspace.write(
      long,
      notebook(first, ...Array.from({ length: 2000 }, (_, at) => cell(`c${at}`, ['pour()']))),
    );
    const edit = { filePath: long, cell: 'a1', oldString: 'minutes = 3', newString: 'minutes = 4' };
    const sent = await chat.send('edit a long notebook', [calls(tool('redline_edit_file', edit)), says('Done.')]);
    await seeReview(host(), `${long} (Redline`);
    await page.getByText('Show as Cells').first().click();
    await waitFor('the message', async () =>
      (await person.notifications()).some((text) => text.includes('.ipynb has 2001 cells, too many to show')),
    );
    assert.equal(await page.locator('.notifications-toasts a', { hasText: 'tea' }).count(), 0);
    assert.equal(await person.tab('cells, read-only').count(), 0);
    await person.reject();
    await sent.answer();
    await sent.finished();
  });

  it('list a hundred of very many outputs, and count the others', async () => {
    const { chat, page, person, workspace } = host();
    const outputs = Array.from({ length: 20_000 }, (_, at) => ({
      name: 'stdout',
      output_type: 'stream',
      text: [`${at} ${'x'.repeat(200)}\n`],
    }));
    await workspace.write(file, notebook({ ...first, outputs }));
    const edit = { filePath: file, cell: 'a1', oldString: 'minutes = 3', newString: 'minutes = 4' };
    const sent = await chat.send('edit a cell of many outputs', [
      calls(tool('redline_edit_file', edit)),
      says('Done.'),
    ]);
    await seeReview(host(), 'tea.ipynb (Redline');
    await page.getByText('Show as Cells').first().click();
    const cells = page.locator('.notebook-text-diff-editor');
    await cells
      .locator('.view-line')
      .filter({ hasText: /^minutes\s=\s4$/ })
      .first()
      .waitFor();
    const counts = await host().evaluate((vscode) =>
      vscode.workspace.notebookDocuments
        .filter(({ uri }) => uri.scheme === 'redline-cells')
        .map((notebook) => {
          const { outputs: listed, moreOutputs } = notebook.cellAt(0).metadata;
          return [listed.length, moreOutputs];
        }),
    );
    assert.deepEqual(counts, [
      [100, 19_900],
      [100, 19_900],
    ]);
    await person.tab('tea.ipynb (Redline').click();
    await person.reject();
    await sent.answer();
    await sent.finished();
  });
});

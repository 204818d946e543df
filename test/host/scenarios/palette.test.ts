import assert from 'node:assert/strict';
import { picture, useHost } from '../driver/use-host.ts';
import { waitFor } from '../driver/wait.ts';
import { brew, brewGreenLonger, once, seeNoReview, seeNoTabs, withLongerGreen } from './tea.ts';

const patch = `--- a/${brew}
+++ b/${brew}
@@ -2,3 +2,3 @@
   black: 4,
-  green: 2,
+  green: 3,
   white: 3,
`;

describe('a person runs the tools', () => {
  const host = useHost();

  /** Waits until the person is told, and shown the file. */
  async function written(): Promise<void> {
    const { editors, person } = host();
    await waitFor('the notification', async () => (await person.notifications()).includes('Written.'));
    await waitFor('the file', async () =>
      (await editors.tabs()).some(({ label, active }) => active && label === 'brew.js'),
    );
  }

  it('by "Run Tool…", which asks for each entry of a list, and shows the change first', async () => {
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    await host().editors.open(brew);
    await person.command('Redline: Run Tool…');
    await person.pick('Edit Several Places');
    // The file of the active editor comes first.
    await person.quickInput.getByText('Edit Several Places: Edit 1: File').waitFor();
    await person.quickInput.getByText('README.md').waitFor();
    await picture(host(), 'run-tool-file');
    await person.press('Enter');
    await person.quickInput.getByText('Edit 1: Text to replace').waitFor();
    await person.enter('  green: 2,');
    await person.quickInput.getByText('Edit 1: New text').waitFor();
    await person.enter('  green: 3,');
    await person.pick('Done');
    await person.pick('Run');
    await person.titleAction('Approve').waitFor();
    assert.equal(await workspace.read(brew), original);
    await person.approve();
    await written();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
  });

  it('lines as they stand in the file, which nobody has to read first', async () => {
    const { editors, page, person, workspace } = host();
    const original = await workspace.read(brew);
    await editors.open(brew);
    await person.command('Redline: Run Tool…');
    await person.quickInput.getByText('Run a Redline tool').waitFor();
    await page.keyboard.type('Delete Lines');
    await person.pick('Delete Lines');
    await person.pick('active editor');
    await person.quickInput.getByText('Delete Lines: First line').waitFor();
    await person.enter('4');
    await person.quickInput.getByText('Delete Lines: Last line').waitFor();
    await person.enter('4');
    await person.titleAction('Approve').first().waitFor();
    await person.approve();
    await written();
    assert.equal(await workspace.read(brew), original.replace('  green: 2,\n', ''));
  });

  it('the patch in front', async () => {
    const { editors, person, workspace } = host();
    const original = await workspace.read(brew);
    await workspace.write('longer.patch', patch);
    await editors.open('longer.patch');
    await person.command('Redline: Apply Patch…');
    await person.titleAction('Approve').first().waitFor();
    await picture(host(), 'patch-in-front');
    await person.approve();
    await written();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
  });

  it('a patch from the clipboard', async () => {
    const { evaluate, person, workspace } = host();
    const original = await workspace.read(brew);
    await evaluate((vscode, text) => vscode.env.clipboard.writeText(text).then(() => null), patch);
    await person.command('Redline: Apply Patch…');
    await person.pick('From the clipboard');
    await person.titleAction('Approve').waitFor();
    await person.approve();
    await written();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
  });

  it('on a folder of the explorer', async () => {
    const { evaluate, page, person, workspace } = host();
    await evaluate((vscode) => vscode.commands.executeCommand('workbench.view.explorer').then(() => null));
    await page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: 'src' }).click({ button: 'right' });
    await person.choose('Redline', 'Always Ask About This Folder');
    await waitFor('the person to be told', async () =>
      (await person.notifications()).some((text) => text.includes('Every change in src now needs your approval')),
    );
    await picture(host(), 'always-ask');
    const settings: unknown = JSON.parse(await workspace.read('.vscode/settings.json'));
    const rule = { operations: ['create', 'update', 'delete', 'move'], paths: ['/src/**'], action: 'ask' };
    assert.deepEqual(settings, { 'redline.workspaceRules': [rule] });
  });
});

describe('what takes long', () => {
  const host = useHost();

  it('shows that it runs, and is cancelled by one click: nothing is asked, nothing done', async () => {
    const { evaluate, page, workspace } = host();
    for (let index = 0; index < 4900; index++) await workspace.write(`many/${index}.txt`, '');
    void evaluate((vscode) => {
      void vscode.commands.executeCommand('redline.runTool', {
        tool: 'redline_copy',
        input: { from: 'many', to: 'copies' },
      });
      return null;
    });
    const toast = page.locator('.notifications-toasts .notification-list-item').filter({ hasText: 'Redline: Copy' });
    await toast.getByText('Cancel').click();
    await toast.waitFor({ state: 'detached' });
    await seeNoTabs(host());
    assert.equal(await workspace.exists('copies'), false);
    await seeNoReview(host());
  });
});

describe('the audit log', () => {
  const host = useHost();

  it('is a table in words, with the raw lines one click away', async () => {
    const { chat, evaluate, page, person } = host();
    const sent = await chat.send('stronger tea, for the record', once(brewGreenLonger));
    await chat.card();
    await chat.allow();
    await sent.finished();
    await person.command('Redline: Show Audit Log');
    await person.tab('Redline Audit Log').waitFor();
    const lines = page.locator('.editor-instance .view-line');
    await lines.filter({ hasText: /Time\s+Agent\s+Paths\s+Verdict\s+Answered\s+Outcome\s+Tool/ }).waitFor();
    const told = /Chat\s+src\/brew\.js\s+asked\s+approved.\(chat\)\s+written\s+Edit.File/;
    await lines.filter({ hasText: told }).first().waitFor();
    await picture(host(), 'audit');
    await page.locator('.codelens-decoration a').filter({ hasText: 'Show Raw Lines' }).click();
    await person.tab('audit.jsonl').waitFor();
    const raw = await evaluate((vscode) => vscode.window.activeTextEditor?.document.getText() ?? '');
    assert.match(raw, /"outcome":"ok".*"path":"src\/brew\.js"/);
  });
});

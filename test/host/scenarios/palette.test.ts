import assert from 'node:assert/strict';
import { picture, useHost } from '../driver/use-host.ts';
import { waitFor } from '../driver/wait.ts';
import { tool } from '../driver/model-script.ts';
import type { VSCode } from '../driver/vscode-api.ts';
import { brew, brewGreenLonger, once, seeNoReview, seeReview, withLongerGreen } from './tea.ts';

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

  async function waitForResult(text: string): Promise<void> {
    await waitFor(`an answer with ${text}`, () =>
      host().evaluate(
        (vscode, wanted) =>
          vscode.window.activeTextEditor?.document.uri.scheme === 'redline-result' &&
          vscode.window.activeTextEditor.document.getText().includes(wanted),
        text,
      ),
    );
  }

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
    await person.titleAction('Approve Change').waitFor();
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
    await person.titleAction('Approve Change').waitFor();
    await person.approve();
    await written();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
  });

  it('on a folder of the explorer', async () => {
    const { evaluate, page, person } = host();
    await evaluate((vscode) => vscode.commands.executeCommand('workbench.view.explorer').then(() => null));
    await page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: 'src' }).click({ button: 'right' });
    await person.choose('Redline', 'Find Files…');
    await person.enter('*.js');
    await waitForResult('src/main.js');
    await picture(host(), 'run-tool');
  });
});

describe('a person adds a rule', () => {
  const host = useHost();

  it('by saying which folder alone may be written: agents are refused elsewhere', async () => {
    const { chat, evaluate, person } = host();
    await person.command('Redline: Add Rule…');
    await person.quickInput.getByText('Only one folder may be written').waitFor();
    await picture(host(), 'add-rule');
    await person.pick('Only one folder may be written');
    await person.pick('src');
    await person.pick('Wherever I work');
    await waitFor('what was added', async () =>
      (await person.notifications()).includes('Rule added: Agents may only write in src.'),
    );
    await picture(host(), 'rule-added');
    const outside = await chat.send(
      'write outside of src',
      once(tool('redline_write_file', { filePath: 'x.txt', content: 'x' })),
    );
    assert.match(await outside.answer(), /A rule in redline\.rules forbids/);
    await outside.finished();
    const inside = await chat.send('write in src', once(brewGreenLonger));
    await seeReview(host(), 'brew.js');
    await person.reject();
    await inside.finished();
    await evaluate(clearRules);
  });

  it('by what, where and how, in words', async () => {
    const { chat, editors, evaluate, person } = host();
    await editors.open(brew);
    await person.command('Redline: Add Rule…');
    await person.pick('Edit existing files');
    await person.pick('One file');
    await person.pick('active editor');
    await person.quickInput.getByText('Edit existing files · src/brew.js').waitFor();
    await person.pick('Allow');
    await waitFor('what was added', async () =>
      (await person.notifications()).includes('Rule added: Edit existing files · src/brew.js · Allow'),
    );
    const rules = await evaluate(
      (vscode) => vscode.workspace.getConfiguration('redline').inspect('rules')?.globalValue,
    );
    assert.deepEqual(rules, [{ operations: ['update'], paths: ['/src/brew.js'], action: 'allow' }]);
    const sent = await chat.send('edit what is allowed', once(brewGreenLonger));
    assert.match(await sent.answer(), /^Edited/);
    await sent.finished();
    await evaluate(clearRules);
  });
});

describe('what takes long', () => {
  const host = useHost();

  it('shows that it runs, and is cancelled by one click: nothing is asked, nothing done', async () => {
    const { editors, evaluate, page, workspace } = host();
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
    assert.deepEqual(await editors.tabs(), []);
    assert.equal(await workspace.exists('copies'), false);
    await seeNoReview(host());
  });
});

describe('the first page', () => {
  const host = useHost();

  it('shows its pictures between two side bars, and leads to a first review', async () => {
    const { evaluate, page, person, workspace } = host();
    const before = await workspace.hashes();
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ width: 1500, height: 950 });
    await person.command('Redline: Get Started');
    const first = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await first.getByRole('heading', { name: 'Get Started with Redline' }).waitFor();
    const shown = await first.locator('img:visible').evaluateAll(async (images: HTMLImageElement[]) => {
      await Promise.all(images.map((image) => image.decode()));
      return images.map((image) => image.naturalWidth > 0 && image.getBoundingClientRect().width > 300);
    });
    assert.deepEqual(shown, [true, true, true, true, true]);
    await picture(host(), 'get-started');
    await page.setViewportSize(size);
    await first.getByText('Try a Review').click();
    await person.titleAction('Approve Change').waitFor();
    assert.deepEqual(await workspace.hashes(), before);
    await person.approve();
    await person.tab('redline-tour.md').waitFor();
    assert.equal(await workspace.exists('redline-tour.md'), true);
    await page
      .locator('.statusbar-item')
      .filter({ hasText: 'Redline applied: Create redline-tour.md · Undo' })
      .waitFor();
    await picture(host(), 'tried');
    await person.answerNotification('Written.', 'Undo');
    await waitFor('the file to go', async () => !(await workspace.exists('redline-tour.md')));
    assert.deepEqual(await workspace.hashes(), before);
    await page.locator('.statusbar-item').filter({ hasText: 'Redline applied' }).waitFor({ state: 'hidden' });
    await evaluate((vscode) => vscode.commands.executeCommand('workbench.action.closeAllEditors').then(() => null));
  });
});

describe('the Extensions view', () => {
  const host = useHost();

  it('shows a page without dead pictures and links, and the pages that it names open by a command', async () => {
    const { evaluate, page, person } = host();
    await evaluate((vscode) =>
      vscode.commands.executeCommand('workbench.extensions.search', '@installed redline').then(() => null),
    );
    await page.locator('.extension-list-item').filter({ hasText: 'Redline' }).first().click();
    const details = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await details.getByRole('heading', { name: 'Questions people ask' }).waitFor();
    const dead = await details
      .locator('body')
      .evaluate((body) =>
        [...body.querySelectorAll('img:not([src]), a:not([href])')].map((element) => element.outerHTML),
      );
    assert.deepEqual(dead, []);
    await picture(host(), 'details');
    await person.command('Redline: Open Documentation…');
    await person.pick('The tools');
    await page
      .frameLocator('iframe.webview.ready')
      .last()
      .frameLocator('#active-frame')
      .getByRole('heading', { name: 'redline_read_file' })
      .waitFor();
    await picture(host(), 'documentation');
  });
});

/** Runs in the extension host. */
function clearRules(vscode: VSCode): PromiseLike<null> {
  return vscode.workspace
    .getConfiguration('redline')
    .update('rules', undefined, vscode.ConfigurationTarget.Global)
    .then(() => null);
}

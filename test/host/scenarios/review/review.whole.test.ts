import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Host } from '../../driver/host.ts';
import { minViewingTimeMs } from '../../../../src/core/rules/approvalGate.ts';
import { held, tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { once, seeCount, seeNoReview, statusItem } from '../tea.ts';

/** An ordinary edit, with something behind it that runs commands. */
const patchText = `*** Begin Patch
*** Update File: README.md
@@
-# Tea timer
+# Tea clock
*** Add File: .vscode/tasks.json
+{ "tasks": [] }
*** End Patch
`;
const hiding = { patchText };

describe('an approval counts for what has been on screen', () => {
  const host = useHost();

  /** Calls as another extension does, so that nobody knows where the person is; the answers stay in the window. */
  async function call(name: string, input: object): Promise<void> {
    // Another tab in front says that they are somewhere else than in the chat, not where.
    await host().editors.open('src/main.js');
    await host().evaluate(
      (vscode, asked) => {
        const kept = globalThis as { told?: string[] };
        const told = (kept.told ??= []);
        void vscode.lm.invokeTool(asked.name, { input: asked.input, toolInvocationToken: undefined }).then(
          (result) => told.push(result.content.map((part) => (part as { value?: string }).value ?? '').join('')),
          (error: Error) => told.push(error.message),
        );
        return null;
      },
      { name, input },
    );
  }

  /** What was answered since the last time. */
  const told = (): Promise<readonly string[]> =>
    host().evaluate(() => (globalThis as { told?: string[] }).told?.splice(0) ?? []);

  async function answers(count: number): Promise<readonly string[]> {
    const all: string[] = [];
    await waitFor('the answers', async () => all.push(...(await told())) >= count);
    return all;
  }

  /** From top to bottom: the editor uses its rows again, so their order in the page says nothing. */
  const headers = (): Promise<string[]> =>
    host()
      .page.locator('.multiDiffEntry .header')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all
          .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
          .map((each) => (each.textContent ?? '').replace(/\s+/g, ' ').trim()),
      );

  /** Both files, the protected one above the other. */
  async function seeWhole(): Promise<void> {
    const [first, second] = await waitFor('the diff of both files', async () => {
      const shown = await headers();
      return shown.length === 2 && shown;
    });
    assert.match(first ?? '', /tasks\.json/);
    assert.match(second ?? '', /README\.md/);
  }

  const partly = 'showing 1 of 2';
  const row = (text: string): Locator => host().page.locator('.sidebar .monaco-list-row').filter({ hasText: text });

  async function approveInView(): Promise<void> {
    const line = row('Edit 2 files').or(row('2 files')).first();
    const approve = line.locator('a.action-label[aria-label^="Approve"]');
    await waitFor('the icons of the row', async () => {
      await line.hover();
      return approve.isVisible();
    });
    await approve.click();
  }

  const surfaces: readonly (readonly [name: string, press: (host: Host) => Promise<void>])[] = [
    ['✓', ({ person }) => person.titleAction('Approve').click()],
    ['the command', ({ person }) => person.command('Redline: Approve')],
    ['the view', approveInView],
    ['"Approve All"', ({ evaluate }) => evaluate((vscode) => vscode.commands.executeCommand('redline.approveAll'))],
    ['"Approve and Remember"', ({ person }) => person.command('Redline: Approve and Remember…')],
    ['the status bar', (all) => statusItem(all).click()],
    ['the key', ({ person }) => person.press('Mod+Alt+Shift+Enter')],
  ];
  for (const [name, press] of surfaces) {
    it(`by ${name}: the first press opens the rest, what is protected first, and ✓ then takes it`, async () => {
      const { person, workspace } = host();
      const before = await workspace.hashes();
      await person.command('Redline: Focus on Waiting for Review View');
      await call('redline_apply_patch', hiding);
      await person.tab(partly).waitFor();
      assert.match(await person.tab(partly).innerText(), /protected/);
      if (name === '✓') await picture(host(), 'part');
      await press(host());
      await seeWhole();
      await waitFor('the diff of one to go', async () => (await person.tab(partly).count()) === 0);
      assert.deepEqual(await workspace.hashes(), before);
      assert.deepEqual(await told(), []);
      if (name === '✓') await picture(host(), 'whole');
      await person.approve();
      const [answer = ''] = await answers(1);
      assert.match(answer, /tasks\.json/);
      assert.match(await workspace.read('README.md'), /^# Tea clock/);
      assert.equal(await workspace.exists('.vscode/tasks.json'), true);
      await seeNoReview(host());
    });
  }

  it('what is open behind another editor is brought to the front first', async () => {
    const { editors, person, workspace } = host();
    const before = await workspace.hashes();
    await call('redline_apply_patch', hiding);
    await person.tab(partly).waitFor();
    await person.titleAction('Approve').click();
    await seeWhole();
    await editors.open('src/main.js');
    await person.command('Redline: Approve');
    await seeWhole();
    assert.deepEqual(await workspace.hashes(), before);
    await person.reject();
    assert.match((await answers(1))[0] ?? '', /^\[REJECTED\]/);
  });

  it('a double click on ✓ opens the rest and takes nothing', async () => {
    const { person, workspace } = host();
    const before = await workspace.hashes();
    await call('redline_apply_patch', hiding);
    await person.tab(partly).waitFor();
    await person.titleAction('Approve').dblclick();
    await seeWhole();
    assert.deepEqual(await workspace.hashes(), before);
    assert.deepEqual(await told(), []);
    // A Reject right after another press would not count.
    await person.look();
    await person.reject();
    await answers(1);
  });

  it('the card waits until all of it is open', async () => {
    const { chat, editors, person, workspace } = host();
    const go = Promise.withResolvers<void>();
    const edits = [
      { filePath: 'src/brew.js', oldString: '  green: 2,', newString: '  green: 3,' },
      { filePath: 'README.md', oldString: '# Tea timer', newString: '# Tea clock' },
    ];
    const sent = await chat.send('while I am nowhere', held(go.promise, once(tool('redline_multi_edit', { edits }))));
    await editors.open('src/main.js');
    go.resolve();
    await person.tab(partly).waitFor();
    assert.equal(await chat.button('Allow Once').count(), 0);
    await statusItem(host()).click();
    await chat.card();
    await seeCount(person.tab(partly), 0);
    await chat.allow();
    assert.match(await sent.answer(), /README\.md/);
    await sent.finished();
    assert.match(await workspace.read('README.md'), /^# Tea clock/);
    await seeNoReview(host());
  });

  it('a key that is held approves one, and none that comes up meanwhile', async function () {
    const { person, page, workspace } = host();
    await call('redline_edit_file', { filePath: 'src/brew.js', oldString: '  green: 2,', newString: '  green: 3,' });
    await person.tab('brew.js (Redline)').waitFor();
    await call('redline_write_file', { filePath: '.vscode/tasks.json', content: '{}\n' });
    await statusItem(host()).filter({ hasText: 'Redline: 2' }).waitFor();
    await statusItem(host()).click();
    await person.look();
    let last = performance.now();
    let longest = 0;
    for (let press = 0; press < 20; press++) {
      await person.press('Mod+Alt+Shift+Enter');
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
      await page.waitForTimeout(113);
    }
    // A machine that stalled between two of them has pressed twice, as a person may.
    if (longest > minViewingTimeMs / 2) this.skip();
    assert.match((await answers(1))[0] ?? '', /brew\.js/);
    assert.equal(await workspace.exists('.vscode/tasks.json'), false);
    await person.tab('tasks.json').waitFor();
    await person.approve();
    await answers(1);
    assert.equal(await workspace.exists('.vscode/tasks.json'), true);
    await seeNoReview(host());
  });

  it('"Approve All" opens all that waits, in one diff, and takes it with the next press', async () => {
    const { person, workspace } = host();
    const before = await workspace.hashes();
    for (const name of ['one', 'two', 'three']) {
      await call('redline_write_file', { filePath: `src/${name}.txt`, content: `${name}\n` });
    }
    await statusItem(host()).filter({ hasText: 'Redline: 3' }).waitFor();
    await person.command('All Waiting Changes: Approve (Redline)');
    await person.tab('3 changes are waiting').waitFor();
    await waitFor('all files', async () => (await headers()).length === 3);
    assert.deepEqual(await workspace.hashes(), before);
    await picture(host(), 'together');
    await person.look();
    await person.command('All Waiting Changes: Approve (Redline)');
    assert.equal((await answers(3)).length, 3);
    for (const name of ['one', 'two', 'three']) assert.equal(await workspace.read(`src/${name}.txt`), `${name}\n`);
    await seeNoReview(host());
  });
});

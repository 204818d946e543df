import assert from 'node:assert/strict';
import type { Host } from '../../driver/host.ts';
import { tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brewGreenLonger, once, seeCount, seeNoReview, statusItem } from '../tea.ts';

const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

describe('ten calls that wait', () => {
  const host = useHost();

  /** Calls as another extension would; the answers are kept in the extension host. */
  async function callTen({ evaluate, workspace }: Host): Promise<void> {
    await evaluate(
      (vscode, { root, files }) => {
        const kept = globalThis as { answers?: Record<string, string> };
        const answers: Record<string, string> = {};
        kept.answers = answers;
        for (const file of files) {
          const input = { filePath: `${root}/src/${file}.txt`, content: `${file}\n` };
          void vscode.lm.invokeTool('redline_write_file', { input, toolInvocationToken: undefined }).then(
            (result) => {
              answers[file] = result.content.map((part) => (part as { value?: string }).value ?? '').join('');
            },
            (error: Error) => {
              answers[file] = error.message;
            },
          );
        }
        return null;
      },
      { root: workspace.root, files: names },
    );
    await statusItem(host()).filter({ hasText: 'Redline: 10' }).waitFor();
  }

  function answers({ evaluate }: Host): Promise<Record<string, string>> {
    return evaluate(() => (globalThis as { answers?: Record<string, string> }).answers ?? {});
  }

  async function waiting(): Promise<readonly string[]> {
    const tabs = await host().editors.tabs();
    return tabs.map(({ label }) => label).filter((label) => label.includes('(Redline'));
  }

  it('show the first, list the others, and are answered one by one or all together', async () => {
    const { page, person, workspace } = host();
    await callTen(host());
    // Calls that are made at once are planned at once, so any of them may come first.
    const [shown = ''] = await waitFor('the diff of the first', async () => {
      const labels = await waiting();
      return labels.length === 1 && labels;
    });
    const other = names.find((name) => !shown.includes(`/${name}.txt`)) ?? '';
    await person.command('Redline: Focus on Waiting for Review View');
    const row = page.locator('.sidebar .monaco-list-row').filter({ hasText: `Create src/${other}.txt` });
    await row.filter({ hasText: '+1 −0' }).waitFor();
    await page.locator('.activitybar .badge').getByText('10', { exact: true }).waitFor();
    await picture(host(), 'queue');

    await row.click();
    await person.tab(`${other}.txt (Redline`).waitFor();
    await waitFor('the diff that was asked for to be in front', async () =>
      (await host().editors.tabs()).some(({ label, active }) => active && label.startsWith(`${other}.txt (Redline`)),
    );
    await person.approve();
    await waitFor('its answer', async () => (await answers(host()))[other]?.includes(`src/${other}.txt`));
    assert.equal(await workspace.read(`src/${other}.txt`), `${other}\n`);
    assert.deepEqual(Object.keys(await answers(host())), [other]);

    await person.command('All Waiting Changes: Approve (Redline)');
    await person.tab('9 changes are waiting').waitFor();
    assert.deepEqual(Object.keys(await answers(host())), [other], 'the first press only shows them');
    await person.look();
    await person.command('All Waiting Changes: Approve (Redline)');
    await waitFor('all answers', async () => Object.keys(await answers(host())).length === names.length);
    for (const name of names) assert.equal(await workspace.read(`src/${name}.txt`), `${name}\n`);
    await seeNoReview(host());
    assert.deepEqual(await waiting(), []);
  });

  it('are rejected all together, and nothing is written', async () => {
    const { person, workspace } = host();
    const before = await workspace.hashes();
    await callTen(host());
    await person.command('All Waiting Changes: Reject (Redline)');
    await waitFor('all answers', async () => Object.keys(await answers(host())).length === names.length);
    for (const answer of Object.values(await answers(host()))) assert.match(answer, /^\[REJECTED\]/);
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
    assert.deepEqual(await waiting(), []);
  });
});

describe('a call that waits while the window is reloaded', () => {
  const host = useHost();

  it('is not applied, and its diff is closed', async () => {
    const { chat, editors, page, person, ready, workspace } = host();
    const before = await workspace.hashes();
    await chat.send('propose, and then the window goes', once(brewGreenLonger));
    await person.tab('brew.js (Redline)').waitFor();
    await page.reload();
    await ready();
    await waitFor('the stale diff to be closed', async () =>
      (await editors.tabs()).every(({ label }) => !label.includes('(Redline')),
    );
    assert.deepEqual(await workspace.hashes(), before);
    await seeCount(statusItem(host()), 0);

    const next = await chat.send('go on after the reload', once(tool('redline_read_file', { filePath: 'README.md' })));
    assert.match(await next.answer(), /Tea timer/);
    await next.finished();
  });
});

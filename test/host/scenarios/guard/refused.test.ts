import assert from 'node:assert/strict';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calls, says, tool, type ToolCall } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { brew, seeNoReview, seeNoTabs } from '../tea.ts';

const cases: readonly { readonly what: string; readonly call: ToolCall; readonly answer: RegExp }[] = [
  {
    what: 'a text that occurs twice',
    call: tool('redline_edit_file', { filePath: brew, oldString: 'minutes', newString: 'hours' }),
    answer: /\[AMBIGUOUS_MATCH\] .*src\/brew\.js/,
  },
  {
    what: 'a text that does not occur',
    call: tool('redline_edit_file', { filePath: brew, oldString: '  oolong: 5,', newString: '  oolong: 6,' }),
    answer: /\[NO_MATCH\] .*src\/brew\.js/,
  },
  {
    what: 'an edit that changes nothing',
    call: tool('redline_edit_file', { filePath: brew, oldString: 'green: 2', newString: 'green: 2' }),
    answer: /\[(NO_CHANGE|VALIDATION_ERROR)\]/,
  },
  {
    what: 'a file that is not there',
    call: tool('redline_edit_file', { filePath: 'src/none.js', oldString: 'a', newString: 'b' }),
    answer: /\[NOT_FOUND\] .*src\/none\.js/,
  },
  {
    what: 'a path above the workspace',
    call: tool('redline_write_file', { filePath: '../outside.txt', content: 'mine' }),
    answer: /\[OUTSIDE_WORKSPACE\]/,
  },
  {
    what: 'an absolute path elsewhere',
    call: tool('redline_read_file', { filePath: '/etc/passwd' }),
    answer: /\[OUTSIDE_WORKSPACE\]/,
  },
  {
    what: 'a link that leads out of the workspace',
    call: tool('redline_write_file', { filePath: 'escape/outside.txt', content: 'mine' }),
    answer: /\[OUTSIDE_WORKSPACE\]/,
  },
];

describe('a call that cannot be made', () => {
  const host = useHost();

  it('is answered at once and asks nobody, whatever it is', async () => {
    const { chat, workspace } = host();
    const outside = path.join(workspace.root, '..', 'outside.txt');
    await writeFile(outside, 'theirs');
    await symlink(path.dirname(outside), path.join(workspace.root, 'escape'));
    const before = await workspace.hashes();
    const script = [...cases.map(({ call }) => calls(call)), says('That is all.')];
    const sent = await chat.send('try all that cannot be done', script);
    for (const [index, { what, answer: expected }] of cases.entries()) {
      const answer = await sent.answer(index);
      assert.match(answer, expected, what);
      assert.doesNotMatch(answer, /root:|theirs/, what);
    }
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
    assert.equal(await readFile(outside, 'utf8'), 'theirs');
    await seeNoReview(host());
    await seeNoTabs(host());
  });

  it('leaves a quiet line in the view: what, by whom, and why', async () => {
    const { chat, page, person } = host();
    const missing = tool('redline_edit_file', { filePath: 'src/none.js', oldString: 'a', newString: 'b' });
    const outside = tool('redline_write_file', { filePath: '../outside.txt', content: 'mine' });
    const sent = await chat.send('try what leaves a line', [calls(missing, outside), says('That is all.')]);
    await sent.finished();
    await person.command('Redline: Focus on Rejected or Failed View');
    const rows = page.locator('.sidebar .monaco-list-row');
    await rows
      .filter({ hasText: 'Writing ../outside.txt' })
      .filter({ hasText: 'denied · agent in chat' })
      .first()
      .waitFor();
    await rows
      .filter({ hasText: 'Editing src/none.js' })
      .filter({ hasText: 'failed · agent in chat' })
      .first()
      .waitFor();
    await picture(host(), 'not-done');
    assert.deepEqual(await person.notifications(), []);
    const labels = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
    assert.ok(labels.some((label) => /^Editing src\/none\.js, failed, agent in chat, .*src\/none\.js/.test(label)));
    await page.locator('.sidebar .pane-header').filter({ hasText: 'Rejected or Failed' }).hover();
    await page.locator('.sidebar .pane-header a.action-label[aria-label^="Clear"]').click();
    await page
      .locator('.sidebar .pane-header')
      .filter({ hasText: 'Rejected or Failed' })
      .waitFor({ state: 'detached' });
  });
});

import assert from 'node:assert/strict';
import path from 'node:path';
import { calls, says, tool } from '../../driver/model-script.ts';
import { seeReview } from '../tea.ts';
import { useGatedHost } from './gated.ts';

interface Case {
  readonly name: string;
  readonly before: string;
  readonly patch: readonly string[];
  /** What VS Code makes of it, and so what is shown. */
  readonly after: string;
}

/** Cases in which VS Code indents the added lines anew, and others. */
const cases: readonly Case[] = [
  {
    name: 'as the file indents them',
    before: 'a\n  b\n  c\nd\n',
    patch: ['   b', '-  c', '+  C', '+    D'],
    after: 'a\n  b\n  C\n    D\nd\n',
  },
  {
    name: 'by spaces, where the file has tabs',
    before: 'a\n\tb\n\t\tc\n',
    patch: [' a', '-\tb', '+    B', '+        C'],
    after: 'a\n\tB\n\t\tC\n\t\tc\n',
  },
  {
    name: 'by spaces, where the file has nothing',
    before: 'one\ntwo\n',
    patch: [' one', '-two', '+  2'],
    after: 'one\n\t2\n',
  },
  {
    name: 'deep in the file',
    before: 'a\n  b\n    c\n    d\n  e\n',
    patch: ['     c', '-    d', '+    D', '+      E'],
    after: 'a\n  b\n    c\n    D\n      E\n  e\n',
  },
  {
    name: 'by tabs, where the file has spaces, which VS Code leaves so',
    before: 'a\n    b\n    c\n    d\n',
    patch: ['     b', '-    c', '+\tC', '+\t\tD', '     d'],
    after: 'a\n    b\n\tC\n\t\tD\n    d\n',
  },
  {
    name: 'with a last line without an ending',
    before: 'one\ntwo',
    patch: [' one', '-two', '+2'],
    after: 'one\n2',
  },
  {
    name: 'above the first line of a file with a byte order mark',
    before: '\ufeffone\ntwo\n',
    patch: ['+zero', ' one'],
    after: '\ufeffzero\none\ntwo\n',
  },
];

describe("a patch for VS Code's own tool", () => {
  const host = useGatedHost();

  for (const { name, before, patch, after } of cases) {
    it(`writes what was shown: ${name}`, async () => {
      const { chat, page, person, workspace } = host();
      await workspace.write('src/steps.txt', before);
      const file = path.join(workspace.root, 'src/steps.txt');
      const input = ['*** Begin Patch', `*** Update File: ${file}`, '@@', ...patch, '*** End Patch'].join('\n');
      const sent = await chat.send(`patch ${name}`, [
        calls(tool('apply_patch', { input, explanation: 'x' })),
        says('Done.'),
      ]);
      await seeReview(host(), 'steps.txt (Redline, VS Code)');
      await person.approve();
      await sent.answer();
      await sent.finished();
      assert.equal(await workspace.read('src/steps.txt'), after);
      // In the history as approved, and not pointed out as something else.
      await page.locator('.statusbar-item').filter({ hasText: 'Redline applied: VS Code' }).waitFor();
      assert.deepEqual(await person.notifications(), []);
    });
  }
});

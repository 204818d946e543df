import assert from 'node:assert/strict';
import { applyTo } from './memoryWorkspace.ts';
import { diffOfA, gitDiff, lines, updateOfA } from './patchTexts.ts';

describe('placing hunks', () => {
  for (const [name, added] of [
    ['removed', []],
    ['replaced by a blank one', ['']],
  ] as const)
    it(`leaves a line alone in a block that equals the one in which it was ${name}`, async () => {
      const block = (middle: readonly string[]): string => lines('open it', 'read it', ...middle, 'close it', 'end it');
      const patch = diffOfA(
        `@@ -7,5 +7,${4 + added.length} @@`,
        ' open it',
        ' read it',
        '-log it',
        ...added.map((line) => `+${line}`),
        ' close it',
        ' end it',
      );
      const twins = (second: readonly string[]): string => `${block(['log it'])}\n${block(second)}`;
      assert.deepEqual(await applyTo({ a: twins(['log it']) }, patch), { a: twins(added) });
      assert.deepEqual(await applyTo({ a: twins(added) }, patch), { a: twins(added) });
    });

  it('removes a line though an equal block lacks it, and the hunk above is applied', async () => {
    const block = (...middle: readonly string[]): readonly string[] => ['open it', 'read it', ...middle, 'close it'];
    const before = lines('x = 1', 'y = new', 'z = 3', '', ...block('log it'), '', ...block());
    const after = lines('x = 1', 'y = new', 'z = 3', '', ...block(), '', ...block());
    const removal = [' open it', ' read it', '-log it', ' close it'];
    const change = [' x = 1', '-y = old', '+y = new', ' z = 3'];
    for (const patch of [
      updateOfA('@@', ...change, '@@', ...removal),
      diffOfA('@@ -1,3 +1,3 @@', ...change, '@@ -3,4 +3,3 @@', ...removal),
      diffOfA('@@ -1,3 +1,3 @@', ...change, '@@ -5,4 +5,3 @@', ...removal),
    ])
      assert.deepEqual(await applyTo({ a: before }, patch), { a: after });
  });

  it('takes a hunk without numbers below one with numbers, in a file that has changed since', async () => {
    const patch = gitDiff(
      'a',
      'index 1234567..2345678 100644',
      '--- a/a',
      '+++ b/a',
      '@@ -1,2 +1,2 @@',
      '-one',
      '+ONE',
      ' two',
      '@@',
      ' three',
      '-four',
      '+FOUR',
    );
    const before = { a: lines('one', 'two', 'three', 'four') };
    assert.deepEqual(await applyTo(before, patch), { a: lines('ONE', 'two', 'three', 'FOUR') });
  });

  it('does not add text once more beside itself because another hunk is still to come', async () => {
    const before = lines('import os', 'import sys', '', '', 'def f():', '    return old()');
    const [addition, change] = [
      [' import os', '+import sys'],
      [' def f():', '-    return old()', '+    return new()'],
    ];
    for (const patch of [
      updateOfA('@@', ...addition, '@@', ...change),
      diffOfA('@@ -1 +1,2 @@', ...addition, '@@ -4,2 +5,2 @@', ...change),
      updateOfA('@@', '+import sys', ' ', ' ', '@@', ...change),
    ])
      await assert.rejects(applyTo({ a: before }, patch), { code: 'PATCH_CONFLICT', message: /only what is missing/ });
    const brace = updateOfA('@@', ...change, '@@', ' last {', '+}');
    const after = `${before.replace('old', 'new')}last {\n}\n}\n`;
    assert.deepEqual(await applyTo({ a: `${before}last {\n}\n` }, brace), { a: after });
  });

  it('does not take the last of equal places because a short hunk has no context below', async () => {
    const before = { a: 'a:\n  image\n  old\nb:\n  image\n  old\nc:\n  image\n  old\n' };
    const patch = diffOfA('@@ -4,2 +4,2 @@', '   image', '-  old', '+  new');
    await assert.rejects(applyTo(before, patch), { code: 'PATCH_CONFLICT', message: /lines 3, 6 and 9/ });
  });

  it('names the closest place to a hunk that is nowhere', async () => {
    const before = { a: lines(...Array.from({ length: 300 }, (_, at) => `line of ${at}`), 'total = sum(list)', 'end') };
    const patch = updateOfA('@@', ' total = sum(list)', '-finish()', '+stop()');
    await assert.rejects(applyTo(before, patch), {
      code: 'PATCH_CONFLICT',
      message:
        /The closest place is lines 301-302\. Read around it with redline_read_file \(startLine 296, maxLines 12\)/,
    });
  });

  it('does not add a short line at a twin because it is on the line of its header already', async () => {
    const before = { a: lines('one', '', '```', 'step();', '', 'two', '```', '') };
    const change = ['@@ -1,2 +1,2 @@', '-one', '+ONE', ' '];
    const addition = ['@@ -3,2 +3,3 @@', ' ```', '+step();', ' '];
    await assert.rejects(applyTo(before, diffOfA(...change, ...addition)), { message: /applied already/ });
    assert.deepEqual(await applyTo(before, diffOfA(...addition)), before);
  });
});

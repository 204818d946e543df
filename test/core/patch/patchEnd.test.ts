import assert from 'node:assert/strict';
import { applyTo } from './memoryWorkspace.ts';
import { diffOfA, lines, updateOfA } from './patchTexts.ts';

describe('the end of a patch', () => {
  const tooManyCounted = diffOfA(
    '@@ -1,5 +1,5 @@',
    '-one',
    '+ONE',
    ' two',
    '@@ -4,5 +4,5 @@',
    ' four',
    '-five',
    '+FIVE',
    ' six',
  );
  for (const [name, patch] of [
    ['without a code fence', tooManyCounted],
    ['in a code fence', `\`\`\`diff\n${tooManyCounted}\`\`\`\n`],
  ] as const)
    it(`is shown by context, not by headers that count too many lines, ${name}`, async () => {
      const before = { a: lines('one', 'two', 'three', 'four', 'five', 'six') };
      assert.deepEqual(await applyTo(before, patch), { a: lines('ONE', 'two', 'three', 'four', 'FIVE', 'six') });
    });

  it('is the end of a here-document around it, though an envelope lacks its own end', async () => {
    const patch = lines("apply_patch <<'EOF'", '*** Begin Patch', '*** Update File: a', '-one', '+ONE', 'EOF');
    assert.deepEqual(await applyTo({ a: 'one\n' }, patch), { a: 'ONE\n' });
  });

  it('is *** End of Patch, as models write it, too', async () => {
    const patch = updateOfA('-one', '+ONE').replace('End Patch', 'End of Patch');
    assert.deepEqual(await applyTo({ a: 'one\n' }, patch), { a: 'ONE\n' });
  });

  const six = lines('one', 'two', 'three', 'four', 'five', 'six');
  it('is not below context at the end of the file, if the header counts more lines that could only be added there', async () => {
    const patch = diffOfA('@@ -4,3 +4,5 @@', ' four', '+A', ' five', ' six');
    await assert.rejects(applyTo({ a: six }, patch), {
      code: 'PATCH_INVALID',
      message: /^The header in line 3 of the patch counts more new lines/,
    });
    assert.deepEqual(await applyTo({ a: `${six}seven\n` }, patch), {
      a: lines('one', 'two', 'three', 'four', 'A', 'five', 'six', 'seven'),
    });
  });

  for (const [name, before, hunk, after] of [
    ['the last line', 'line one\nold', [' line one', '-old'], 'line one\n'],
    [
      'all but the first of the old lines',
      'line one\nsame\nold',
      [' line one', '-same', '-old', '+same'],
      'line one\nsame',
    ],
    ['a line with white space', 'line one\nold  \nz\n', [' line one', '-old'], 'line one\nz\n'],
  ] as const)
    it(`does not make a removal count as applied, whose result is the first of its old lines: ${name}`, async () => {
      assert.deepEqual(await applyTo({ a: before }, updateOfA('@@', ...hunk)), { a: after });
    });

  it('gets the line ending of the file where the patch shows only a line without one', async () => {
    const patch = diffOfA('@@ -3 +3 @@', '-c', '\\ No newline at end of file', '+c');
    assert.deepEqual(await applyTo({ a: 'a\r\nb\r\nc' }, patch), { a: 'a\r\nb\r\nc\r\n' });
  });
});

import assert from 'node:assert/strict';
import { applyTo } from './memoryWorkspace.ts';
import { envelope, updateOfA, diffOfA } from './patchTexts.ts';

describe('lines of a patch that no operation takes', () => {
  for (const [name, patch, line] of [
    ['below a new file', envelope('*** Add File: x', '+one', '@@', '+two'), 4],
    [
      'below the end of a file, though they begin with context',
      updateOfA('@@', '-z', '+Z', '*** End of File', ' x', '-y', '+Y'),
      7,
    ],
    ['below the end of a file', updateOfA('@@', '-z', '+Z', '*** End of File', '-x', '+X'), 7],
  ] as const)
    it(`are refused ${name}, not lost`, async () => {
      await assert.rejects(async () => applyTo({ a: 'x\ny\nz\n' }, patch), {
        code: 'PATCH_INVALID',
        message: new RegExp(`^Line ${line} of the patch does not belong`),
      });
    });

  it('are not those below the end word of an open here-document that a file holds itself', async () => {
    const before = { a: 'start\nold\nnext\nEOF\nlast\n', b: 'b\n' };
    const after = { a: 'start\nnew\nnext\nEOF\nfinal\n' };
    const first = ['*** Begin Patch', '*** Update File: a', '@@', ' start', '-old', '+new', ' next'];
    const rest = ['@@', '-last', '+final', '*** Delete File: b', '*** End Patch', ''];
    for (const endWord of [' EOF', 'EOF']) {
      const patch = ["apply_patch <<'EOF'", ...first, endWord, ...rest].join('\n');
      assert.deepEqual(await applyTo(before, patch), after, JSON.stringify(endWord));
    }
  });

  it('do not include the end word of a here-document that drops tabs, however many are before it', async () => {
    const diff = ['--- a/a', '+++ b/a', '@@ -1,2 +1,2 @@', ' x', '-y', '+Y'];
    for (const indent of ['', '\t']) {
      const patch = ['f() {', "\tgit apply <<-'EOF'", ...diff.map((line) => indent + line), '\tEOF', '}', ''].join(
        '\n',
      );
      assert.deepEqual(await applyTo({ a: 'x\ny\n' }, patch), { a: 'x\nY\n' }, JSON.stringify(indent));
    }
  });

  it('are not those below a context line that prose above the diff has after <<', async () => {
    const diff = ['--- a/a', '+++ b/a', '@@ -1,3 +1,3 @@', ' x', ' endl', '-y', '+Y', ''];
    const patch = ['Print with cout << endl', ...diff].join('\n');
    assert.deepEqual(await applyTo({ a: 'x\nendl\ny\n' }, patch), { a: 'x\nendl\nY\n' });
  });

  it('are not those of another file below the end of one', async () => {
    const patch = updateOfA('@@', '-z', '+Z', '*** End of File', '--- a/b', '+++ b/b', '@@ -1 +1 @@', '-q', '+Q');
    assert.deepEqual(await applyTo({ a: 'x\nz\n', b: 'q\n' }, patch), { a: 'x\nZ\n', b: 'Q\n' });
  });

  it('are not those of a unified header in an update, with a blank line in between', async () => {
    const patch = updateOfA('--- a/a', '', '+++ b/a', '@@', ' x', '-y', '+q');
    assert.deepEqual(await applyTo({ a: 'x\ny\n' }, patch), { a: 'x\nq\n' });
  });

  it('are compared with a file that is deleted', async () => {
    const patch = envelope('*** Delete File: a', ' x', '-other');
    await assert.rejects(async () => applyTo({ a: 'x\ny\n' }, patch), { code: 'PATCH_CONFLICT' });
  });

  it('are refused below a deletion where they only are context', async () => {
    const patch = envelope('*** Delete File: a', ' x', ' y');
    await assert.rejects(async () => applyTo({ a: 'x\ny\n' }, patch), {
      code: 'PATCH_INVALID',
      message: /^Line 3 of the patch does not belong/,
    });
  });

  it('are not operations that are indented below a deletion', async () => {
    const patch = envelope('*** Delete File: a', ' *** Delete File: b', ' *** Delete File: c');
    assert.deepEqual(await applyTo({ a: '1\n', b: '2\n', c: '3\n' }, patch), {});
  });

  it('are not dropped from a new file because they begin with a backslash', async () => {
    for (const lines of [
      ['+a', '\\ b', '+c'],
      ['\\ a', '+b'],
    ]) {
      const patch = envelope('*** Add File: x', ...lines);
      await assert.rejects(async () => applyTo({}, patch), {
        code: 'PATCH_INVALID',
        message: /has lines that do not begin with "\+"/,
      });
    }
    assert.deepEqual(await applyTo({}, envelope('*** Add File: x', '+a', '\\ No newline at end of file')), { x: 'a' });
  });

  const news: readonly (readonly [name: string, lines: readonly string[], text: string])[] = [
    ['in the middle', ['a', '\\ b', 'c'], 'a\n\\ b\nc\n'],
    ['at the end', ['a', '\\ b'], 'a\n\\ b\n'],
    ['above a remark on the last line', ['\\ a', '\\ b', '\\ No newline at end of file'], '\\ a\n\\ b'],
  ];
  for (const [name, lines, text] of news)
    it(`are not those of a new file without marks that begin with a backslash: ${name}`, async () => {
      assert.deepEqual(await applyTo({}, envelope('*** Add File: x', ...lines)), { x: text });
    });
});

describe('a line of asterisks above a diff', () => {
  const patchBelow = (line: string): string => `${line}\n${diffOfA('@@ -1 +1 @@', '-one', '+two')}`;

  it('is prose where there are more than 15', async () => {
    for (const count of [16, 40])
      assert.deepEqual(await applyTo({ a: 'one\n' }, patchBelow('*'.repeat(count))), { a: 'two\n' });
  });

  it('begins a context diff where there are exactly 15, and perhaps a heading', async () => {
    for (const heading of ['', ' main()'])
      await assert.rejects(applyTo({ a: 'one\n' }, patchBelow('*'.repeat(15) + heading)), /context diff/);
  });
});

import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/wording/phrase.ts';
import { multiEdit } from '../../../../src/tools/change/edit/multiEdit.ts';
import { fail, succeed } from '../../call.ts';
import { MemoryWorld } from '../../memoryWorld.ts';

describe('redline_multi_edit', () => {
  it('tells each edit in order, with the lines it has come to stand on, and the sums', async () => {
    const world = new MemoryWorld({ 'a.txt': 'x\ny\n  x\nz\n', 'b.txt': 'q' });
    const { text, result } = await succeed(multiEdit, world, {
      edits: [
        { filePath: 'a.txt', oldString: 'x', newString: 'X', replaceAll: true },
        { filePath: 'b.txt', oldString: 'q', newString: '1\n2' },
        { filePath: './a.txt', oldString: 'y', newString: 'y\n!' },
        { filePath: 'a.txt', oldString: 'z', newString: 'Z' },
      ],
    });
    assert.equal(world.text('a.txt'), 'X\ny\n!\n  X\nZ\n');
    assert.deepEqual(result, {
      totalReplacements: 5,
      results: [
        { filePath: 'a.txt', replacements: 2, tier: 'exact', lines: [1, 4] },
        { filePath: 'b.txt', replacements: 1, tier: 'exact', lines: [1] },
        { filePath: 'a.txt', replacements: 1, tier: 'exact', lines: [2] },
        { filePath: 'a.txt', replacements: 1, tier: 'exact', lines: [5] },
      ],
      files: [
        { filePath: 'a.txt', replacements: 4 },
        { filePath: 'b.txt', replacements: 1 },
      ],
    });
    assert.match(text, /^Edited 2 files: 5 replacements\.\n1\. a\.txt: 2 replacements \(tier: exact\), lines 1, 4\n/);
    assert.match(text, /\n4\. a\.txt: 1 replacement \(tier: exact\), line 5\n/);
  });

  it('gives new lines the ending that the file had, though an earlier edit took all of them', async () => {
    const rows: readonly (readonly [string, string, string])[] = [
      ['a\r\nb\r\n', 'x\ny\n', 'x\r\ny\r\n'],
      ['a\nb\n', 'x\r\ny', 'x\ny'],
      ['a\rb\r', 'x\ny', 'x\ry'],
    ];
    for (const [before, newString, after] of rows) {
      const world = new MemoryWorld({ 'a.txt': before });
      const edits = [
        { oldString: before, newString: 'x' },
        { oldString: 'x', newString },
      ];
      await succeed(multiEdit, world, { filePath: 'a.txt', edits });
      assert.equal(world.text('a.txt'), after);
    }
    const world = new MemoryWorld({ 'a.txt': 'a' });
    const edits = [
      { oldString: 'a', newString: 'x' },
      { oldString: 'x', newString: 'x\r\ny' },
    ];
    await succeed(multiEdit, world, { filePath: 'a.txt', edits });
    assert.equal(world.text('a.txt'), 'x\r\ny');
  });

  it('refuses all where one edit finds another number of places than it expects', async () => {
    const world = new MemoryWorld({ 'a.txt': 'x\nx\ny\n' });
    const edits = [
      { filePath: 'a.txt', oldString: 'y', newString: 'x', expectedReplacements: 1 },
      { filePath: 'a.txt', oldString: 'x', newString: 'z', expectedReplacements: 2 },
    ];
    assert.match(
      await fail(multiEdit, world, { edits }, 'AMBIGUOUS_MATCH'),
      /^Edit 2 of 2 \(after the edits before it\): oldString occurs 3 times .* lines 1, 2, 3, but expectedReplacements is 2/,
    );
  });

  it('counts no file in which the edits cancel each other out, and says so', async () => {
    const world = new MemoryWorld({ 'a.txt': 'x\n', 'b.txt': 'p\n' });
    const edit = (filePath: string, oldString: string, newString: string) => ({ filePath, oldString, newString });
    const { text, result } = await succeed(multiEdit, world, {
      edits: [edit('a.txt', 'x', 'y'), edit('a.txt', 'y', 'x'), edit('b.txt', 'p', 'q')],
    });
    assert.match(text, /^Edited 1 file: 1 replacement\.\n3\. b\.txt: 1 replacement \(tier: exact\), line 1\n/);
    assert.match(text, /The edits in a\.txt cancel each other out, so it was not changed\./);
    assert.deepEqual(result.files, [{ filePath: 'b.txt', replacements: 1 }]);
    assert.equal(result.totalReplacements, 1);
    assert.equal(inEnglish(world.asked[0]?.title ?? assert.fail()), 'Edit b.txt');
  });

  it('tells the lines of what a later edit takes up or takes out', async () => {
    const world = new MemoryWorld({ 'a.txt': 'a\nb\nc\nd\n' });
    const edit = (oldString: string, newString: string) => ({ filePath: 'a.txt', oldString, newString });
    const { result } = await succeed(multiEdit, world, {
      edits: [edit('c', 'C'), edit('b\nC', 'B\n\nC'), edit('a\n', ''), edit('d\n', '')],
    });
    assert.equal(world.text('a.txt'), 'B\n\nC\n');
    const lines = (result['results'] as { lines: unknown }[]).map((each) => each.lines);
    assert.deepEqual(lines, [[1], [1], [1], [3]]);
  });
});

import assert from 'node:assert/strict';
import { useGround } from '../ground.ts';

describe('tools called as models call others', () => {
  const ground = useGround('tools-spelled');
  const path = (): string => ground.path('a.txt');

  it('several edits of one file, with strings for numbers, tell each edit', async () => {
    ground.put('a.txt', 'one\ntwo\ntwo\n');
    const result = await ground.done('redline_multi_edit', {
      file_path: path(),
      edits: [
        { old_string: 'two', new_string: '2', expected_replacements: '2' },
        { old_string: 'one\n', new_string: '0\n1\n', replace_all: 'false' },
      ],
      dry_run: 'false',
    });
    assert.equal(ground.text('a.txt'), '0\n1\n2\n2\n');
    assert.deepEqual(result, {
      totalReplacements: 3,
      results: [
        { filePath: path(), replacements: 2, tier: 'exact', lines: [3, 4] },
        { filePath: path(), replacements: 1, tier: 'exact', lines: [1] },
      ],
      files: [{ filePath: path(), replacements: 3 }],
    });
  });

  it('lines from a number to a pattern, and a block by its end', async () => {
    ground.put('a.txt', 'a {\n}\nb {\n}\nc\n');
    const lines = { file_path: path(), start_pattern: 'b {', end_pattern: '}', expected_text: 'b {\n}' };
    await ground.done('redline_delete_lines', lines);
    assert.equal(ground.text('a.txt'), 'a {\n}\nc\n');
    await ground.done('redline_delete_lines', {
      path: path(),
      start_line: '2',
      end_pattern: 'c',
      expectedText: '}\nc',
    });
    assert.equal(ground.text('a.txt'), 'a {\n');
  });

  it('an appended text is told apart from the file', async () => {
    ground.put('a.txt', 'one\n');
    const result = await ground.done('redline_write_file', { file_path: path(), contents: 'two\n', mode: 'append' });
    const { bytesWritten, newSize } = result as { bytesWritten: number; newSize: number };
    assert.deepEqual([bytesWritten, newSize], [4, 8]);
  });
});

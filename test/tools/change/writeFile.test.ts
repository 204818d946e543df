import assert from 'node:assert/strict';
import { writeFile } from '../../../src/tools/change/writeFile.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

describe('redline_write_file', () => {
  const written: [string, Record<string, string>, object, string, string | undefined][] = [
    ['creates a file', {}, { filePath: 'a.txt', content: 'x\n' }, 'a.txt', 'x\n'],
    ['creates folders above it', {}, { filePath: 'a/b/c.txt', content: '' }, 'a/b/c.txt', ''],
    ['overwrites', { 'a.txt': 'old' }, { filePath: 'a.txt', content: 'new' }, 'a.txt', 'new'],
    ['keeps CRLF', { 'a.txt': 'a\r\nb\r\n' }, { filePath: 'a.txt', content: 'a\nc\n' }, 'a.txt', 'a\r\nc\r\n'],
    ['keeps a lone CR', { 'a.txt': 'a\rb\r' }, { filePath: 'a.txt', content: 'a\nc\n' }, 'a.txt', 'a\rc\r'],
    ['takes CRLF literally', { 'a.txt': 'a\n' }, { filePath: 'a.txt', content: 'a\r\nb' }, 'a.txt', 'a\r\nb'],
    ['keeps a byte order mark', { 'a.txt': '\ufeffa' }, { filePath: 'a.txt', content: 'b' }, 'a.txt', '\ufeffb'],
    ['appends', { 'a.txt': 'a\n' }, { filePath: 'a.txt', content: 'b\n', mode: 'append' }, 'a.txt', 'a\nb\n'],
    [
      'appends CRLF',
      { 'a.txt': 'a\r\n' },
      { filePath: 'a.txt', content: 'b\n', mode: 'append' },
      'a.txt',
      'a\r\nb\r\n',
    ],
    ['creates by append', {}, { filePath: 'a.txt', content: 'b', mode: 'append' }, 'a.txt', 'b'],
    ['takes other names', {}, { file_path: 'a.txt', contents: 'x' }, 'a.txt', 'x'],
  ];
  for (const [name, files, input, path, expected] of written) {
    it(name, async () => {
      const world = new MemoryWorld(files);
      const { result } = await succeed(writeFile, world, input);
      assert.equal(world.text(path), expected);
      assert.equal(result.created, !(path in files));
      assert.equal(result.newSize, world.files.get(path)?.length);
    });
  }

  it('tells how much was appended, and how long the file is now', async () => {
    const world = new MemoryWorld({ 'a.txt': 'é\r\n' });
    const input = { filePath: 'a.txt', content: 'ü\n', mode: 'append' };
    const { text, result } = await succeed(writeFile, world, input);
    assert.deepEqual([result.bytesWritten, result.newSize], [4, 8]);
    assert.match(text, /^Appended 4 bytes to a\.txt \(now 8 bytes\)\./);
    const first = await succeed(writeFile, world, { ...input, filePath: 'b.txt' });
    assert.deepEqual([first.result.bytesWritten, first.result.newSize], [3, 3]);
    const over = await succeed(writeFile, world, { filePath: 'a.txt', content: 'short' });
    assert.deepEqual([over.result.bytesWritten, over.result.newSize], [5, 5]);
  });

  it('says so when appended text continues the last line', async () => {
    const world = new MemoryWorld({ 'a.txt': 'a' });
    const { text } = await succeed(writeFile, world, { filePath: 'a.txt', content: 'b', mode: 'append' });
    assert.match(text, /continues its last line/);
  });

  const refused: [string, Record<string, string>, object, Parameters<typeof fail>[3]][] = [
    ['to create over a file', { 'a.txt': 'a' }, { filePath: 'a.txt', content: 'b', mode: 'create' }, 'ALREADY_EXISTS'],
    ['to write what is there', { 'a.txt': 'a' }, { filePath: 'a.txt', content: 'a' }, 'NO_CHANGE'],
    ['a file where a folder must be', { a: 'a' }, { filePath: 'a/b.txt', content: 'b' }, 'ALREADY_EXISTS'],
    ['another hash', { 'a.txt': 'a' }, { filePath: 'a.txt', content: 'b', expectedSha256: '0'.repeat(64) }, 'STALE'],
    ['a hash of nothing', {}, { filePath: 'a.txt', content: 'b', expectedSha256: '0'.repeat(64) }, 'NOT_FOUND'],
  ];
  for (const [name, files, input, code] of refused) {
    it(`refuses ${name}`, async () => {
      const world = new MemoryWorld(files);
      await fail(writeFile, world, input, code);
      assert.equal(world.asked.length, 0);
    });
  }
});

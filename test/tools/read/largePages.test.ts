import assert from 'node:assert/strict';
import { readFile } from '../../../src/tools/read/readFile.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

describe('a page of a large file', () => {
  const page = {
    lines: [{ text: 'five', bytes: 4, cut: false }],
    startLine: 5,
    nextStartLine: 6,
    stoppedBy: 'maxLines' as const,
    totalLines: undefined,
    sha256: undefined,
    size: 2 ** 30,
    modified: 0,
    encoding: 'utf8',
    encodingErrors: 0,
    eols: { lf: 5, crlf: 0, cr: 0 },
    changedMeanwhile: false,
  };

  it('says what was not found out, and how to go on', async () => {
    const world = new MemoryWorld({ 'big.log': '' });
    world.pages.set('big.log', page);
    const { text, result } = await succeed(readFile, world, { filePath: 'big.log', startLine: 5, maxLines: 1 });
    assert.deepEqual([result.totalLines, result.sha256, result.nextStartLine], [null, null, 6]);
    assert.deepEqual(text.split('\n'), [
      'big.log: lines 5–5; 1.0 GiB; utf8; line endings LF so far; SHA-256 not computed, because the file is large',
      '     5→five',
      'More lines; continue with redline_read_file {"filePath":"big.log","startLine":6}',
    ]);
  });

  it('says in JSON, too, that it may mix two versions', async () => {
    const world = new MemoryWorld({ 'big.log': '' });
    world.pages.set('big.log', { ...page, changedMeanwhile: true });
    const { text, result } = await succeed(readFile, world, { filePath: 'big.log', startLine: 5, maxLines: 1 });
    const note = 'The file changed while it was being read: this page may mix two versions. Read it again.';
    assert.ok(text.includes(note));
    assert.deepEqual(result.notes, [note]);
  });

  it('of the JSON of a notebook goes on in its JSON', async () => {
    const world = new MemoryWorld({ 'n.ipynb': '{}' });
    world.pages.set('n.ipynb', page);
    const { text } = await succeed(readFile, world, { filePath: 'n.ipynb', cell: 'raw', startLine: 5, maxLines: 1 });
    assert.match(text, /\{"filePath":"n\.ipynb","cell":"raw","startLine":6\}$/);
  });

  it('has no cells, unless the file is a notebook', async () => {
    const world = new MemoryWorld({ 'big.txt': '' });
    world.pages.set('big.txt', page);
    assert.match(
      await fail(readFile, world, { filePath: 'big.txt', cell: '3' }, 'VALIDATION_ERROR'),
      /is not a notebook/,
    );
  });

  it('refuses a line past the end', async () => {
    const world = new MemoryWorld({ 'big.log': '' });
    world.pages.set('big.log', { ...page, lines: [], startLine: 99, nextStartLine: undefined, totalLines: 7 });
    assert.match(await fail(readFile, world, { filePath: 'big.log', startLine: 99 }, 'VALIDATION_ERROR'), /1 to 7/);
  });
});

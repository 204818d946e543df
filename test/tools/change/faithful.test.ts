import assert from 'node:assert/strict';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { deletePath } from '../../../src/tools/change/deletePath.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { deleteLines, replaceLines } from '../../../src/tools/change/edit/lineTools.ts';
import { copyPath, movePath } from '../../../src/tools/change/moveCopy.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import { editNotebook } from '../../../src/tools/change/editNotebook.ts';
import { renameSymbol } from '../../../src/tools/change/renameSymbol.ts';
import { allTools } from '../../../src/tools/allTools.ts';
import type { Tool } from '../../../src/tools/shared/tool.ts';
import { writeFile } from '../../../src/tools/change/writeFile.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const utf16 = (text: string): Uint8Array => Buffer.from(text, 'utf16le');

/** Texts that their encoding does not give back to the byte: as bytes, and the encoding that the settings say. */
const lossy: [string, Uint8Array, string?][] = [
  ['UTF-16 without a byte order mark', utf16('one\ntwo\n')],
  ['big-endian UTF-16 without a byte order mark', Buffer.from(utf16('one\ntwo\n')).swap16()],
  [
    'UTF-16 with a byte left over',
    Buffer.concat([Uint8Array.of(0xff, 0xfe), utf16('one\ntwo\n'), Uint8Array.of(0x61)]),
  ],
  ['bytes that are no Shift JIS', Buffer.concat([Buffer.from('one\ntwo\n'), Uint8Array.of(0x81, 0x0a)]), 'shift_jis'],
];

const patched = '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n';
const moved = 'diff --git a/a.txt b/b.txt\nsimilarity index 100%\nrename from a.txt\nrename to b.txt\n';

/** Calls that change a part of a text, or take it for one. */
const changing: [string, Tool, object][] = [
  ['an edit', editFile, { filePath: 'a.txt', oldString: 'one', newString: 'ONE' }],
  ['edits', multiEdit, { edits: [{ filePath: 'a.txt', oldString: 'one', newString: 'ONE' }] }],
  ['lines', replaceLines, { filePath: 'a.txt', startLine: 1, expectedText: 'one', newContent: 'ONE' }],
  ['lines that go', deleteLines, { filePath: 'a.txt', startLine: 1, expectedText: 'one' }],
  ['what is appended', writeFile, { filePath: 'a.txt', content: 'three\n', mode: 'append' }],
  ['an overwriting', writeFile, { filePath: 'a.txt', content: 'three\n' }],
  ['a rename', renameSymbol, { filePath: 'a.txt', symbol: 'one', newName: 'ONE', line: 1 }],
  ['a patch', applyPatch, { patchText: patched }],
  [
    'a patch that moves and changes',
    applyPatch,
    { patchText: `${moved}--- a/a.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-one\n+ONE\n` },
  ],
  [
    'a patch that copies and changes',
    applyPatch,
    { patchText: `${moved.replaceAll('rename', 'copy')}--- a/a.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-one\n+ONE\n` },
  ],
];

/** A call that no text but a notebook takes. */
const ofNotebooks: [string, Tool, object] = [
  'a new cell',
  editNotebook,
  { filePath: 'a.txt', action: 'insert', source: 'x' },
];

/** Calls that leave all bytes as they are: what is there afterwards. */
const keeping: [string, Tool, object, readonly string[]][] = [
  ['a deletion', deletePath, { path: 'a.txt' }, []],
  ['a move', movePath, { from: 'a.txt', to: 'b.txt' }, ['b.txt']],
  ['a copy', copyPath, { from: 'a.txt', to: 'b.txt' }, ['a.txt', 'b.txt']],
  ['a patch that only moves', applyPatch, { patchText: moved }, ['b.txt']],
];

/** A world with one file, whose language service renames its first word. */
function renamingWorld(bytes: Uint8Array): MemoryWorld {
  const world = new MemoryWorld({ 'a.txt': bytes });
  const edit = { start: { line: 0, column: 0 }, end: { line: 0, column: 3 }, text: 'ONE' };
  world.languages = {
    rename: async (uri) => ({ files: new Map([[uri, [edit]]]), moves: [], createsOrDeletes: false }),
    definitions: async () => [],
  };
  return world;
}

describe('a text that would not survive a change', () => {
  it('is held against every tool that changes files', () => {
    const tried = new Set([...changing, ...keeping, ofNotebooks].map(([, tool]) => tool.name));
    const others = allTools.filter(({ kind, name }) => kind === 'change' && !tried.has(name));
    assert.deepEqual(
      others.map(({ name }) => name),
      ['redline_create_directory'],
    );
  });

  for (const [what, bytes, encoding] of lossy) {
    const worldWith = (): MemoryWorld => {
      const world = renamingWorld(bytes);
      if (encoding !== undefined) world.encodings.set('a.txt', encoding);
      return world;
    };
    for (const [name, tool, input] of [...changing, ofNotebooks]) {
      it(`(${what}) is refused to ${name}, and nobody is asked`, async () => {
        const world = worldWith();
        assert.match(await fail(tool, world, input, 'ENCODING'), /files\.encoding/);
        assert.equal(world.asked.length, 0);
      });
    }
    for (const [name, tool, input, there] of keeping) {
      it(`(${what}) keeps its bytes in ${name}`, async () => {
        const world = worldWith();
        await succeed(tool, world, input);
        assert.deepEqual([...world.files.keys()].sort(), there);
        for (const path of there) assert.deepEqual(world.files.get(path), bytes);
      });
    }
  }

  for (const [name, tool, input] of changing) {
    it(`is none in UTF-8 with broken bytes, which ${name} leaves alone`, async () => {
      const broken = Buffer.concat([Buffer.from('one\ntwo\n'), Uint8Array.of(0xff, 0xc3, 0x0a)]);
      const world = renamingWorld(broken);
      await succeed(tool, world, input);
      const after = Buffer.from(world.files.get('b.txt') ?? world.files.get('a.txt') ?? '').toString('latin1');
      if (!('content' in input) || 'mode' in input) assert.match(after, /\xff\xc3\n/);
    });
  }
});

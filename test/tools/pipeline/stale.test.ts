import assert from 'node:assert/strict';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { deletePath } from '../../../src/tools/change/deletePath.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { replaceLines } from '../../../src/tools/change/edit/lineTools.ts';
import { movePath } from '../../../src/tools/change/moveCopy.ts';
import { multiEdit } from '../../../src/tools/change/edit/multiEdit.ts';
import { readFile } from '../../../src/tools/read/readFile.ts';
import { runTool } from '../../../src/tools/pipeline/run.ts';
import type { Tool } from '../../../src/tools/shared/tool.ts';
import { writeFile } from '../../../src/tools/change/writeFile.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const now = 'one\ntwo!\nthree\n';
const calls: [string, Tool, object][] = [
  ['an edit', editFile, { filePath: 'a.txt', oldString: 'two', newString: 'TWO' }],
  ['edits', multiEdit, { edits: [{ filePath: 'a.txt', oldString: 'two', newString: 'TWO' }] }],
  ['lines', replaceLines, { filePath: 'a.txt', startLine: 2, newContent: 'TWO' }],
  ['an overwriting', writeFile, { filePath: 'a.txt', content: 'TWO\n' }],
  ['a patch', applyPatch, { patchText: '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two!\n+TWO\n three\n' }],
];

async function changedSince(before: string, after: string): Promise<MemoryWorld> {
  const world = new MemoryWorld({ 'a.txt': before });
  await succeed(readFile, world, { filePath: 'a.txt' });
  world.put('a.txt', after);
  return world;
}

describe('a file that changed since it was read', () => {
  for (const [name, tool, input] of calls) {
    it(`is shown to ${name}, which goes through when it is repeated`, async () => {
      const world = await changedSince('one\ntwo\nthree\n', now);
      const words = await fail(tool, world, input, 'STALE');
      assert.match(words, /-two\n\+two!/);
      assert.match(words, /counts as read/);
      assert.doesNotMatch(words, /redline_read_file/);
      await succeed(tool, world, input);
      assert.match(world.text('a.txt') ?? '', /TWO/);
    });

    it(`is shown to ${name} again where it changed again`, async () => {
      const world = await changedSince('one\ntwo\nthree\n', 'one\n2 two!\nthree\n');
      const first = await fail(
        tool,
        world,
        { ...input, dryRun: true },
        tool === applyPatch ? 'PATCH_CONFLICT' : 'STALE',
      );
      assert.ok(first.length > 0);
      world.put('a.txt', now);
      await fail(tool, world, input, 'STALE');
    });
  }

  it('must be read again if the diff was truncated', async () => {
    const many = (word: string): string => Array.from({ length: 2000 }, (_, at) => `${word} ${at}\n`).join('');
    const world = await changedSince(many('old'), many('new'));
    const edit = { filePath: 'a.txt', oldString: 'new 7\n', newString: 'x\n' };
    for (let time = 1; time <= 2; time++) {
      const words = await fail(editFile, world, edit, 'STALE');
      assert.match(words, /Read a\.txt again with redline_read_file/);
      assert.match(words, /… not shown/);
    }
    await succeed(readFile, world, { filePath: 'a.txt' });
    await succeed(editFile, world, edit);
  });

  it('is reported with all others of the call, so that one retry suffices', async () => {
    const world = await changedSince('a\n', 'A\n');
    world.put('b.txt', 'b\n');
    await succeed(readFile, world, { filePath: 'b.txt' });
    world.put('b.txt', 'B\n');
    const edits = ['a', 'b'].map((name) => ({
      filePath: `${name}.txt`,
      oldString: name.toUpperCase(),
      newString: `new ${name}`,
    }));
    assert.match(await fail(multiEdit, world, { edits }, 'STALE'), /^a\.txt, b\.txt changed[^]*-a\n\+A[^]*-b\n\+B/);
    await succeed(multiEdit, world, { edits });
    assert.equal(world.text('b.txt'), 'new b\n');
  });
});

describe('a file that changed since it was read is not overwritten', () => {
  const whole: [string, Tool, object, string | Uint8Array, RegExp][] = [
    ['its deletion', deletePath, { path: 'a.txt' }, 'one\nimportant\n', /^\+important$/m],
    ['a deletion, where it became shorter', deletePath, { path: 'a.txt' }, 'one\n', /^-two$/m],
    ['the deletion of its folder', deletePath, { path: '.d', recursive: true }, 'one\n', /^-two$/m],
    ['a move onto it', movePath, { from: 'b.txt', to: 'a.txt', overwrite: true }, 'one\n', /^-two$/m],
    [
      'a patch that deletes it',
      applyPatch,
      { patchText: '*** Begin Patch\n*** Delete File: a.txt\n*** End Patch' },
      'one\n',
      /^-two$/m,
    ],
    [
      'an overwriting, where it is binary',
      writeFile,
      { filePath: 'a.txt', content: 'x\n' },
      Uint8Array.of(1, 0, 2),
      /^a\.txt was text, and is a binary file of 3 bytes now\.$/m,
    ],
    ['a deletion, where it is binary', deletePath, { path: 'a.txt' }, Uint8Array.of(1, 0, 2), /is a binary file/],
  ];
  for (const [name, tool, input, now, shown] of whole) {
    it(`by ${name}, which goes through when it is repeated`, async () => {
      const path = 'path' in input && input.path === '.d' ? '.d/a.txt' : 'a.txt';
      const world = new MemoryWorld({ [path]: 'one\ntwo\n', 'b.txt': 'b\n' });
      await succeed(readFile, world, { filePath: path });
      world.put(path, now);
      const words = await fail(tool, world, input, 'STALE');
      assert.match(words, /counts as read/);
      assert.match(words, shown);
      await succeed(tool, world, input);
    });
  }

  it('by a patch that moves and changes it', async () => {
    const world = await changedSince('one\ntwo\nthree\n', now);
    const patchText =
      '*** Begin Patch\n*** Update File: a.txt\n*** Move to: c.txt\n@@\n one\n-two!\n+TWO\n*** End Patch';
    assert.match(await fail(applyPatch, world, { patchText }, 'STALE'), /-two\n\+two!/);
    await succeed(applyPatch, world, { patchText });
  });

  it('by a move, which says what changed', async () => {
    const world = await changedSince('one\ntwo\nthree\n', now);
    const { text } = await succeed(movePath, world, { from: 'a.txt', to: 'c.txt' });
    assert.match(text, /Other lines of a\.txt changed since it was last read \(before this call: 2\)/);
  });

  it('but is deleted at once if only its encoding changed', async () => {
    const world = await changedSince('one\n', '\ufeffone\n');
    await succeed(deletePath, world, { path: 'a.txt' });
  });
});

describe('a file that changed since another chat read it', () => {
  const chat = (name: string): { token: object } => ({ token: { sessionResource: name } });

  /** What chat B is answered after chat A read the file and it changed. */
  async function calledByAnother(tool: Tool, input: object): Promise<string> {
    const world = new MemoryWorld({ 'a.txt': 'one\ntwo\nthree\n' });
    await runTool(readFile, { filePath: 'a.txt' }, { ...world.call, ...chat('A') }, world.world());
    world.put('a.txt', now);
    const outcome = await runTool(tool, input, { ...world.call, ...chat('B') }, world.world());
    return outcome.ok ? (world.text('a.txt') ?? '') : `${outcome.error.code}: ${outcome.error.message}`;
  }

  for (const [name, tool, input] of calls) {
    if (tool === replaceLines) continue;
    it(`is changed by ${name} of a chat that never read it`, async () => {
      assert.match(await calledByAnother(tool, input), /^[^:]*TWO/);
    });
  }

  it('must be read by a chat before it refers to lines by number', async () => {
    const input = { filePath: 'a.txt', startLine: 2, newContent: 'TWO' };
    assert.match(await calledByAnother(replaceLines, input), /^VALIDATION_ERROR: You have not read line 2 of a\.txt/);
  });

  it('is stale to the chat that read it, also where the other chat changed it', async () => {
    const world = new MemoryWorld({ 'a.txt': 'one\ntwo\nthree\n' });
    const edit = (oldString: string, newString: string): object => ({ filePath: 'a.txt', oldString, newString });
    const inChat = (name: string, tool: Tool, input: object): ReturnType<typeof runTool> =>
      runTool(tool, input, { ...world.call, ...chat(name) }, world.world());
    await inChat('A', readFile, { filePath: 'a.txt' });
    assert.ok((await inChat('B', editFile, edit('two', 'TWO'))).ok);
    const outcome = await inChat('A', editFile, edit('TWO', 'zwei'));
    assert.ok(!outcome.ok);
    assert.equal(outcome.error.code, 'STALE');
    assert.match(outcome.error.message, /-two\n\+TWO/);
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { set, shown, tabs, useGround, withSettings } from '../ground.ts';
import { has, itNeeds } from '../place.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, 'utf16le')]);

/** What is written in a file around the one word that is edited, before and after, and the setting of its encoding. */
const fidelity: readonly (readonly [name: string, before: Buffer, after: Buffer, encoding?: string])[] = [
  ['plain', latin('one\ntwo\n'), latin('one\nTWO\n')],
  ['CRLF', latin('one\r\ntwo\r\n'), latin('one\r\nTWO\r\n')],
  ['mixed line endings', latin('one\r\ntwo\nx\r\n'), latin('one\r\nTWO\nx\r\n')],
  ['lone CR', latin('one\rtwo\rx\n'), latin('one\rTWO\rx\n')],
  ['no final newline', latin('one\ntwo'), latin('one\nTWO')],
  ['trailing white space', latin('one  \t\ntwo\n\n\n'), latin('one  \t\nTWO\n\n\n')],
  ['byte order mark', latin('\xef\xbb\xbfone\ntwo\n'), latin('\xef\xbb\xbfone\nTWO\n')],
  ['UTF-16 with mark', utf16('one\r\ntwo é\r\n'), utf16('one\r\nTWO é\r\n')],
  ['invalid UTF-8', latin('caf\xe9\ntwo\n\xff\xfe!\n'), latin('caf\xe9\nTWO\n\xff\xfe!\n')],
  ['windows-1252', latin('caf\xe9 \x80\ntwo\n'), latin('caf\xe9 \x80\nTWO\n'), 'windows1252'],
  ['Shift-JIS', latin('\x93\xfa\x96{\ntwo\n'), latin('\x93\xfa\x96{\nTWO\n'), 'shiftjis'],
];

const edit = (file: string, oldString = 'two', newString = 'TWO'): object => ({ filePath: file, oldString, newString });

describe('applying', () => {
  const ground = useGround('applying');

  for (const [name, before, after, encoding] of fidelity) {
    for (const siblings of [0, 2]) {
      it(`keeps every other byte: ${name}, ${siblings === 0 ? 'alone' : 'among several files'}`, async () => {
        await withSettings(encoding === undefined ? {} : { 'files.encoding': encoding }, async () => {
          ground.put('a.txt', before);
          const others = Array.from({ length: siblings }, (_, at) => `b${at}.txt`);
          for (const other of others) ground.put(other, 'two\n');
          const edits = ['a.txt', ...others].map((file) => edit(ground.path(file)));
          await ground.done('redline_multi_edit', { edits });
          assert.deepEqual(ground.bytes('a.txt'), after);
          for (const other of others) assert.equal(ground.text(other), 'TWO\n');
        });
        assert.deepEqual(tabs(), [], 'no tab is left');
      });
    }
  }

  for (const mode of [0o600, 0o644, 0o755, 0o640]) {
    itNeeds('modes', `keeps the mode ${mode.toString(8)}`, async () => {
      ground.put('a.txt', 'two\n', mode);
      await ground.done('redline_edit_file', edit(ground.path('a.txt')));
      assert.equal(ground.text('a.txt'), 'TWO\n');
      assert.equal(ground.mode('a.txt'), mode);
    });
  }

  itNeeds('links', 'keeps hard links one file', async () => {
    ground.put('a.txt', 'two\n');
    linkSync(path.join(ground.folder, 'a.txt'), path.join(ground.folder, 'b.txt'));
    await ground.approved('redline_edit_file', edit(ground.path('a.txt')));
    assert.equal(ground.text('b.txt'), 'TWO\n');
    assert.equal(statSync(path.join(ground.folder, 'a.txt')).nlink, 2);
  });

  itNeeds('links', 'edits the target of a link, which stays a link', async () => {
    ground.put('a.txt', 'two\n');
    symlinkSync('a.txt', path.join(ground.folder, 'l.txt'));
    await ground.done('redline_edit_file', edit(ground.path('l.txt')));
    assert.equal(ground.text('a.txt'), 'TWO\n');
    assert.equal(readlinkSync(path.join(ground.folder, 'l.txt')), 'a.txt');
  });

  for (const count of [1, 3, 12]) {
    itNeeds('modes', `keeps what only an inode has, ${count} files a call`, async () => {
      const names = Array.from({ length: count }, (_, at) => `i${at}.txt`);
      for (const name of names) ground.put(name, 'two\n');
      linkSync(ground.uri('i0.txt').fsPath, ground.uri('twin.txt').fsPath);
      const files = names.map((name) => ground.uri(name).fsPath);
      // Not on every machine is there a tool for them, nor on every disk a place.
      const has = spawnSync('setfattr', ['-n', 'user.redline', '-v', 'kept', ...files]).status === 0;
      const inodes = (): readonly number[] => files.map((file) => statSync(file).ino);
      const before = inodes();
      const edits = names.map((name) => ({ filePath: ground.path(name), oldString: 'two', newString: 'twenty-two' }));
      await ground.approved('redline_multi_edit', { edits });
      await ground.approved('redline_multi_edit', {
        edits: edits.map((each) => ({ ...each, oldString: 'twenty-two', newString: '2' })),
      });
      assert.deepEqual(new Set(names.map((name) => ground.text(name))), new Set(['2\n']));
      assert.equal(ground.text('twin.txt'), '2\n');
      assert.deepEqual(inodes(), before);
      if (!has) return;
      const seen = spawnSync('getfattr', ['--absolute-names', '--only-values', '-n', 'user.redline', ...files]);
      assert.equal(String(seen.stdout), 'kept'.repeat(count));
    });
  }

  itNeeds('modes', 'sets the executable bit by patch', async () => {
    ground.put('run.sh', 'echo two\n', 0o640);
    const file = ground.path('run.sh');
    await ground.done('redline_apply_patch', {
      patchText: `diff --git a/${file} b/${file}\nold mode 100644\nnew mode 100755\n--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-echo two\n+echo TWO\n`,
    });
    assert.equal(ground.text('run.sh'), 'echo TWO\n');
    assert.equal(ground.mode('run.sh'), 0o750);
  });

  it('copies and moves with an edit, by patch', async () => {
    ground.put('a.txt', 'one\ntwo\n', 0o600);
    const [a, b, c] = ['a.txt', 'b.txt', 'c.txt'].map((file) => ground.path(file));
    const hunk = '@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n';
    const copy = `diff --git a/${a} b/${b}\nsimilarity index 50%\ncopy from ${a}\ncopy to ${b}\n--- a/${a}\n+++ b/${b}\n${hunk}`;
    await ground.done('redline_apply_patch', { patchText: copy });
    assert.deepEqual([ground.text('a.txt'), ground.text('b.txt')], ['one\ntwo\n', 'one\nTWO\n']);
    const move = `diff --git a/${a} b/${c}\nsimilarity index 50%\nrename from ${a}\nrename to ${c}\n--- a/${a}\n+++ b/${c}\n${hunk}`;
    await ground.done('redline_apply_patch', { patchText: move });
    assert.deepEqual([ground.exists('a.txt'), ground.text('c.txt')], [false, 'one\nTWO\n']);
    if (has('modes')) assert.equal(ground.mode('c.txt'), 0o600);
  });

  for (const order of ['copied and moved', 'moved and copied'] as const)
    it(`takes what git writes of a file that is ${order}`, async () => {
      ground.put('a.txt', 'one\ntwo\n');
      const [a, b, c] = ['a.txt', 'b.txt', 'c.txt'].map((file) => ground.path(file));
      const to = (verb: string, file: string | undefined, line: string): string =>
        `diff --git a/${a} b/${file}\nsimilarity index 50%\n${verb} from ${a}\n${verb} to ${file}\n--- a/${a}\n+++ b/${file}\n@@ -1,2 +1,2 @@\n one\n-two\n+${line}\n`;
      const [copied, moved] = [to('copy', b, 'copied'), to('rename', c, 'moved')];
      await ground.done('redline_apply_patch', {
        patchText: order === 'copied and moved' ? copied + moved : moved + copied,
      });
      assert.equal(ground.exists('a.txt'), false);
      assert.deepEqual([ground.text('b.txt'), ground.text('c.txt')], ['one\ncopied\n', 'one\nmoved\n']);
    });

  itNeeds('links', 'moves, copies and deletes links as links, alone and in folders', async () => {
    ground.put('real/a.txt', 'kept\n');
    mkdirSync(path.join(ground.folder, 'f'));
    symlinkSync('../real', path.join(ground.folder, 'f/toFolder'));
    symlinkSync('nowhere', path.join(ground.folder, 'f/broken'));
    const linkAt = (file: string): string => readlinkSync(path.join(ground.folder, file));
    await ground.approved('redline_copy', { from: ground.path('f'), to: ground.path('g') });
    assert.deepEqual([linkAt('g/toFolder'), linkAt('g/broken')], ['../real', 'nowhere']);
    await ground.approved('redline_move', { from: ground.path('g'), to: ground.path('h') });
    assert.deepEqual([linkAt('h/toFolder'), linkAt('h/broken')], ['../real', 'nowhere']);
    assert.equal(ground.exists('g'), false);
    await ground.approved('redline_move', { from: ground.path('h/toFolder'), to: ground.path('moved') });
    assert.equal(linkAt('moved'), '../real');
    await ground.done('redline_delete', { path: ground.path('f/toFolder') });
    await ground.done('redline_delete', { path: ground.path('f'), recursive: true });
    assert.equal(ground.exists('f'), false);
    assert.equal(ground.text('real/a.txt'), 'kept\n');
  });

  it('moves over a file, copies over a file, and changes only the case of a name', async () => {
    ground.put('a.txt', 'a\n', 0o600);
    ground.put('b.txt', 'b\n');
    await ground.done('redline_copy', { from: ground.path('a.txt'), to: ground.path('b.txt'), overwrite: true });
    assert.equal(ground.text('b.txt'), 'a\n');
    if (has('modes')) assert.equal(ground.mode('b.txt'), 0o600);
    ground.put('c.txt', 'c\n');
    await ground.done('redline_move', { from: ground.path('c.txt'), to: ground.path('b.txt'), overwrite: true });
    assert.deepEqual([ground.text('b.txt'), ground.exists('c.txt')], ['c\n', false]);
    await ground.done('redline_move', { from: ground.path('b.txt'), to: ground.path('B.txt') });
    assert.deepEqual([ground.exists('b.txt'), ground.text('B.txt')], [false, 'c\n']);
  });

  it('creates files with their folders, and binary bytes survive moves', async () => {
    await ground.done('redline_write_file', { filePath: ground.path('x/y/z.txt'), content: 'new\r\nlines' });
    assert.equal(ground.text('x/y/z.txt'), 'new\r\nlines');
    ground.put('x/b.bin', Buffer.of(0, 1, 2, 255));
    await ground.done('redline_move', { from: ground.path('x'), to: ground.path('w') });
    assert.deepEqual(ground.bytes('w/b.bin'), Buffer.of(0, 1, 2, 255));
    const { type } = await vscode.workspace.fs.stat(ground.uri('w/y'));
    assert.equal(type, vscode.FileType.Directory);
  });

  it('gives a new file the encoding of its language', () =>
    withSettings({ '[plaintext]': { 'files.encoding': 'windows1252' } }, async () => {
      for (const file of ['new.txt', 'new.md'])
        await ground.done('redline_write_file', { filePath: ground.path(file), content: 'größer\n' });
      assert.deepEqual(ground.bytes('new.txt'), Buffer.from('größer\n', 'latin1'));
      assert.deepEqual(ground.bytes('new.md'), Buffer.from('größer\n'));
    }));

  for (const settings of [
    { 'editor.formatOnSave': true, 'files.trimTrailingWhitespace': true, 'files.insertFinalNewline': true },
    { '[plaintext]': { 'files.trimTrailingWhitespace': true, 'files.insertFinalNewline': true } },
    { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 100, 'files.trimTrailingWhitespace': true },
  ]) {
    it(`writes the approved bytes under ${JSON.stringify(settings)}`, async () => {
      await withSettings(settings, async () => {
        ground.put('a.txt', 'one  \ntwo');
        ground.put('b.txt', 'one  \ntwo');
        await ground.done('redline_edit_file', edit(ground.path('a.txt')));
        assert.equal(ground.text('a.txt'), 'one  \nTWO');
        const edits = ['a.txt', 'b.txt'].map((file) => edit(ground.path(file), 'one', 'ONE'));
        await ground.done('redline_multi_edit', { edits });
        assert.deepEqual([ground.text('a.txt'), ground.text('b.txt')], ['ONE  \nTWO', 'ONE  \ntwo']);
      });
    });
  }

  it('saves with participants where the setting says so, and answers with the final text', async () => {
    const settings = { 'redline.save': 'withParticipants', 'files.trimTrailingWhitespace': true };
    await withSettings(settings, async () => {
      ground.put('a.txt', 'one  \ntwo\n');
      const result = await ground.done('redline_edit_file', edit(ground.path('a.txt')));
      assert.equal(ground.text('a.txt'), 'one\nTWO\n');
      const read = await ground.done('redline_path_info', { path: ground.path('a.txt') }).catch(() => undefined);
      const sha = (value: unknown): unknown => JSON.stringify(value).match(/"sha256(?:After)?":"(\w{64})"/)?.[1];
      if (read !== undefined) assert.equal(sha(result), sha(read));
      await ground.done('redline_write_file', { filePath: ground.path('n.txt'), content: 'new  \n' });
      assert.equal(ground.text('n.txt'), 'new\n');
    });
  });

  it('leaves the text unsaved where the setting says so', async () => {
    await set('redline.save', 'never');
    try {
      ground.put('a.txt', 'two\n');
      await ground.done('redline_edit_file', edit(ground.path('a.txt')));
      assert.equal(ground.text('a.txt'), 'two\n');
      assert.equal(await shown(ground.uri('a.txt')), 'TWO\n');
      await vscode.window.showTextDocument(ground.uri('a.txt'));
      await vscode.commands.executeCommand('workbench.action.files.revert');
    } finally {
      await set('redline.save', undefined);
    }
  });
});

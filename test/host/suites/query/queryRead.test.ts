import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { api, applied, set, useGround, withSettings } from '../ground.ts';
import { describeNeeds } from '../place.ts';
import { failure, json, nextCall, tell } from './queryCalls.ts';

const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b]);
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** Settings, the bytes of `a.txt`, and what is read of it. */
const encodings: readonly (readonly [name: string, settings: object, bytes: Buffer, text: string, encoding: string])[] =
  [
    ['UTF-8', {}, Buffer.from('größer\n'), 'größer', 'utf8'],
    ['a mark of UTF-8', {}, Buffer.from('\ufeffgrößer\n'), 'größer', 'utf8bom'],
    ['a mark of UTF-16', {}, utf16('\ufeffgrößer\n'), 'größer', 'utf16le'],
    ['the setting', { 'files.encoding': 'windows1252' }, Buffer.from('größer\n', 'latin1'), 'größer', 'windows1252'],
    ['Shift JIS', { 'files.encoding': 'shiftjis' }, japanese, '日本', 'shiftjis'],
    ['UTF-16 without a mark', {}, utf16('groesser'), 'groesser', 'utf16le'],
    ['UTF-16 by the setting', { 'files.encoding': 'utf16le' }, utf16('日本語'), '日本語', 'utf16le'],
    ['a mark against the setting', { 'files.encoding': 'shiftjis' }, Buffer.from('\ufeff日本'), '日本', 'utf8bom'],
    ['the setting of its language', { '[plaintext]': { 'files.encoding': 'shiftjis' } }, japanese, '日本', 'shiftjis'],
    ['a code page of DOS', { 'files.encoding': 'cp437' }, Buffer.from([0x67, 0x94]), 'gö', 'cp437'],
  ];

const binaries: readonly (readonly [kind: RegExp, bytes: readonly number[]])[] = [
  [/ELF/, [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]],
  [/ZIP/i, [0x50, 0x4b, 3, 4, 0, 0, 0, 0]],
  [/gzip/i, [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]],
  [/PDF/, [...Buffer.from('%PDF-1.7\n'), 0, 1, 2, 3]],
  [/SQLite/, [...Buffer.from('SQLite format 3\0'), 16, 0]],
  [/binary/, [1, 0, 2, 0, 0, 0, 9]],
];

const images: readonly (readonly [mimeType: string, bytes: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]],
  ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]],
  ['image/gif', [...Buffer.from('GIF89a'), 1, 0, 1, 0, 0, 0, 0]],
  ['image/webp', [...Buffer.from('RIFF'), 4, 0, 0, 0, ...Buffer.from('WEBPVP8 ')]],
];

describeNeeds('links', 'reading', function () {
  const ground = useGround('queryRead');

  for (const [name, settings, bytes, text, encoding] of encodings) {
    it(`decodes by ${name}, and searches what it reads`, async () => {
      ground.put('a.txt', bytes);
      await withSettings({ ...settings }, async () => {
        const read = await json('read_file', { filePath: ground.path('a.txt') });
        assert.deepEqual([read['content'], read['encoding'], read['encodingErrors']], [text, encoding, 0]);
        const { text: found } = await tell('search_text', { query: text.slice(1), path: ground.path('') });
        const expected = name.includes('language') ? /plaintext were searched as utf8, although/ : /^1 match/;
        if (name !== 'UTF-16 without a mark') assert.match(found, expected);
      });
    });
  }

  it('counts what is not valid', async () => {
    ground.put('a.txt', Buffer.from([0x61, 0xff, 0xfe, 0x0a]));
    const { content, encodingErrors } = await json('read_file', { filePath: ground.path('a.txt') });
    assert.deepEqual([content, encodingErrors], ['a\ufffd\ufffd', 2]);
    assert.match((await tell('read_file', { filePath: ground.path('a.txt') })).text, /Not valid utf8: 2 bytes/);
  });

  for (const [kind, bytes] of binaries) {
    it(`refuses ${kind.source} by its content`, async () => {
      ground.put('a.txt', Uint8Array.from(bytes));
      assert.match(await failure('read_file', { filePath: ground.path('a.txt') }), /\[BINARY_FILE\]/);
      assert.match(await failure('read_file', { filePath: ground.path('a.txt') }), kind);
    });
  }

  for (const [mimeType, bytes] of images) {
    it(`gives ${mimeType} as an image, whatever its name`, async () => {
      ground.put('picture.txt', Uint8Array.from(bytes));
      const { images: got, text } = await tell('read_file', { filePath: ground.path('picture.txt') });
      assert.deepEqual(got, [{ mimeType, size: bytes.length }]);
      assert.match(text, /image, \d+ bytes, SHA-256/);
      const told = await json('read_file', { filePath: ground.path('picture.txt') });
      assert.deepEqual(
        [told['kind'], told['mediaType'], told['size'], told['content'], told['totalLines']],
        ['image', mimeType, bytes.length, null, null],
      );
      const called = await (await api()).call('redline_read_file', { filePath: ground.path('picture.txt') });
      assert.ok(called.success);
      assert.deepEqual(called.images, [{ mimeType, bytes: Uint8Array.from(bytes) }]);
    });
  }

  it('refuses pipes, sockets and devices at once, and tells what they are', async function () {
    if (process.platform === 'win32') this.skip();
    ground.put('a.txt', 'needle\n');
    // Nobody writes to it: whoever opens it to read waits for good.
    execFileSync('mkfifo', [path.join(ground.folder, 'pipe')]);
    const { createServer } = process.getBuiltinModule('node:net');
    const server = createServer().listen(path.join(ground.folder, 'socket'));
    for (const name of ['pipe', 'socket']) {
      assert.match(
        await failure('read_file', { filePath: ground.path(name) }),
        /VALIDATION_ERROR.*special file|socket|pipe/,
      );
      assert.match(await failure('edit_file', { filePath: ground.path(name), oldString: 'a', newString: 'b' }), /\[/);
    }
    assert.equal((await json('path_info', { path: ground.path('pipe') }))['type'], 'named pipe');
    assert.equal((await json('path_info', { path: ground.path('socket') }))['type'], 'socket');
    assert.match((await tell('search_text', { query: 'needle', path: ground.path('') })).text, /^1 match/);
    assert.match((await tell('find_files', { pattern: '*', path: ground.path('') })).text, /^1 file matches/);
    await tell('changes_since', { path: ground.path('') });
    server.close();
  });

  it('goes through a line of 10 MB by the calls that it names', async () => {
    ground.put('long.txt', `first\n${'0123456789'.repeat(1_000_000)}\nlast\n`);
    const { text } = await tell('read_file', { filePath: ground.path('long.txt') });
    assert.ok(text.length < 10_000);
    assert.match(text, /^ +3→last$/m);
    const next = nextCall(text.slice(text.indexOf('continue in')));
    assert.deepEqual(next?.input, { filePath: ground.path('long.txt'), startLine: 2, maxLines: 1, startColumn: 2000 });
    const far = await json('read_file', { ...next.input, startColumn: 9_999_995 });
    assert.equal(far['content'], '56789');
    const { matches } = await json('search_text', { query: '90', path: ground.path('long.txt'), maxMatches: 3 });
    assert.deepEqual(
      (matches as { matchStart: number }[]).map(({ matchStart }) => matchStart),
      [9, 19, 29],
    );
  });

  it('pages through a large file by the calls that it names', async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `line ${at + 1} ${'x'.repeat(60)}`);
    ground.put('large.txt', `${lines.join('\n')}\n`);
    const seen: string[] = [];
    let input: object | undefined = { filePath: ground.path('large.txt'), startLine: 58_500, maxLines: 600 };
    while (input !== undefined) {
      const { text } = await tell('read_file', input);
      seen.push(...[...text.matchAll(/^ *\d+→(.*)$/gm)].map((match) => match[1] ?? ''));
      input = nextCall(text)?.input;
    }
    assert.deepEqual(seen, lines.slice(58_499));
  });

  it('sees what is typed and not saved', async () => {
    ground.put('a.txt', 'old\n');
    const document = await vscode.workspace.openTextDocument(ground.uri('a.txt'));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, 0, 3), 'new');
    await applied(edit);
    const read = await json('read_file', { filePath: ground.path('a.txt') });
    assert.deepEqual([read['content'], read['unsaved']], ['new', true]);
    assert.match((await tell('search_text', { query: 'new', path: ground.path('') })).text, /^1 match/);
    assert.match((await tell('search_text', { query: 'old', path: ground.path('') })).text, /^0 matches/);
    await vscode.window.showTextDocument(document);
  });

  it('tells what to do about a character typed into a file whose encoding lacks it', async () => {
    ground.put('a.txt', 'old\n');
    await withSettings({ 'files.encoding': 'windows1252' }, async () => {
      const document = await vscode.workspace.openTextDocument(ground.uri('a.txt'));
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), '→');
      await applied(edit);
      const said = await failure('read_file', { filePath: ground.path('a.txt') });
      assert.match(said, /\[ENCODING\].*unsaved text of .*a\.txt.*\(windows1252\).*Ask the user/);
      await vscode.window.showTextDocument(document);
    });
  });

  it('names what was probably meant, unless the folder is closed', async () => {
    ground.put('src/brew.js', '');
    const missing = { filePath: ground.path('src/brw.js') };
    assert.match(await failure('read_file', missing), /NOT_FOUND.*Did you mean ".*src\/brew\.js"/);
    const rules = vscode.workspace.getConfiguration('redline').get('rules');
    try {
      await set('redline.rules', [{ operations: ['read'], paths: [ground.path('src')], action: 'deny' }]);
      const answer = await tell('read_file', missing).then(({ text }) => text, String);
      assert.doesNotMatch(answer, /brew/);
    } finally {
      await set('redline.rules', rules);
    }
  });

  it('reads through a link inside, and not out of the workspace', async () => {
    ground.put('in.txt', 'inside\n');
    symlinkSync('in.txt', path.join(ground.folder, 'link'));
    symlinkSync('/etc/hostname', path.join(ground.folder, 'out'));
    symlinkSync('loop', path.join(ground.folder, 'loop'));
    assert.match((await tell('read_file', { filePath: ground.path('link') })).text, /inside/);
    assert.match(await failure('read_file', { filePath: ground.path('out') }), /OUTSIDE_WORKSPACE/);
    assert.match(await failure('read_file', { filePath: ground.path('loop') }), /\[(?:VALIDATION_ERROR|NOT_FOUND)\]/);
    unlinkSync(path.join(ground.folder, 'loop'));
  });
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { applied, eventually, useGround, withSettings } from '../ground.ts';
import { describeNeeds } from '../place.ts';
import { failure, json, nextCall, tell } from './queryCalls.ts';

interface Match {
  readonly filePath: string;
  readonly line: number;
  readonly matchStart: number;
  readonly matchEnd: number;
  readonly endLine: number;
}

/** An input, and the places of the matches in `text`: `line:start-end`. */
const text = 'Tea tea TEAPOT\n\tgreen(tea);\nfoo.bar\r\n\nend';
const cases: readonly (readonly [what: string, input: object, places: string])[] = [
  ['literally, in any case', { query: 'tea' }, '1:0-3 1:4-7 1:8-11 2:7-10'],
  ['by case', { query: 'tea', caseSensitive: true }, '1:4-7 2:7-10'],
  ['whole words', { query: 'tea', wholeWord: true }, '1:0-3 1:4-7 2:7-10'],
  ['what a regex would read otherwise', { query: 'o.b' }, '3:2-5'],
  ['by a regex', { query: '\\w+\\(', isRegex: true }, '2:1-7'],
  ['by look-around', { query: 'tea(?=\\))', isRegex: true }, '2:7-10'],
  ['line ends', { query: 'bar$', isRegex: true }, '3:4-7'],
  ['over lines', { query: '\\);\\nfoo', isRegex: true, multiline: true }, '2:10-3'],
  ['text of several lines', { query: ';\nfoo' }, '2:11-3'],
];

/** Processes of ripgrep that this extension host started and that are still there. */
function searching(): string[] {
  return readdirSync('/proc').filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? [];
      return name === 'rg' && parent === String(process.pid);
    } catch {
      return false;
    }
  });
}

describeNeeds('links', 'searching', function () {
  const ground = useGround('querySearch');

  for (const [what, input, places] of cases) {
    it(`finds ${what}`, async () => {
      ground.put('a.txt', text);
      const { matches } = await json('search_text', { ...input, path: ground.path('') });
      const found = (matches as Match[]).map(({ line, matchStart, matchEnd, endLine }) =>
        endLine === line ? `${line}:${matchStart}-${matchEnd}` : `${line}:${matchStart}-${endLine}`,
      );
      assert.equal(found.join(' '), places);
    });
  }

  it('knows a secret, a binary file and one in UTF-16 as soon as they are there, and gone', async () => {
    for (const name of ['a.txt', 'b.txt']) ground.put(name, 'needle\n');
    const look = async () => {
      const { files, secretsLeftOut, skippedCount } = await json('search_text', {
        query: 'needle',
        path: ground.path(''),
        outputMode: 'files',
      });
      return [(files as unknown[]).length, secretsLeftOut, skippedCount];
    };
    assert.deepEqual(await look(), [2, 0, 0]);
    ground.put('.env', 'needle\n');
    ground.put('pic.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0needle', 'latin1'));
    ground.put('wide.txt', Buffer.from('a needle in UTF-16\n', 'utf16le'));
    assert.deepEqual(await look(), [3, 1, 1]);
    for (const name of ['.env', 'pic.png', 'wide.txt']) ground.remove(name);
    assert.deepEqual(await look(), [2, 0, 0]);
  });

  it('tells the reason of an invalid regular expression', async () => {
    ground.put('a.txt', text);
    const told = await failure('search_text', { query: 'a(b', isRegex: true, path: ground.path('') });
    assert.match(told, /VALIDATION_ERROR.*unclosed group.*isRegex: false/);
  });

  it('shows lines around, and each line once', async () => {
    ground.put('a.txt', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n');
    const answer = await tell('search_text', { query: 't[wh]', isRegex: true, contextLines: 1, path: ground.path('') });
    const lines = answer.text
      .split('\n')
      .slice(2)
      .map((line) => Number(/^ *(\d+)/.exec(line)?.[1]));
    assert.deepEqual(lines, [1, 2, 3, 4]);
  });

  it('says of nothing how many files were left out, and by what', async () => {
    ground.put('.gitignore', 'made/\n');
    for (const name of ['made/a.txt', 'made/b.txt', 'c.txt', 'secret/d.txt', 'node_modules/e.js'])
      ground.put(name, 'needle');
    const input = { query: 'needle', path: ground.path(''), glob: '*.js' };
    await withSettings({ 'files.exclude': { '**/secret': true } }, async () => {
      const { excluded, filesSearched } = await json('search_text', input);
      const { byGlob, byExcludes } = excluded as { byGlob: number; byExcludes: number };
      assert.deepEqual([filesSearched, byExcludes], [0, 1]);
      assert.ok(byGlob >= 4, JSON.stringify(excluded));
      const told = await tell('search_text', { ...input, glob: undefined, query: 'nowhere' });
      assert.match(
        told.text,
        /^0 matches for "nowhere"; 2 files searched\. Excluded: 2 ignored by git \(.*\), 2 by files\.exclude/,
      );
    });
    const ignored = await tell('search_text', { ...input, glob: undefined, includeIgnored: true });
    assert.match(ignored.text, /^5 matches for "needle" in 5 files/);
  });

  it('takes for text what the other tools take for it, and names what is none', async () => {
    ground.put('late.txt', `${'a line of text\n'.repeat(600)}needle\n\0\n`);
    ground.put('program', Buffer.from('\x7fELF\x01\0needle', 'latin1'));
    ground.put('plain.txt', 'needle');
    const input = { query: 'needle', path: ground.path('') };
    for (const outputMode of ['matches', 'files', 'counts']) {
      const { filesSearched, skipped, skippedCount } = await json('search_text', { ...input, outputMode });
      const named = [{ filePath: ground.path('program'), reason: 'ELF executable' }];
      assert.deepEqual([filesSearched, skipped, skippedCount], [2, named, 1]);
      assert.match(
        (await tell('search_text', { ...input, outputMode })).text,
        /1 file is not text and was not searched: \S*program \(ELF executable\)\./,
      );
    }
    assert.match((await tell('search_text', input)).text, /^2 matches for "needle" in 2 files; 2 files searched/);
    const none = await tell('search_text', { ...input, path: ground.path('program') });
    assert.match(none.text, /^0 matches for "needle"; 0 files searched\.\n1 file is not text/);
  });

  it('tells of what rules deny by its own words, and not as ignored', async () => {
    ground.put('open.txt', 'needle');
    ground.put('denied/a.txt', 'needle');
    const denied = { operations: ['read'], paths: ['**/denied/**'], action: 'deny' };
    const all = { operations: ['read', 'create', 'update', 'delete', 'move'], paths: ['**'], action: 'allow' };
    await withSettings({ 'redline.rules': [denied, all] }, async () => {
      const { text } = await tell('search_text', { query: 'nowhere', path: ground.path(''), includeIgnored: true });
      assert.match(text, /; 1 file searched\./);
      assert.doesNotMatch(text, /ignored by git/);
      assert.match(text, /The user's rules forbid reading 1 file in the workspace, which was not searched/);
    });
  });

  it('ends with its process when it is stopped', async function () {
    if (process.platform !== 'linux') this.skip();
    for (let at = 0; at < 60; at++) ground.put(`big${at}.txt`, `${'abcdefgh '.repeat(120_000)}\n`.repeat(3));
    await tell('search_text', { query: 'nowhere', path: ground.path('big0.txt') });
    for (const input of [
      { query: '(?:a|b|c|d|e|f|g|h| ){200}z', isRegex: true },
      { query: '\\w+(?=z)', isRegex: true, multiline: true, outputMode: 'counts' },
    ]) {
      const stop = new vscode.CancellationTokenSource();
      const call = tell('search_text', { ...input, path: ground.path('') }, stop.token);
      const ended = call.then(
        () => 'done',
        () => 'stopped',
      );
      await eventually('the search to begin', () => searching().length > 0);
      stop.cancel();
      assert.equal(await ended, 'stopped');
      await eventually('the process to end', () => searching().length === 0);
    }
  });

  it('is gone through to the end by the calls that it names, past 1,000 matches too', async () => {
    const line = 'needle needle needle\n';
    for (const name of ['a', 'b', 'c']) ground.put(`${name}.txt`, line.repeat(400));
    const seen: string[] = [];
    let input: object | undefined = { query: 'needle', path: ground.path(''), maxMatches: 1000 };
    while (input !== undefined) {
      const { matches } = await json('search_text', input);
      seen.push(...(matches as Match[]).map((match) => `${match.filePath}:${match.line}:${match.matchStart}`));
      input = nextCall((await tell('search_text', input)).text)?.input;
    }
    assert.equal(seen.length, 3600);
    assert.equal(new Set(seen).size, 3600);
  });

  it('takes the text of editors for that of files: more, fewer, in a file that is not there yet', async () => {
    ground.put('a.txt', 'needle\n');
    const at = ground.uri('a.txt');
    await vscode.workspace.openTextDocument(at);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(at, new vscode.Position(1, 0), 'needle needle\n');
    await applied(edit);
    const input = { query: 'needle', path: ground.path('') };
    const { files } = await json('search_text', { ...input, outputMode: 'counts' });
    assert.deepEqual(files, [{ filePath: ground.path('a.txt'), count: 3 }]);
    const untitled = await vscode.workspace.openTextDocument({ content: 'needle\n' });
    assert.ok(untitled.isUntitled);
    assert.match((await tell('search_text', input)).text, /^3 matches for "needle" in 1 file;/);
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { eventually, useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';
import { failure, json, tell } from './queryCalls.ts';

/** Searches of this extension host that are still there. */
function searching(): string[] {
  return readdirSync('/proc').filter((id) => {
    try {
      const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? [];
      return name === 'rg' && parent === String(process.pid);
    } catch {
      return false;
    }
  });
}

describeNeeds('special files', 'queries beside pipes', function () {
  this.timeout(120_000);
  const ground = useGround('querySpecial');
  const pipe = (name: string): void => {
    const at = path.join(ground.folder, name);
    mkdirSync(path.dirname(at), { recursive: true });
    execFileSync('mkfifo', [at]);
  };

  for (const name of [
    '.gitignore',
    '.ignore',
    '.rgignore',
    'in/.gitignore',
    'in/.git/info/exclude',
    '.git',
    'in/.git',
  ]) {
    it(`answer beside a pipe called ${name}, eight at once, and leave no process`, async () => {
      ground.put('a.txt', 'needle');
      ground.put('in/b.txt', 'needle');
      pipe(name);
      const input = { query: 'needle', path: ground.path('') };
      const [first, ...others] = await Promise.all([
        tell('search_text', input),
        tell('search_text', { ...input, outputMode: 'files' }),
        tell('search_text', { ...input, outputMode: 'counts' }),
        tell('find_files', { pattern: '*.txt', path: ground.path('') }),
        tell('changes_since', { path: ground.path('') }),
        tell('list_directory', { dirPath: ground.path(''), recursive: true }),
        tell('path_info', { path: ground.path('') }),
        tell('path_info', { path: ground.path(name) }),
      ]);
      assert.match(first.text, /^2 matches for "needle" in 2 files/);
      if (name.endsWith('ignore')) assert.match(first.text, /gnore is a named pipe and was not applied/);
      assert.match(others[2].text, /in\/b\.txt/);
      assert.match(others[6].text, /named pipe/);
      await eventually('the processes to end', () => searching().length === 0);
    });
  }

  it('are stopped while they wait for one another', async () => {
    ground.put('in/b.txt', 'needle');
    pipe('in/.gitignore');
    const stops = [1, 2, 3].map(() => new vscode.CancellationTokenSource());
    const calls = stops.map(({ token }) =>
      tell('search_text', { query: 'needle', path: ground.path('') }, token).then(
        () => 'done',
        () => 'stopped',
      ),
    );
    await eventually('the search to begin', () => searching().length > 0);
    for (const stop of stops.slice(0, 2)) stop.cancel();
    assert.deepEqual(await Promise.all(calls), ['stopped', 'stopped', 'done']);
    await eventually('the processes to end', () => searching().length === 0);
  });

  it('tell of a link to nothing what it is, and of the workspace folder without a path', async () => {
    ground.put('a.txt', 'needle');
    symlinkSync('gone.txt', path.join(ground.folder, 'dangling'));
    const dangling = await tell('path_info', { path: ground.path('dangling') });
    assert.match(dangling.text, /symbolic link to "gone\.txt", which does not exist/);
    const unread = await failure('read_file', { filePath: ground.path('dangling') });
    assert.match(unread, /is a symbolic link to "gone\.txt", which does not exist/);
    assert.match((await tell('path_info', {})).text, /: directory; /);
  });

  it('refuse one that is named, and leave out one that is not', async () => {
    ground.put('a.txt', 'needle');
    pipe('pipe.txt');
    symlinkSync('pipe.txt', path.join(ground.folder, 'link.txt'));
    for (const name of ['pipe.txt', 'link.txt']) {
      assert.match(await failure('search_text', { query: 'needle', path: ground.path(name) }), /named pipe/);
      assert.match(await failure('read_file', { filePath: ground.path(name) }), /special file|named pipe/);
    }
    const { filesSearched } = await json('search_text', { query: 'needle', path: ground.path('') });
    assert.equal(filesSearched, 1);
    rmSync(path.join(ground.folder, 'pipe.txt'));
  });
});

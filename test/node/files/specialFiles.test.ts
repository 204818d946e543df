import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createRipgrepFinder } from '../../../src/node/ripgrep/ripgrepFinder.ts';
import type { RgScope } from '../../../src/node/ripgrep/scope/scope.ts';
import { RuleFileCache } from '../../../src/node/ripgrep/scope/ruleFileCache.ts';
import { createRipgrepSearch } from '../../../src/node/ripgrep/ripgrepSearch.ts';
import { few, plain } from '../../core/search/queryCases.ts';
import { searching } from '../ripgrep/searching.ts';

/** Ids of the programs that this process started and that are still there. */
function children(): string[] {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/stat`, 'utf8').split(' ')[3] === String(process.pid);
    } catch {
      return false;
    }
  });
}

/** One that is killed is gone a moment later. */
async function noneLeft(): Promise<void> {
  for (let left = 100; children().length > 0 && left > 0; left--) await delay(20);
  assert.deepEqual(children(), []);
}

describe('pipes where files are meant', function () {
  this.timeout(60_000);
  if (process.platform !== 'linux') return;
  const at = searching();
  const pipe = (path: string): void => {
    mkdirSync(dirname(join(at.root, path)), { recursive: true });
    execFileSync('mkfifo', [join(at.root, path)]);
  };
  const names = [
    '.gitignore',
    '.ignore',
    '.rgignore',
    '.git/info/exclude',
    '.git/config',
    '.git/commondir',
    '.git/HEAD',
  ];
  const places: readonly (readonly [what: string, make: () => void, note?: string | undefined])[] = [
    ...['', 'src/'].flatMap((folder) =>
      names.map(
        (name) =>
          [folder + name, () => pipe(folder + name), name.startsWith('.git/') ? undefined : 'named pipe'] as const,
      ),
    ),
    ['.git', () => pipe('.git')],
    ['package.json', () => pipe('package.json')],
    ['src/a.txt as a link to a pipe', () => (pipe('pipe'), symlinkSync('../pipe', join(at.root, 'src/a.txt')))],
    ['.gitignore as a link to a pipe', () => (pipe('pipe'), symlinkSync('pipe', join(at.root, '.gitignore')))],
    ['src/.ignore as a link to a pipe', () => (pipe('pipe'), symlinkSync('../pipe', join(at.root, 'src/.ignore')))],
    ['.gitignore as a link to a device', () => symlinkSync('/dev/zero', join(at.root, '.gitignore'))],
    [
      'the commondir of a linked worktree',
      () => {
        pipe('gitfolder/commondir');
        writeFileSync(join(at.root, 'src/.git'), 'gitdir: ../gitfolder\n');
      },
    ],
    [
      'the excludes of a linked worktree',
      () => {
        pipe('gitfolder/info/exclude');
        writeFileSync(join(at.root, 'src/.git'), 'gitdir: ../gitfolder\n');
      },
    ],
  ];
  for (const [what, make, note] of places) {
    it(`hold up no search: ${what}`, async () => {
      at.files({
        'a.txt': 'q',
        'src/b.txt': 'q',
        'src/in/c.txt': 'q',
        'src/in/.gitignore': 'd.*',
        'src/in/d.txt': 'q',
      });
      make();
      const ruleFileCache = new RuleFileCache(at.rg);
      const hung: RgScope[] = [];
      const distrust = ruleFileCache.distrust.bind(ruleFileCache);
      ruleFileCache.distrust = (scope) => (hung.push(scope), distrust(scope));
      const search = createRipgrepSearch(at.rg, ruleFileCache);
      const modes = ['matches', 'files', 'counts'] as const;
      const searched = await Promise.all(
        modes.map((mode) => search.search({ ...plain, text: 'q' }, at.scope(), { ...few, mode }, [])),
      );
      const found = await createRipgrepFinder(at.rg, ruleFileCache).find(at.scope({ globs: ['*.txt'] }), 10, 'path');
      const wanted = ['a.txt', 'src/b.txt', 'src/in/c.txt'];
      for (const { files, notes } of searched) {
        assert.deepEqual(
          files.map(({ path }) => path),
          wanted,
        );
        if (note !== undefined) assert.match(notes.join(), new RegExp(note));
      }
      assert.deepEqual(found.files, wanted);
      const distrusted = hung.length;
      await search.search({ ...plain, text: 'q' }, at.scope(), few, []);
      assert.equal(hung.length, distrusted, 'ripgrep is not started on it again');
      await noneLeft();
    });
  }

  it('are refused by name', async () => {
    pipe('pipe');
    symlinkSync('pipe', join(at.root, 'link'));
    for (const path of ['pipe', 'link']) {
      await assert.rejects(at.search('q', { path }), {
        code: 'VALIDATION_ERROR',
        message: /is a named pipe.*Name a folder/,
      });
      await assert.rejects(createRipgrepFinder(at.rg).find(at.scope({ path }), 10, 'path'), {
        code: 'VALIDATION_ERROR',
      });
    }
  });

  it('end with their call, whatever fails in it', async () => {
    at.files({ 'a.txt': 'q' });
    pipe('src/.gitignore');
    for (const mode of ['matches', 'files', 'counts'] as const) {
      const query = { ...plain, text: '(', isRegex: true };
      await assert.rejects(createRipgrepSearch(at.rg).search(query, at.scope(), { ...few, mode }, []));
      await noneLeft();
    }
  });
});

import assert from 'node:assert/strict';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRipgrepFinder } from '../../../src/node/ripgrep/ripgrepFinder.ts';
import { createRipgrepSearch } from '../../../src/node/ripgrep/ripgrepSearch.ts';
import { few, plain } from '../../core/search/queryCases.ts';
import { makeIgnoreCases } from '../../core/pattern/ignoreCases.ts';
import { searching } from './searching.ts';

/** How many generated folders of rules are compared with git; raise it to search for differences. */
const rounds = Number(process.env['IGNORE_ROUNDS'] ?? 24);

describe('ripgrep with the rules of git', function () {
  this.timeout(600_000);
  const at = searching();
  for (const [ignoreCase, seed] of [
    [false, 20_260_102],
    [true, 78],
  ] as const) {
    it(`finds and searches what git does not ignore${ignoreCase ? ', without case' : ''}`, async () => {
      const count = ignoreCase ? Math.ceil(rounds / 4) : rounds;
      const { folders, paths, ignored } = makeIgnoreCases(at.root, { count, seed, ignoreCase, oddEvery: 3 });
      const different: string[] = [];
      const search = createRipgrepSearch(at.rg);
      for (const folder of folders) {
        const below = `${folder}/`;
        const wanted = paths
          .filter((path) => path.startsWith(below) && !ignored.has(path))
          .filter((path) => lstatSync(join(at.root, path)).isFile())
          .map((path) => path.slice(below.length))
          .sort();
        const scope = at.scope({ root: join(at.root, folder) });
        const found = await createRipgrepFinder(at.rg).find(scope, 1000, 'path');
        const text = await search.search({ ...plain, text: '^q$', isRegex: true }, scope, few, []);
        const counts = await search.search({ ...plain, text: 'q' }, scope, { ...few, mode: 'files' }, []);
        const withQ = wanted.filter((path) => !path.endsWith('.gitignore'));
        const own = (files: readonly { readonly path: string }[]): string[] =>
          files.flatMap(({ path }) => (path.endsWith('.gitignore') ? [] : [path])).sort();
        const same = [
          JSON.stringify([...found.files].sort()) === JSON.stringify(wanted),
          JSON.stringify(own(text.files)) === JSON.stringify(withQ),
          JSON.stringify(own(counts.files)) === JSON.stringify(withQ),
        ];
        if (same.every(Boolean)) continue;
        const rules = paths.filter((path) => path.startsWith(below) && path.endsWith('.gitignore'));
        const sources = rules.map((path) => [
          path,
          existsSync(join(at.root, path)) && readFileSync(join(at.root, path), 'utf8'),
        ]);
        const odd = [
          ...found.files.filter((path) => !wanted.includes(path)),
          '|',
          ...wanted.filter((path) => !found.files.includes(path)),
        ];
        different.push(`${folder} ${same.join()}: ${JSON.stringify(odd)} ${JSON.stringify(sources)}`);
      }
      assert.deepEqual(different.slice(0, 8), []);
    });
  }

  it('ends rules where a repository begins, also if the folder itself is in none', async () => {
    at.files({
      'a/.git/HEAD': 'ref: refs/heads/main\n',
      'a/.gitignore': '*.log\n',
      'a/x.log': 'q',
      'a/own/x.log': 'q',
      'a/lib/.git/HEAD': 'ref: refs/heads/main\n',
      'a/lib/y.log': 'q',
      'a/linked/.git': 'gitdir: ../.git/modules/linked\n',
      'a/linked/z.log': 'q',
      'b/HEAD': 'q',
    });
    for (const excludes of [[], ['**/.git']]) {
      const found = await createRipgrepFinder(at.rg).find(at.scope({ globs: ['*.log'], excludes }), 9, 'path');
      assert.deepEqual(found.files, ['a/lib/y.log', 'a/linked/z.log']);
      const { files, filesSearched } = await at.search('q', { excludes });
      assert.deepEqual(files.map(({ path }) => path).sort(), ['a/lib/y.log', 'a/linked/z.log', 'b/HEAD']);
      assert.equal(filesSearched, 4);
    }
  });
});

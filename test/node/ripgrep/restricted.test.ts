import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createDiskIgnore } from '../../../src/node/git/diskIgnore.ts';
import { FileClassifier } from '../../../src/node/ripgrep/fileClassifier.ts';
import { createRipgrepFinder } from '../../../src/node/ripgrep/ripgrepFinder.ts';
import { createRipgrepSearch } from '../../../src/node/ripgrep/ripgrepSearch.ts';
import { RuleFileCache } from '../../../src/node/ripgrep/scope/ruleFileCache.ts';
import { few, plain } from '../../core/search/queryCases.ts';
import { searching } from './searching.ts';

describe('what a search with ripgrep may not tell', () => {
  const at = searching();
  const mayRead = (path: string): boolean => !path.startsWith('closed/');

  it('is not told by the numbers of what was left out, whichever denied name a glob matches', async () => {
    at.files({ 'a.ts': 'q', 'closed/key.txt': 'q' });
    const right = await at.excluded({ globs: ['closed/k*'], mayRead });
    assert.deepEqual(right, await at.excluded({ globs: ['closed/x*'], mayRead }));
    assert.deepEqual([right.byGlob, right.byRules], [1, 1]);
  });

  it('counts as searched, but neither as a match nor against the limit', async () => {
    const utf16 = Buffer.from('a long text of q in UTF-16', 'utf16le');
    at.files({ 'a.txt': 'q\nq\nq', 'b.txt': 'q', 'c.txt': 'q', 'd.txt': utf16 });
    const mayReport = (path: string): boolean => !['a.txt', 'c.txt', 'd.txt'].includes(path);
    const unsaved = [{ path: 'c.txt', text: 'qq' }];
    for (const mode of ['matches', 'files', 'counts'] as const) {
      const answer = await at.search('q', { mayReport }, { mode, maxMatches: 1 }, unsaved);
      const paths = answer.files.map(({ path }) => path);
      assert.deepEqual([paths, answer.truncated, answer.filesSearched], [['b.txt'], false, 4], mode);
    }
  });

  it('is no line of an ignore file: it may be denied, or outside', async () => {
    at.files({ '.gitignore': 'token-in-a-rule/\n', 'token-in-a-rule/a.txt': 'q' });
    const { files, notes } = await at.search('q', { path: 'token-in-a-rule' });
    assert.deepEqual(
      [files.length, notes],
      [1, ['token-in-a-rule is ignored, but was searched because you named it.']],
    );
  });

  it('is no file beside the folder, nor a denied one by a way around, whatever braces put together', async () => {
    at.files({ 'a/b.txt': 'q', 'closed/key.txt': 'q' });
    for (const start of ['{../', '{a/../../', '{.,x}./{', '{a,{..,x}/']) {
      const globs = [`${start}${basename(at.root)}/closed,a}/**`];
      await assert.rejects(at.search('q', { globs, mayRead }), /leaves its folder/);
      await assert.rejects(
        createRipgrepFinder(at.rg).find(at.scope({ globs, mayRead }), 9, 'path'),
        /leaves its folder/,
      );
    }
  });

  it('is no denied ignore file', async () => {
    at.files({ 'in/.gitignore': `${'x'.repeat(4_200_000)}\n`, 'in/a.txt': '' });
    const scope = at.scope({ mayRead: (path) => path !== 'in/.gitignore' });
    const { notes } = await createRipgrepFinder(at.rg).find(scope, 9, 'path');
    assert.deepEqual(notes, ['A restricted ignore file is larger than 4 MiB and was not applied.']);
  });
});

describe('what a search with ripgrep knows of a whole folder', () => {
  const at = searching();
  const excludes = ['**/vendor'];

  it('is not taken for what it left out and a path names: binary files and UTF-16 there', async () => {
    const utf16 = Buffer.from('a long text of q in UTF-16', 'utf16le');
    at.files({ 'a.txt': 'q', 'vendor/b.bin': 'q\0\0\0\x01q', 'vendor/c.txt': utf16, '.git/index': 'q\0\0\0\x01q' });
    const search = createRipgrepSearch(at.rg, new RuleFileCache(at.rg), new FileClassifier(at.rg));
    const find = async (path: string) => {
      const { files, skipped } = await search.search({ ...plain, text: 'q' }, at.scope({ path, excludes }), few, []);
      return [files.map((file) => file.path).join(), skipped.files.map((file) => file.path).join()];
    };
    assert.deepEqual(await find(''), ['a.txt', '']);
    assert.deepEqual(await find('vendor'), ['vendor/c.txt', 'vendor/b.bin']);
    assert.deepEqual(await find('.git'), ['', '.git/index']);
  });

  it('is not taken for the ignore files there', async () => {
    at.files({ 'a.txt': 'q', 'vendor/in/.gitignore': 'x[!y]z\n', 'vendor/in/x/z': 'q', 'vendor/in/xaz': 'q' });
    const search = createRipgrepSearch(at.rg, new RuleFileCache(at.rg), new FileClassifier(at.rg));
    const find = async (path: string) =>
      (await search.search({ ...plain, text: 'q' }, at.scope({ path, excludes }), few, [])).files.map(
        (file) => file.path,
      );
    assert.deepEqual(await find(''), ['a.txt']);
    assert.deepEqual(await find('vendor'), ['vendor/in/x/z']);
  });

  it('does not have the folders in it that are searched on their own', async () => {
    at.files({ 'a.txt': 'q', 'in/b.txt': 'q', 'in [1]/c.txt': 'q' });
    const mayRead = (path: string): boolean => !path.startsWith('in');
    const { files, filesSearched } = await at.search('q', { separateFolders: ['in'], mayRead });
    assert.deepEqual([files.length, filesSearched], [1, 2]);
    const { excluded } = await at.search('x', { separateFolders: ['in'], mayRead });
    assert.deepEqual([excluded?.byRules, excluded?.byExcludes], [1, 0]);
  });

  it('has those whose names a folder that is searched on its own would match as a glob', async () => {
    at.files({ 'pkg*/a.txt': 'q', 'pkg-other/b.txt': 'q' });
    const mayRead = (path: string): boolean => !path.startsWith('pkg*');
    const { files } = await at.search('q', { separateFolders: ['pkg*'], mayRead });
    assert.deepEqual(
      files.map((file) => file.path),
      ['pkg-other/b.txt'],
    );
  });
});

describe('ignore rules around a folder', () => {
  const at = searching();
  const find = async (root: string): Promise<readonly string[]> =>
    (await createRipgrepFinder(at.rg).find(at.scope({ root, globs: ['*.txt', '*.log'] }), 9, 'path')).files;

  it('do not apply to a folder that was opened although they ignore it, also to its unsaved text', async () => {
    at.files({ '.git/HEAD': '', '.gitignore': 'build/\n', 'build/.gitignore': '*.log\n', 'build/a.log': 'q' });
    at.files({ 'build/a.txt': 'q' });
    const root = join(at.root, 'build');
    assert.deepEqual(await find(root), ['a.txt']);
    const { files } = await at.search('new', { root }, {}, [{ path: 'a.txt', text: 'new' }]);
    assert.equal(files.length, 1);
    const ignore = await createDiskIgnore(root);
    assert.equal(await ignore.ignoringRule('a.txt', false), undefined);
    assert.notEqual(await ignore.ignoringRule('a.log', false), undefined);
  });

  it('are those around the real folder, not around a link to it', async () => {
    at.files({ 'one/.git/HEAD': '', 'one/.gitignore': '*.log\n', 'one/in/a.log': '', 'one/in/b.txt': '' });
    at.files({ 'two/.git/HEAD': '', 'two/.gitignore': '*.txt\n' });
    symlinkSync('../one/in', join(at.root, 'two/link'));
    assert.deepEqual(await find(join(at.root, 'two/link')), ['b.txt']);
    assert.notEqual(await (await createDiskIgnore(join(at.root, 'two/link'))).ignoringRule('a.log', false), undefined);
  });

  it('end at a repository inside', async () => {
    at.files({ '.git/HEAD': '', '.gitignore': '*.log\n', 'in/.git/HEAD': '', 'in/a.log': 'q', 'b.log': 'q' });
    assert.deepEqual(await find(at.root), ['in/a.log']);
    assert.deepEqual(
      (await at.search('q')).files.map(({ path }) => path),
      ['in/a.log'],
    );
    assert.deepEqual(
      (await at.search('q', { path: 'in' })).files.map(({ path }) => path),
      ['in/a.log'],
    );
  });
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createDiskIgnore } from '../../../src/node/git/diskIgnore.ts';

const ruleText = (count: number): string => Array.from({ length: count }, (_, at) => `na*me${at}x\n`).join('');
const tooMany = ruleText(2100);
const reason = 'has too many rules: 100 of them were not applied.';

describe('ignore files with too many rules', () => {
  let root = '';
  beforeEach(() => (root = realpathSync(mkdtempSync(join(tmpdir(), 'redline-rules-')))));
  afterEach(() => rmSync(root, { recursive: true }));

  async function notesAfter(
    files: Readonly<Record<string, string>>,
    asked: readonly string[],
    mayRead: (path: string) => boolean = () => true,
  ) {
    for (const [name, text] of Object.entries({ '.git/HEAD': '', ...files })) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const ignore = await createDiskIgnore(root);
    ignore.markUsed();
    for (const path of asked) await ignore.ignoringRule(path, false);
    return ignore.notes(mayRead);
  }

  it('are named, whichever of a folder it is', async () => {
    const files = { 'a/.gitignore': 'x\n', 'a/.ignore': tooMany, 'b/.gitignore': tooMany, 'b/.ignore': 'x\n' };
    assert.deepEqual(await notesAfter(files, ['a/f', 'b/f']), [`a/.ignore ${reason}`, `b/.gitignore ${reason}`]);
  });

  it('are not those of a repository inside whose own list is too long', async () => {
    const files = { 'inner/.git/HEAD': '', 'inner/.git/info/exclude': tooMany };
    assert.deepEqual(await notesAfter(files, ['inner/f']), [`An ignore file outside the folder ${reason}`]);
  });

  it('are each of those outside of the folder', async () => {
    const files = {
      '.git/config': `[core]\nexcludesFile = ${join(root, 'mine')}\n`,
      mine: ruleText(2200),
      '.git/info/exclude': tooMany,
    };
    assert.deepEqual(await notesAfter(files, ['f']), [
      'An ignore file outside the folder has too many rules: 200 of them were not applied.',
      `An ignore file outside the folder ${reason}`,
    ]);
  });

  it('are counted if they may not be named', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `f${at}`);
    const files = Object.fromEntries(names.map((name) => [`${name}/.gitignore`, tooMany]));
    const asked = names.map((name) => `${name}/f`);
    const notes = await notesAfter(files, asked, (path) => path < 'f5');
    assert.deepEqual(notes.slice(4), [
      `f4/.gitignore ${reason}`,
      '3 more ignore files were not applied, or only in part.',
    ]);
  });

  for (const [count, last] of [
    [6, '1 more ignore file was not applied, or only in part.'],
    [12, '7 more ignore files were not applied, or only in part.'],
  ] as const)
    it(`are counted if they are ${count}`, async () => {
      const names = Array.from({ length: count }, (_, at) => `f${at}`);
      const notes = await notesAfter(
        Object.fromEntries(names.map((name) => [`${name}/.gitignore`, tooMany])),
        names.map((name) => `${name}/f`),
      );
      assert.equal(notes.length, 6);
      assert.equal(notes.at(-1), last);
    });
});

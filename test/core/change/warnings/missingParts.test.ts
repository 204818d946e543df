import assert from 'node:assert/strict';
import type { Change } from '../../../../src/core/change/change.ts';
import { findMissingParts } from '../../../../src/core/change/warnings/missingParts.ts';
import { content, create, update } from '../changes.ts';

/** A new file, or with `before` an edit. */
function change(path: string, after: string, before?: string): Change {
  return before === undefined ? create(path, after) : update(path, before, after);
}

/** What is missing if the changes at `excluded` are excluded, and others are kept as `kept`. */
function missing(
  all: readonly Change[],
  excluded: readonly number[],
  kept: readonly (readonly [number, Change])[] = [],
) {
  const versions = new Map(kept);
  const keptOf = (each: Change): Change | undefined => {
    const index = all.indexOf(each);
    return excluded.includes(index) ? undefined : (versions.get(index) ?? each);
  };
  return findMissingParts(all, keptOf).map(
    ({ change: { at }, line, name, from, isRemoved }) =>
      `${at.path}:${line} ${name ?? 'file'} ${from}${isRemoved ? ' removed' : ''}`,
  );
}

describe('findMissingParts', () => {
  const util = change('src/util.ts', 'export function tidy() {}\n');
  const user = change('src/app.ts', "a\nimport { tidy } from './util.ts';\ntidy();\n", 'a\n');

  it('finds an import of a file that is not created', () => {
    assert.deepEqual(missing([util, user], [0]), ['src/app.ts:2 file src/util.ts']);
    assert.deepEqual(missing([util, user], []), []);
    assert.deepEqual(missing([util, user], [1]), []);
    assert.deepEqual(missing([util, user], [0, 1]), []);
  });

  it('reads imports with and without an extension, of folders, and of Python', () => {
    const found = (path: string, line: string): number =>
      missing([change(path, 'x\n'), change('src/deep/a.ts', `${line}\n`)], [0]).length;
    assert.equal(found('src/util.ts', "import '../util'"), 1);
    assert.equal(found('src/util.ts', "import '../util.js'"), 1);
    assert.equal(found('src/util/index.ts', "require('../util')"), 1);
    assert.equal(found('src/deep/util.py', 'from .util import tidy'), 1);
    assert.equal(found('src/util.ts', "import './util'"), 0);
    assert.equal(found('src/util.ts', "import 'util'"), 0);
    assert.equal(found('src/utils.ts', "import '../util'"), 0);
  });

  it('reports the first of more uses than a call has arguments', () => {
    const names = Array.from({ length: 140_000 }, (_, at) => `name${at}`);
    const uses = `${names.join('\n')}\n`;
    const both = change('a.ts', `${names.map((name) => `let ${name}`).join('\n')}\n${uses}`, '');
    assert.equal(missing([both], [], [[0, change('a.ts', uses, '')]]).length, 20);
  });

  it('finds the use of a definition in a hunk that is excluded', () => {
    const both = change('a.ts', 'const limit = 3;\none\ntwo(limit);\n', 'one\ntwo();\n');
    const used = change('a.ts', 'one\ntwo(limit);\n', 'one\ntwo();\n');
    assert.deepEqual(missing([both], [], [[0, used]]), ['a.ts:2 limit a.ts']);
    const unused = change('a.ts', 'const limit = 3;\none\ntwo();\n', 'one\ntwo();\n');
    assert.deepEqual(missing([both], [], [[0, unused]]), []);
  });

  it('ignores words that another file defines itself, or does not import', () => {
    const own = change('b.ts', "import { other } from './util';\nconst tidy = 1;\nuse(tidy);\n");
    assert.deepEqual(missing([change('util.ts', 'const tidy = 1;\n', 'x\n'), own], [0]), []);
    assert.deepEqual(missing([change('util.ts', 'const tidy = 1;\n', 'x\n'), change('c.ts', 'tidy();\n')], [0]), []);
  });

  it('ignores lines that the call does not write', () => {
    const before = "import { tidy } from './util.ts';\ntidy();\n";
    assert.deepEqual(missing([util, change('src/app.ts', `${before}more\n`, before)], [0]), []);
  });

  const [plain, renamed] = ['export function tidy() {}\n', 'export function clean() {}\n'];
  const importing = (name: string, file = 'util'): string => `a\nimport { ${name} } from './${file}.ts';\n${name}();\n`;

  it('finds an import that stays of a file that is deleted or moved', () => {
    const at = util.at;
    const gone: Change = { kind: 'delete', at, before: content(plain) };
    const moved: Change = { ...change('src/tidy.ts', plain), kind: 'move', from: at, before: content(plain) } as Change;
    const app = (after: string): Change => change('src/app.ts', after, importing('tidy'));
    for (const [first, after] of [
      [gone, 'a\n'],
      [moved, importing('tidy', 'tidy')],
    ] as const) {
      assert.deepEqual(missing([first, app(after)], [1]), ['src/app.ts:2 file src/util.ts removed']);
      assert.deepEqual(missing([first, app(after)], []), []);
      assert.deepEqual(missing([first, app(after)], [0, 1]), []);
    }
    assert.deepEqual(missing([gone, app(`${importing('tidy')}more\n`)], [1]), []);
    assert.deepEqual(missing([moved, app('a\n'), change('src/util.ts', 'new')], [1]), []);
  });

  it('ignores an old name or file that the whole call would use as well', () => {
    const [before, after] = ['const size = 1;\nx\nrow.size = 1;\n', 'x\nrow.size = 2;\n'];
    const half = change('a.ts', 'x\nrow.size = 1;\n', before);
    assert.deepEqual(missing([change('a.ts', after, before)], [], [[0, half]]), []);
    const gone: Change = { kind: 'delete', at: util.at, before: content(plain) };
    const app = change('src/app.ts', "import { tidy } from './util'; // 2\n", "import { tidy } from './util'; // 1\n");
    assert.deepEqual(missing([gone, app], [1]), []);
  });

  it('finds the old name that stays in a file or hunk that is left out of a rename', () => {
    const all = [change('src/util.ts', renamed, plain), change('src/app.ts', importing('clean'), importing('tidy'))];
    assert.deepEqual(missing(all, [1]), ['src/app.ts:2 tidy src/util.ts removed']);
    assert.deepEqual(missing(all, []), []);
    assert.deepEqual(missing(all, [0, 1]), []);
    const [before, after] = [`${plain}x\ntidy();\n`, `${renamed}x\nclean();\n`];
    const half = change('src/util.ts', `${renamed}x\ntidy();\n`, before);
    assert.deepEqual(missing([change('src/util.ts', after, before)], [], [[0, half]]), [
      'src/util.ts:3 tidy src/util.ts removed',
    ]);
  });
});

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSync } from '../../../src/core/async/yielding.ts';
import {
  evaluateAttributes,
  readAttributes,
  readMacros,
  type DeclaredAttributes,
} from '../../../src/core/git/attributes.ts';
import { numbersFrom } from '../../random.ts';

/** Contents of the `.gitattributes` by their folders; `''` is the top. */
type Files = Readonly<Record<string, string>>;

function ours(files: Files, path: string): DeclaredAttributes {
  const bytes = (folder: string): Uint8Array => new TextEncoder().encode(files[folder] ?? '');
  const macros = runSync(readMacros(bytes('')));
  const around = Object.keys(files).filter((folder) => folder === '' || path.startsWith(`${folder}/`));
  const nearestFirst = around.sort((one, other) => other.length - one.length);
  const read = nearestFirst.map((folder) => runSync(readAttributes(folder, bytes(folder), macros)));
  return runSync(evaluateAttributes(read, path, macros));
}

/** What git says, for each path. */
function gits(files: Files, paths: readonly string[]): DeclaredAttributes[] {
  const root = mkdtempSync(join(tmpdir(), 'attributes-'));
  try {
    execFileSync('git', ['init', '-q', root]);
    execFileSync('git', ['-C', root, 'config', 'core.attributesFile', '']);
    execFileSync('git', ['-C', root, 'config', 'core.ignoreCase', 'false']);
    for (const [folder, content] of Object.entries(files)) {
      mkdirSync(join(root, folder), { recursive: true });
      writeFileSync(join(root, folder, '.gitattributes'), content);
    }
    const asked = ['check-attr', '-z', '--stdin', 'linguist-generated', 'linguist-vendored'];
    const env = { ...process.env, GIT_ATTR_NOSYSTEM: '1' };
    const input = paths.map((path) => `${path}\0`).join('');
    const said = spawnSync('git', ['-C', root, ...asked], { input, env })
      .stdout.toString()
      .split('\0');
    return paths.map((_, index) => ({
      generated: toBoolean(said[index * 6 + 2]),
      vendored: toBoolean(said[index * 6 + 5]),
    }));
  } finally {
    rmSync(root, { recursive: true });
  }
}

function toBoolean(said: string | undefined): boolean | undefined {
  assert.ok(said !== undefined);
  return said === 'unspecified' ? undefined : said !== 'unset' && said !== 'false';
}

const [g, v] = ['linguist-generated', 'linguist-vendored'];
const paths =
  'a¦a.c¦b¦a b¦dir/a¦dir/sub/a.c¦x/dir/a¦x/dir/sub/a.c¦#a¦!a¦é¦dir/é¦[attr]¦r¦.a¦sub/.gitattributes¦sub/a.c¦sub/dir/a.c¦"a¦a"b¦x/a b¦A.C'.split(
    '¦',
  );

const table: readonly (readonly [what: string, files: Files])[] = [
  ['nothing', {}],
  ['each value', { '': `a ${g}\nb -${g}\n*.c ${g}=true\nx/** ${g}=false\n.a ${g}=\nr ${g}=no\n` }],
  ['the last line', { '': `*.c ${g}\na.c -${g}\ndir/** ${v}\nsub/** ${v}=false ${v}\n` }],
  ['the last word of a line', { '': `* ${g} -${g}\n*.c -${g} ${g}\n` }],
  ['a folder', { '': `dir/ ${g}\nx/dir ${g}\nsub/* ${v}\n` }],
  ['what is in a folder', { '': `dir/** ${g}\n**/sub/** ${v}\n` }],
  ['the nearest file', { '': `*.c ${g} ${v}\n`, dir: `*.c -${g}\n`, 'dir/sub': `*.c ${g}\n`, x: `*.c !${g}\n` }],
  ['a rule of a nested file', { sub: `/a.c ${g}\ndir/*.c ${v}\nsub/a.c ${v}\n` }],
  ['a leading slash', { '': `/a ${g}\n/*.c ${v}\n` }],
  ['unspecified', { '': `* ${g}\n*.c !${g}\n` }],
  ['negation', { '': `* ${g}\n!a ${v}\n"!a" -${g}\n\\!a ${v}\n` }],
  ['comments and blanks', { '': `# ${g}\n  # a ${g}\n\t a\t ${g} \t${v} \n#a ${g}\n\\#a ${v}\n` }],
  ['quotes', { '': `"a b" ${g}\n"\\303\\251" ${v}\n"\\"a"${g}\n"a ${g}\na"b ${v}\n"\\q" ${g}\n` }],
  ['other letters', { '': `é ${g}\n? ${v}\n?? -${v}\n` }],
  ['a macro', { '': `[attr]gen ${g} -diff\n*.c gen\nb -gen\n.a gen=1\ndir/** !gen\n` }],
  ['a macro that is off nearby', { '': `[attr]gen ${g}\n*.c gen\n`, sub: '*.c -gen\n', dir: `*.c gen -${g}\n` }],
  ['a macro of a macro', { '': `*.c all\n[attr]all gen ven\n[attr]ven ${v}\n[attr]gen ${g} all\n` }],
  ['a macro defined twice', { '': `[attr]gen ${g}\n[attr]gen ${v}\n*.c gen\n` }],
  ['a macro below the top', { sub: `[attr]gen ${g}\n*.c gen\n`, x: `[attr]${g} ${v}\n` }],
  ['a macro used below', { '': `[attr]gen ${g}\n`, sub: '*.c gen\n' }],
  ['an attribute as macro', { '': `[attr]${g} ${v}\na ${g}\nb ${v}\n` }],
  ['a built-in macro', { '': `[attr]binary ${g}\na binary\n` }],
  ['odd macros', { '': `[attr] ${g}\n[attr]-a ${g}\n"[attr] gen" ${g}\n[attr]a=b ${g}\n[attr]é ${g}\na gen\nr -a\n` }],
  ['an invalid word', { '': `a ${g} --x\na.c ${g} =x\nb ${g} é\n.a ${g} a/b\n` }],
  ['a mark and CRLF', { '': `\ufeffa ${g}\r\n*.c ${v}\r\n` }],
  ['a NUL', { '': `a ${g}\0 ${v}\nb\0 ${g}\n` }],
  ['long lines', { '': `a ${g} ${'x'.repeat(2020)}\na.c ${g} ${'x'.repeat(2050)}\n` }],
  ['lines of the maximum', { '': `a ${g} ${'x'.repeat(2026)}\nb ${g} ${'x'.repeat(2027)}\n` }],
  ['a pattern alone', { '': 'a\nb\n' }],
];

describe('declaredBy', () => {
  for (const [what, files] of table) {
    it(`agrees with git: ${what}`, () => {
      assert.deepEqual(
        paths.map((path) => ours(files, path)),
        gits(files, paths),
      );
    });
  }

  it('says something', () => {
    assert.deepEqual(ours({ '': `*.c ${g} -${v}\n` }, 'src/a.c'), { generated: true, vendored: false });
    assert.deepEqual(ours({ '': `*.c ${g} -${v}\n` }, 'src/a.h'), { generated: undefined, vendored: undefined });
  });

  it('agrees with git on random files', () => {
    const draw = numbersFrom(20_261_124);
    const pick = (from: readonly string[]): string => from[draw(from.length)] ?? '';
    const parts = [
      'a',
      'b',
      '*',
      '**',
      '/',
      '/',
      '?',
      '.c',
      'dir',
      'sub',
      '[ab]',
      '[!b]',
      '\\',
      '\\a',
      '"',
      '!',
      'é',
      '#',
    ];
    const words = [g, v, `-${g}`, `!${v}`, `${g}=false`, `${v}=true`, 'm', 'n', '-m', '!n', 'm=1', `${g}=`, 'text'];
    const line = (): string => {
      const pattern =
        draw(5) === 0
          ? `[attr]${pick(['m', 'n', g])}`
          : Array.from({ length: 1 + draw(4) }, () => pick(parts)).join('');
      const quoted = draw(8) === 0 ? `"${pattern}"` : pattern;
      return [quoted, ...Array.from({ length: 1 + draw(3) }, () => pick(words))].join(pick([' ', '\t', '  ']));
    };
    const content = (): string => Array.from({ length: 1 + draw(6) }, line).join(pick(['\n', '\n', '\r\n']));
    for (let round = 0; round < 25; round++) {
      const files: Files = { '': content(), dir: content(), 'x/dir': content(), sub: content() };
      const [found, expected] = [paths.map((path) => ours(files, path)), gits(files, paths)];
      assert.deepEqual(found, expected, JSON.stringify(files));
    }
  });

  it('does not take long over many lines', () => {
    const files = { '': `*a*a*a*a*b ${g}\n`.repeat(50_000) };
    assert.deepEqual(ours(files, 'a'.repeat(200)), { generated: undefined, vendored: undefined });
  });

  for (const [what, content] of [
    ['macros of many words', `[attr]m ${'a '.repeat(1000)}\n`.repeat(500)],
    ['rules of many words', `* ${g} ${'a '.repeat(1000)}\n`.repeat(500)],
    ['empty lines', '\n'.repeat(1_000_000)],
  ] as const) {
    it(`yields often: ${what}`, () => {
      for (const work of [readMacros(Buffer.from(content)), readAttributes('', Buffer.from(content), new Map())]) {
        let yields = 0;
        while (work.next().done !== true) yields++;
        assert.ok(yields * 40_000 >= content.length, `${yields} yields`);
      }
    });
  }
});

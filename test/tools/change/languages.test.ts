import assert from 'node:assert/strict';
import type { LanguageServices, RangeEdit } from '../../../src/tools/ports/languagePorts.ts';
import { movePath } from '../../../src/tools/change/moveCopy.ts';
import { renameSymbol } from '../../../src/tools/change/renameSymbol.ts';
import { inEnglish } from '../../../src/core/wording/phrase.ts';
import { fail, succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const edit = (line: number, column: number, length: number, text: string): RangeEdit => ({
  start: { line, column },
  end: { line, column: column + length },
  text,
});

type Edits = Readonly<Record<string, readonly RangeEdit[]>>;

/** A language service with one answer; `asked` keeps what it was asked. */
function service(
  edits: Edits,
  rest: Partial<{ moves: { from: string; to: string }[]; createsOrDeletes: boolean }> = {},
) {
  const asked: unknown[] = [];
  const languages: LanguageServices = {
    rename: async (uri, at, newName, known) => {
      asked.push({ uri, at, newName, known });
      const files = new Map(Object.entries(edits).map(([path, each]) => [`file:///ws/${path}`, each]));
      return { files, moves: [], createsOrDeletes: false, ...rest };
    },
    definitions: async () => ['file:///ws/lib/helper.ts'],
  };
  return { languages, asked };
}

function worldWith(
  files: Readonly<Record<string, string>>,
  { languages }: { languages: LanguageServices },
): MemoryWorld {
  const world = new MemoryWorld(files);
  world.languages = languages;
  return world;
}

const input = { filePath: 'a.ts', symbol: 'tea', newName: 'chai', line: 1 };

describe('redline_rename_symbol', () => {
  it('says so where there are more places than it looks at', async () => {
    const world = worldWith(
      { 'a.ts': 'let tea;\n', 'b.md': 'tea\n'.repeat(1000) },
      service({ 'a.ts': [edit(0, 4, 3, 'chai')] }),
    );
    const { text } = await succeed(renameSymbol, world, input);
    assert.match(text, /Only the first 1000 places with tea were looked at; it may stay at others\./);
  });

  it('edits every place of every file as one change, in any line ending, and says where the name stays', async () => {
    const files = { 'a.ts': 'let tea;\r\n// tea\r\ntea = { tea };\r\n', 'b.ts': '\rtea();', 'c.md': 'tea' };
    const told = service({
      'a.ts': [edit(2, 8, 3, 'tea: chai'), edit(0, 4, 3, 'chai'), edit(2, 0, 3, 'chai')],
      'b.ts': [edit(1, 0, 3, 'chai')],
    });
    const world = worldWith(files, told);
    const { text, result } = await succeed(renameSymbol, world, input);
    assert.equal(world.text('a.ts'), 'let chai;\r\n// tea\r\nchai = { tea: chai };\r\n');
    assert.equal(world.text('b.ts'), '\rchai();');
    assert.equal(world.text('c.md'), 'tea');
    assert.match(text, /^Renamed tea to chai in 2 files: 4 places\./);
    assert.match(text, /tea also stands, and was left, at: a\.ts:2, c\.md:1\./);
    assert.deepEqual(result['unchanged'], ['a.ts:2', 'c.md:1']);
    assert.deepEqual(told.asked, [
      {
        uri: 'file:///ws/a.ts',
        at: { line: 0, column: 4 },
        newName: 'chai',
        known: ['file:///ws/a.ts', 'file:///ws/b.ts', 'file:///ws/c.md'],
      },
    ]);
    const cautions = world.asked[0]?.changes.flatMap((change) => change.cautions ?? []) ?? [];
    assert.deepEqual(
      cautions.map(({ message }) => inEnglish(message)),
      ['tea also stands, and stays, at: a.ts:2, c.md:1'],
    );
  });

  it('takes the symbol by its whole name, and asks for the column where it stands twice', async () => {
    const told = service({ 'a.ts': [edit(0, 15, 3, 'chai')] });
    const world = worldWith({ 'a.ts': 'steam = teapot.tea + tea_;\ntea.tea\n$tea tea$' }, told);
    await succeed(renameSymbol, world, input);
    assert.equal(world.text('a.ts'), 'steam = teapot.chai + tea_;\ntea.tea\n$tea tea$');
    assert.match(await fail(renameSymbol, world, { ...input, line: 2 }, 'AMBIGUOUS_MATCH'), /column 1, 5\./);
    assert.match(await fail(renameSymbol, world, { ...input, line: 3 }, 'NO_MATCH'), /does not stand on line 3/);
    assert.match(await fail(renameSymbol, world, { ...input, line: 9 }, 'NO_MATCH'), /Read the file again/);
    await fail(renameSymbol, world, { ...input, newName: 'tea' }, 'NO_CHANGE');
    await fail(renameSymbol, world, { ...input, line: 2, column: 2 }, 'AMBIGUOUS_MATCH');
  });

  const stale: readonly (readonly [name: string, edits: readonly RangeEdit[]])[] = [
    ['another text', [edit(0, 3, 3, 'chai')]],
    ['a line that is not there', [edit(7, 0, 3, 'chai')]],
    ['the end of a line', [edit(0, 6, 3, 'chai')]],
    ['a negative column', [edit(0, -1, 3, 'chai')]],
    ['two edits at one place', [edit(0, 4, 3, 'chai'), edit(0, 4, 3, 'chai')]],
    ['a range that runs back', [{ start: { line: 0, column: 7 }, end: { line: 0, column: 4 }, text: 'chai' }]],
    ['no text, as a service that puts something in', [edit(0, 4, 0, 'chai')]],
  ];
  for (const [name, edits] of stale) {
    it(`refuses edits of ${name}, since the service has an older text`, async () => {
      const world = worldWith(
        { 'a.ts': 'let tea;\n', 'b.ts': 'tea' },
        service({ 'b.ts': [edit(0, 0, 3, 'chai')], 'a.ts': edits }),
      );
      assert.match(await fail(renameSymbol, world, input, 'STALE'), /older text of a\.ts/);
    });
  }

  it('takes no name that TypeScript cannot read, since its service takes any text', async () => {
    const told = service({ 'a.ts': [edit(0, 4, 3, 'x')], 'a.py': [edit(0, 0, 3, 'te-a')] });
    const files = { 'a.ts': 'let tea;\nclass A { #tea }\nx["te a"]\n', 'a.py': 'tea = 1\n' };
    for (const newName of ['two words', '1st', '', 'a.b', '#tea', 'té-a', '"x"'])
      await fail(renameSymbol, worldWith(files, told), { ...input, newName }, 'VALIDATION_ERROR');
    const own = { ...input, line: 2, symbol: '#tea' };
    await fail(renameSymbol, worldWith(files, told), { ...own, newName: 'tea' }, 'VALIDATION_ERROR');
    for (const newName of ['té', '$', '_1', '\u{20BB7}'])
      await succeed(renameSymbol, worldWith({ 'a.ts': 'let tea;\n' }, service({ 'a.ts': [edit(0, 4, 3, newName)] })), {
        ...input,
        newName,
      });
    const python = service({ 'a.py': [edit(0, 0, 3, 'te-a')] });
    await succeed(renameSymbol, worldWith(files, python), { ...input, filePath: 'a.py', newName: 'te-a' });
  });

  it('refuses what it cannot do in whole', async () => {
    const moves = [{ from: 'file:///ws/a.ts', to: 'file:///ws/b.ts' }];
    const edits = { 'a.ts': [edit(0, 4, 3, 'chai')] };
    for (const told of [service(edits, { moves }), service(edits, { createsOrDeletes: true })]) {
      await fail(renameSymbol, worldWith({ 'a.ts': 'let tea;' }, told), input, 'VALIDATION_ERROR');
    }
    await fail(renameSymbol, worldWith({ 'a.ts': 'let tea;' }, service({})), input, 'NO_CHANGE');
    await fail(renameSymbol, worldWith({ 'a.ts': 'let tea;' }, service({ 'gone.ts': [] })), input, 'NOT_FOUND');
    await fail(renameSymbol, new MemoryWorld({ 'a.ts': 'let tea;' }), input, 'VALIDATION_ERROR');
  });
});

describe('redline_move with updateImports', () => {
  const helper = "import { a } from '../a';\nexport const helper = a;\n";
  const move = { from: 'lib/helper.ts', to: 'tools/deep/help.ts', updateImports: true };
  const uris = { from: 'file:///ws/lib/helper.ts', to: 'file:///ws/tools/deep/help.ts' };

  it('moves the file, its own imports and those of others as one change', async () => {
    const told = service(
      { 'lib/helper.ts': [edit(0, 19, 4, '../../a')], 'b.ts': [edit(0, 24, 12, './tools/deep/help')] },
      { moves: [uris] },
    );
    const world = worldWith(
      {
        'a.ts': '',
        'b.ts': "import { helper } from './lib/helper';\n",
        'c.ts': "require('./lib/helper.js')",
        'lib/helper.ts': helper,
      },
      told,
    );
    const { text } = await succeed(movePath, world, move);
    assert.equal(world.text('tools/deep/help.ts'), helper.replace('../a', '../../a'));
    assert.equal(world.text('lib/helper.ts'), undefined);
    assert.equal(world.text('b.ts'), "import { helper } from './tools/deep/help';\n");
    assert.match(text, /does not update the import at c\.ts:1\. Edit it yourself/);
    assert.deepEqual(told.asked, [
      { uri: 'file:///ws/b.ts', at: { line: 0, column: 24 }, newName: '../tools/deep/help.ts', known: [] },
    ]);
  });

  it('rewrites its own relative paths where nobody imports it', async () => {
    const world = worldWith(
      { 'a.ts': '', 'lib/helper.ts': `${helper}import './x/y.js';\nconst s = '/no';\n` },
      service({}),
    );
    await succeed(movePath, world, move);
    const moved = world.text('tools/deep/help.ts');
    assert.equal(moved, `${helper.replace('../a', '../../a')}import '../../lib/x/y.js';\nconst s = '/no';\n`);
  });

  it('rewrites what the service leaves of its own paths: folders, and files of other languages', async () => {
    const own =
      "import '.';\nimport x from '..';\nimport './a.css?inline';\nimport './no.css';\nsplit('.', './a.css');\n";
    const files = { 'lib/helper.ts': own, 'lib/a.css': '', 'b.ts': "import './lib/helper';\n" };
    const modules = [1, 2];
    const isModule = (line: number): boolean => modules.includes(line + 1);
    for (const importers of [files, { ...files, 'b.ts': '' }]) {
      const told = service({ 'b.ts': [edit(0, 8, 12, './tools/deep/help')] }, { moves: [uris] });
      told.languages.definitions = async (uri, { line }) =>
        uri.endsWith('/b.ts') ? [uris.from] : isModule(line) ? ['file:///ws/lib/index.ts'] : [];
      const world = worldWith(importers, told);
      await succeed(movePath, world, move);
      assert.equal(
        world.text('tools/deep/help.ts'),
        "import '../../lib';\nimport x from '../..';\nimport '../../lib/a.css?inline';\nimport './no.css';\nsplit('.', './a.css');\n",
      );
    }
  });

  const importing: readonly (readonly [file: string, importer: string, text: string])[] = [
    ['lib/$helper.ts', 'b.ts', "import './lib/$helper';"],
    ['app/[id].tsx', 'b.ts', "import('./app/[id]');"],
    ['lib/helper.test.ts', 'lib/b.ts', "import './helper.test.js';"],
    ['lib/index.ts', 'lib/deep/b.ts', "export * from '..';"],
    ['lib/index.ts', 'lib/b.ts', "require('.')"],
    ['lib/index.ts', 'b.ts', "import './lib/';"],
    ['lib/helper.ts', 'b.ts', "import '#helper';"],
  ];
  for (const [file, importer, text] of importing) {
    it(`finds the importer of ${file}: ${text}`, async () => {
      const column = text.search(/['"]/) + 1;
      const to = 'file:///ws/tools/deep/help.ts';
      const told = service({}, { moves: [{ from: `file:///ws/${file}`, to }] });
      told.languages.definitions = async (_uri, at) => (at.column === column ? [`file:///ws/${file}`] : []);
      await succeed(movePath, worldWith({ [file]: '', [importer]: `${text}\n` }, told), { ...move, from: file });
      assert.deepEqual(
        told.asked.map((each) => [Reflect.get(Object(each), 'uri'), Reflect.get(Object(each), 'at')]),
        [[`file:///ws/${importer}`, { line: 0, column }]],
      );
    });
  }

  it('asks at an import that names the file, since at that of a folder the service would move the folder', async () => {
    const from = 'file:///ws/lib/index.ts';
    const told = service({}, { moves: [{ from, to: uris.to }] });
    told.languages.definitions = async () => [from];
    const files = { 'a.ts': "import './lib';\n", 'b.ts': "import './lib/index.js';\n", 'lib/index.ts': '' };
    await succeed(movePath, worldWith(files, told), { ...move, from: 'lib/index.ts' });
    assert.equal(Reflect.get(Object(told.asked[0]), 'uri'), 'file:///ws/b.ts');
  });

  it('names the paths that the service does not follow, also beside imports that it does', async () => {
    const told = service({ 'b.ts': [edit(0, 8, 12, './tools/deep/help')] }, { moves: [uris] });
    told.languages.definitions = async (_uri, { line }) => (line === 0 ? [uris.from] : []);
    const mocked = "import './lib/helper';\njest.mock('./lib/helper');\nlog('helper', './other/helper');\n";
    const page = '<script>\nimport x from "./lib/helper.js";\n</script>\n';
    const world = worldWith({ 'b.ts': mocked, 'lib/helper.ts': helper, 'App.vue': page }, told);
    const { text } = await succeed(movePath, world, move);
    assert.match(text, /does not update the import at App\.vue:2, b\.ts:2\. Edit it yourself/);
  });

  it('changes nothing where the service would move something else, or has an older text', async () => {
    const files = { 'b.ts': "import './lib/helper';\n", 'lib/helper.ts': helper };
    const edits = { 'b.ts': [edit(0, 8, 12, './tools/deep/help')] };
    const other = { from: 'file:///ws/lib', to: 'file:///ws/tools' };
    await fail(movePath, worldWith(files, service(edits, { moves: [other] })), move, 'VALIDATION_ERROR');
    await fail(movePath, worldWith(files, service(edits)), move, 'VALIDATION_ERROR');
    const old = { 'b.ts': [edit(0, 7, 12, './tools/deep/help')] };
    await fail(movePath, worldWith(files, service(old, { moves: [uris] })), move, 'STALE');
  });

  it('is refused for folders and for other languages', async () => {
    const world = worldWith({ 'lib/helper.ts': helper, 'lib/x.ts': '', 'a.py': '' }, service({}));
    await fail(movePath, world, { from: 'lib', to: 'src', updateImports: true }, 'VALIDATION_ERROR');
    await fail(movePath, world, { from: 'a.py', to: 'b.py', updateImports: true }, 'VALIDATION_ERROR');
  });
});

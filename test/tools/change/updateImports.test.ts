import assert from 'node:assert/strict';
import { movePath } from '../../../src/tools/change/moveCopy.ts';
import { fail, succeed } from '../call.ts';
import { edit, service, worldWith } from '../languageService.ts';

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
    const files = { 'lib/helper.ts': own, 'lib/index.ts': '', 'lib/a.css': '', 'b.ts': "import './lib/helper';\n" };
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

  it('leaves strings that are no imports, although they lead somewhere', async () => {
    const own = "const map = { './a': 1 };\nmap['./a'];\njest.mock('./b.js');\n";
    const told = service({});
    told.languages.definitions = async (_uri, { line }) => [line === 2 ? 'file:///ws/lib/b.ts' : uris.from];
    const world = worldWith({ 'lib/helper.ts': own, 'lib/b.ts': '' }, told);
    await succeed(movePath, world, move);
    assert.equal(world.text('tools/deep/help.ts'), own.replace('./b.js', '../../lib/b.js'));
  });

  it('does not show by its edits whether there is what the agent may not know of', async () => {
    const own = "import './denied/a.css';\nimport './denied/b';\nimport './hidden';\n";
    const texts: (string | undefined)[] = [];
    for (const areThere of [true, false]) {
      const told = service({});
      told.languages.definitions = async (_uri, { line }) =>
        areThere ? [`file:///ws/lib/${line === 2 ? 'hidden' : 'denied/b'}.ts`] : [];
      const files = { 'lib/helper.ts': own, 'lib/denied/a.css': '', 'lib/denied/b.ts': '', 'lib/hidden.ts': '' };
      const world = worldWith(areThere ? files : { 'lib/helper.ts': own }, told);
      world.denied = /denied|hidden\.ts/;
      await succeed(movePath, world, move);
      texts.push(world.text('tools/deep/help.ts'));
    }
    assert.equal(texts[0], texts[1]);
    assert.match(String(texts[0]), /'\.\.\/\.\.\/lib\/denied\/a\.css';\nimport '\.\.\/\.\.\/lib\/denied\/b'/);
  });

  it('leaves nothing of a file that it overwrites, which imports it', async () => {
    const told = service({ 'tools/deep/help.ts': [edit(0, 8, 16, './help')] }, { moves: [uris] });
    const importer = "import '../../lib/helper';\n";
    const files = { 'lib/helper.ts': 'own\n', 'tools/deep/help.ts': importer };
    const world = worldWith(files, told);
    await succeed(movePath, world, { ...move, overwrite: true });
    assert.equal(world.text('tools/deep/help.ts'), 'own\n');
    told.asked.length = 0;
    const other = worldWith({ ...files, 'b.ts': "import './lib/helper';\n" }, told);
    await succeed(movePath, other, { ...move, overwrite: true });
    assert.equal(other.text('tools/deep/help.ts'), 'own\n');
    assert.equal(told.asked.length, 1);
  });

  it('is refused where no import is found among too many places with the name, and says if there are more', async () => {
    const told = service({ 'z.ts': [edit(0, 8, 12, './tools/deep/help')] }, { moves: [uris] });
    told.languages.definitions = async (uri) => (uri.endsWith('/z.ts') ? [uris.from] : []);
    const files = { 'lib/helper.ts': '', 'm.ts': "log('helper');\n".repeat(600) };
    const importer = "import './lib/helper';\n";
    await fail(movePath, worldWith({ ...files, 'z.ts': importer }, told), move, 'VALIDATION_ERROR');
    const known = service({ 'a.ts': [edit(0, 8, 12, './tools/deep/help')] }, { moves: [uris] });
    known.languages.definitions = async (uri) => (uri.endsWith('/a.ts') ? [uris.from] : []);
    const { text } = await succeed(movePath, worldWith({ ...files, 'a.ts': importer }, known), move);
    assert.match(text, /there may be imports that were not updated/);
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
    await fail(movePath, world, { ...move, to: "it's/help.ts" }, 'VALIDATION_ERROR');
  });
});

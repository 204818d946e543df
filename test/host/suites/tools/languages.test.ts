import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { applied, useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';

/** Options of a project whose files import each other in every way. */
const project = JSON.stringify({
  compilerOptions: { module: 'esnext', moduleResolution: 'bundler', paths: { '@/*': ['./*'] } },
  include: ['**/*.ts', '**/*.tsx'],
});
const files = {
  'a.ts': 'export const kettle = 1;\nexport const tools = { kettle };\n',
  'b.ts':
    "import { kettle } from './a';\r\nimport { helper } from './lib/helper';\r\nconsole.log(kettle, helper); // kettle\r\n",
  'lib/helper.ts': "import { kettle as k } from '../a';\nexport const helper = k;\n",
  'lib/alias.tsx':
    "import { helper } from '@/lib/helper';\nexport { helper };\nexport type H = typeof import('./helper');\n",
};

// The language service of TypeScript, which comes with VS Code, reads files from the disk.
describeNeeds('modes', 'the language service', () => {
  const ground = useGround('languages');
  const putAll = (of: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(of)) ground.put(name, text);
  };
  const rename = (rest: object): Promise<unknown> =>
    ground.done('redline_rename_symbol', {
      filePath: ground.path('a.ts'),
      symbol: 'kettle',
      newName: 'samovar',
      line: 1,
      ...rest,
    });
  const texts = (...names: string[]): string[] => names.map((name) => ground.text(name));

  it('renames in all files of a project at the first call, closed and unsaved ones included', async () => {
    putAll({ 'tsconfig.json': project, ...files });
    const result = await rename({});
    assert.deepEqual(texts('a.ts', 'b.ts', 'lib/helper.ts'), [
      'export const samovar = 1;\nexport const tools = { kettle: samovar };\n',
      files['b.ts'].replace('{ kettle }', '{ samovar }').replace('(kettle', '(samovar'),
      files['lib/helper.ts'].replace('kettle', 'samovar'),
    ]);
    assert.deepEqual(Reflect.get(Object(result), 'unchanged'), [`${ground.path('b.ts')}:3`]);
    const document = await vscode.workspace.openTextDocument(path.join(ground.folder, 'b.ts'));
    const typed = new vscode.WorkspaceEdit();
    typed.insert(document.uri, new vscode.Position(0, 0), '// typed\n');
    await applied(typed);
    await rename({ symbol: 'samovar', newName: 'urn' });
    assert.equal(document.getText().split(/\r?\n/)[3], 'console.log(urn, helper); // kettle');
  });

  it('renames in scripts that no project lists', async () => {
    putAll({ 'x.js': 'exports.kettle = 1;\n', 'y.js': "const { kettle } = require('./x');\nkettle;\n" });
    await rename({ filePath: ground.path('x.js') });
    assert.deepEqual(texts('x.js'), ['exports.samovar = 1;\n']);
    assert.match(ground.text('y.js'), /samovar/);
  });

  it('refuses what the service refuses, with its reason', async () => {
    putAll({ 'tsconfig.json': project, 'a.ts': 'console.log(Math.PI);\nlet x = 1;\n', 'a.txt': 'kettle' });
    const fixed = await ground.refused('redline_rename_symbol', {
      filePath: ground.path('a.ts'),
      symbol: 'PI',
      newName: 'TAU',
      line: 1,
    });
    assert.match(fixed, /^VALIDATION_ERROR: The language service does not rename this: .*standard TypeScript library/);
    const plain = await ground.refused('redline_rename_symbol', {
      filePath: ground.path('a.txt'),
      symbol: 'kettle',
      newName: 'urn',
      line: 1,
    });
    assert.match(
      plain,
      /^(?:VALIDATION_ERROR: The language service does not rename this|NO_CHANGE: The language service has nothing)/,
    );
    assert.equal(ground.text('a.ts'), 'console.log(Math.PI);\nlet x = 1;\n');
  });

  it('moves a file with its imports, by relative paths and by aliases', async () => {
    putAll({ 'tsconfig.json': project, ...files });
    const from = ground.path('lib/helper.ts');
    await ground.done('redline_move', { from, to: ground.path('tools/deep/help.ts'), updateImports: true });
    assert.deepEqual(texts('tools/deep/help.ts', 'b.ts', 'lib/alias.tsx'), [
      files['lib/helper.ts'].replace('../a', '../../a'),
      files['b.ts'].replace('./lib/helper', './tools/deep/help'),
      files['lib/alias.tsx'].replace('@/lib/helper', '@/tools/deep/help').replace('./helper', '../tools/deep/help'),
    ]);
    assert.equal(ground.exists('lib/helper.ts'), false);
  });

  it('moves a file that nobody imports, with its own imports', async () => {
    putAll({ 'tsconfig.json': project, ...files });
    await ground.done('redline_move', { from: ground.path('b.ts'), to: ground.path('deep/b.ts'), updateImports: true });
    assert.equal(ground.text('deep/b.ts'), files['b.ts'].replace('./a', '../a').replace('./lib', '../lib'));
  });

  const styled =
    "import './a.css';\nimport data from './data.json';\nimport type { T } from './t';\nexport { data, type T };\n";
  const around = {
    'lib/index.ts': styled,
    'lib/a.css': '',
    'lib/data.json': '{ "tea": 1 }\n',
    'lib/t.ts': "export type T = import('./index').T2;\nexport type T2 = 1;\n",
    'lib/deep/up.tsx': "export * from '..';\nexport const lazy = () => import('..');\nconst broken: number = 'x';\n",
    'mock.js': "const all = require('./lib');\njest.mock('./lib');\nall;\n",
  };

  it('moves the index of a folder: imports by the folder, of types, of JSON, of styles, and at run time', async () => {
    const options = { ...JSON.parse(project), include: ['**/*'] };
    Object.assign(options.compilerOptions, { resolveJsonModule: true, allowJs: true, jsx: 'preserve', noEmit: true });
    putAll({ 'tsconfig.json': JSON.stringify(options), ...around });
    const [from, to] = [ground.path('lib/index.ts'), ground.path('src/main/all.ts')];
    await ground.done('redline_move', { from, to, updateImports: true });
    assert.deepEqual(texts('src/main/all.ts', 'lib/deep/up.tsx', 'mock.js', 'lib/t.ts'), [
      styled.replaceAll("'./", "'../../lib/"),
      around['lib/deep/up.tsx'].replaceAll("'..'", "'../../src/main/all'"),
      around['mock.js'].replace("require('./lib')", "require('./src/main/all')"),
      around['lib/t.ts'].replace("'./index'", "'../src/main/all'"),
    ]);
  });

  it('renames through exports from other files, in markup, and behind a byte order mark', async () => {
    putAll({
      'tsconfig.json': project,
      'kettle.tsx': "\ufeffexport function Kettle() { return null; }\nexport type { T as Tea } from './t';\n",
      't.ts': 'export type T = 1;\n',
      'all.ts': "export { Kettle } from './kettle';\nexport * as kettles from './kettle';\n",
      'page.tsx':
        "import { Kettle, kettles } from './all';\nconst a = <Kettle></Kettle>;\nconst b: typeof kettles.Kettle = Kettle;\n",
    });
    await ground.done('redline_rename_symbol', {
      filePath: ground.path('kettle.tsx'),
      symbol: 'Kettle',
      newName: 'Urn',
      line: 1,
    });
    assert.equal(ground.text('kettle.tsx').split('\n')[0], '\ufeffexport function Urn() { return null; }');
    // What a file exports to others keeps its name, by an alias, as VS Code's own setting has it.
    assert.equal(ground.text('all.ts').split('\n')[0], "export { Urn as Kettle } from './kettle';");
    assert.deepEqual(ground.text('page.tsx').split('\n').slice(1), [
      'const a = <Kettle></Kettle>;',
      'const b: typeof kettles.Urn = Kettle;',
      '',
    ]);
  });
});

import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { useGround } from '../ground.ts';
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
    await vscode.workspace.applyEdit(typed);
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
});

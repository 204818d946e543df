import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { foldersOf } from '../../src/core/path/pathParts.ts';
import {
  alwaysAsked,
  choiceLabels,
  fieldLabels,
  isApplicable,
  isRequired,
} from '../../src/vscode/palette/inputFields.ts';
import { repositoryRoot } from '../host/driver/paths.ts';

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
}

interface Schema {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

const manifest: { contributes: { languageModelTools: { name: string; inputSchema: Schema }[] } } = JSON.parse(
  readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'),
);
const tools = manifest.contributes.languageModelTools;

/** Inputs for agents only: guards against unseen changes, and the format of the answer. */
const agentsFields: readonly string[] = [
  'dryRun',
  'endPattern',
  'expectedReplacements',
  'expectedSha256',
  'expectedText',
  'format',
  'offset',
  'requireExactFileMatch',
  'startColumn',
  'startPattern',
];

describe('the form in which a user fills in a tool', () => {
  it('has words for each input and each choice, or leaves the input to agents', () => {
    const lacking = tools.flatMap(({ name, inputSchema: { properties = {}, required = [] } }) =>
      Object.entries(properties).flatMap(([field, { type, enum: choices = [] }]) => [
        ...(field in fieldLabels !== agentsFields.includes(field) ? [] : [`${name}: ${field}`]),
        ...(required.includes(field) && agentsFields.includes(field) ? [`${name} needs ${field}`] : []),
        // A boolean is an option that a user turns on or off; there is no question for it.
        ...(required.includes(field) && type === 'boolean' ? [`${name} cannot ask for ${field}`] : []),
        ...choices.filter((choice) => field in fieldLabels && choiceLabels[field]?.[choice] === undefined),
      ]),
    );
    assert.deepEqual(lacking, []);
  });

  it('asks for nothing that a tool does not have', () => {
    for (const [name, fields] of Object.entries(alwaysAsked)) {
      const properties = tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {};
      for (const field of fields) assert.ok(field in properties, `${name}: ${field}`);
    }
  });
});

describe('the cells of notebooks', () => {
  const notebook = 'a/b.IPYNB';
  const fields = ['cell', 'after', 'source', 'kind'];
  for (const [action, needed, offered] of [
    ['insert', ['source'], ['after', 'kind']],
    ['replace', ['cell', 'source'], ['kind']],
    ['delete', ['cell'], []],
    ['move', ['cell'], ['after']],
    ['setKind', ['cell', 'kind'], []],
  ] as const)
    it(`to ${action} one, a user is asked for ${needed.join(' and ')}, and offered ${offered.join(' and ') || 'nothing'}`, () => {
      const input = { filePath: notebook, action };
      const fitting = fields.filter((field) => isApplicable(field, input));
      assert.deepEqual(
        fields.filter((field) => isRequired(field, input)),
        needed,
      );
      assert.deepEqual(new Set(fitting), new Set([...needed, ...offered]));
      assert.ok(isApplicable('filePath', { action }), 'the file is asked for whatever the action');
    });

  it('have all actions of the tool', () => {
    const action = tools.find(({ name }) => name === 'redline_edit_notebook')?.inputSchema.properties?.['action'];
    for (const each of action?.enum ?? assert.fail('no actions'))
      assert.ok(
        fields.some((field) => isRequired(field, { action: each })),
        each,
      );
  });

  it('are asked for in notebooks alone', () => {
    assert.ok(isApplicable('cell', { filePath: notebook }));
    for (const filePath of ['a.txt', 'ipynb', undefined]) assert.ok(!isApplicable('cell', { filePath }), filePath);
    for (const field of fields) assert.ok(!isRequired(field, { filePath: notebook }), field);
    assert.ok(isApplicable('startLine', { filePath: 'a.txt' }));
  });
});

describe('the folders to choose from', () => {
  it('are those that the paths of files go through', () => {
    assert.deepEqual(foldersOf(['a.ts', 'b/c.ts', 'b/d/e/f.ts', 'b/d/g.ts']), ['b', 'b/d', 'b/d/e']);
  });
});

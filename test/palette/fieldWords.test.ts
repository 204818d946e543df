import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { foldersOf } from '../../src/core/path/foldersOf.ts';
import { agentsFields, alsoAsked, choiceWords, fieldWords } from '../../src/vscode/palette/fieldWords.ts';
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

describe('the form in which a person fills in a tool', () => {
  it('has words for each input and each choice, or leaves the input to agents', () => {
    const lacking = tools.flatMap(({ name, inputSchema: { properties = {}, required = [] } }) =>
      Object.entries(properties).flatMap(([field, { type, enum: choices = [] }]) => [
        ...(field in fieldWords !== agentsFields.includes(field) ? [] : [`${name}: ${field}`]),
        ...(required.includes(field) && agentsFields.includes(field) ? [`${name} needs ${field}`] : []),
        // A boolean is an option that a person turns on or off; there is no question for it.
        ...(required.includes(field) && type === 'boolean' ? [`${name} cannot ask for ${field}`] : []),
        ...choices.filter((choice) => field in fieldWords && choiceWords[field]?.[choice] === undefined),
      ]),
    );
    assert.deepEqual(lacking, []);
  });

  it('asks for nothing that a tool does not have', () => {
    for (const [name, fields] of Object.entries(alsoAsked)) {
      const properties = tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {};
      for (const field of fields) assert.ok(field in properties, `${name}: ${field}`);
    }
  });
});

describe('the folders to choose from', () => {
  it('are those that the paths of files go through', () => {
    assert.deepEqual(foldersOf(['a.ts', 'b/c.ts', 'b/d/e/f.ts', 'b/d/g.ts']), ['b', 'b/d', 'b/d/e']);
  });
});

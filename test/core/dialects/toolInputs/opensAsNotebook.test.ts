import assert from 'node:assert/strict';
import { opensAsNotebook } from '../../../../src/core/dialects/toolInputs/opensAsNotebook.ts';

const queries = { type: 'queries', displayName: 'Queries', selector: [{ filenamePattern: '*.{sqlbook,kql}' }] };
const markdown = {
  type: 'markdown-notebook',
  displayName: 'Markdown',
  priority: 'option',
  selector: [{ filenamePattern: '*.md', excludeFileNamePattern: 'README.md' }],
};
const contributed = [[queries], [markdown], 'none', [{ selector: [7, '*.old'] }, undefined, { selector: '[' }]];

describe('files that VS Code opens as notebooks', () => {
  const cases: readonly (readonly [
    name: string,
    associations: Readonly<Record<string, unknown>>,
    expected: boolean,
  ])[] = [
    ['sales.sqlbook', {}, true],
    ['Sales.KQL', {}, true],
    ['a.old', {}, true],
    ['sales.sql', {}, false],
    ['notes.md', {}, false],
    ['notes.md', { '*.md': 'markdown-notebook' }, true],
    ['README.md', { '*.md': 'markdown-notebook' }, false],
    ['notes.md', { '*.md': 'another' }, false],
  ];
  for (const [name, associations, expected] of cases) {
    it(`${name} with ${JSON.stringify(associations)}: ${expected}`, () => {
      assert.equal(opensAsNotebook(name, contributed, associations), expected);
    });
  }
});

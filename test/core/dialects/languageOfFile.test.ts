import assert from 'node:assert/strict';
import { languageOfFile } from '../../../src/core/dialects/languageOfFile.ts';

const contributed = [
  [
    { id: 'markdown', extensions: ['.md', '.markdown'] },
    { id: 'json', extensions: ['.json'] },
    { id: 'jsonc', extensions: ['.code-workspace'], filenames: ['tsconfig.json'], filenamePatterns: ['*.config.json'] },
    { id: 'typings', extensions: ['.D.TS'] },
    { id: 'typescript', extensions: ['.ts', 7], filenames: 'none' },
    { id: 'first', extensions: ['.x'] },
  ],
  undefined,
  'none',
  [7, { extensions: ['.md'] }, { id: 'second', extensions: ['.x', ''], filenamePatterns: ['['] }],
];

describe('the language that VS Code gives a file', () => {
  const cases: readonly (readonly [
    path: string,
    expected: string,
    associations?: Readonly<Record<string, unknown>>,
  ])[] = [
    ['/w/README.MD', 'markdown'],
    ['/w/.md', 'markdown'],
    ['/w/a.json', 'json'],
    ['/w/tsconfig.json', 'jsonc'],
    ['/w/a.config.json', 'jsonc'],
    ['/w/a.d.ts', 'typings'],
    ['/w/a.ts', 'typescript'],
    ['/w/a.x', 'second'],
    ['/w/Makefile', 'plaintext'],
    ['/w/a.md', 'json', { '*.md': 'json' }],
    ['/w/a.md', 'markdown', { '**/docs/*.md': 'json', '*.md': 7, '[': 'json', '!a': 'json' }],
    ['/w/docs/a.md', 'json', { '*.md': 'typescript', '**/docs/*.md': 'json' }],
    ['/w/tsconfig.json', 'json', { '*.JSON': 'json' }],
  ];
  for (const [path, expected, associations = {}] of cases)
    it(`${path} with ${JSON.stringify(associations)}: ${expected}`, () =>
      assert.equal(languageOfFile(path, contributed, associations), expected));
});

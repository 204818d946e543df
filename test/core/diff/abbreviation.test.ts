import assert from 'node:assert/strict';
import { findAbbreviation as findInTurns, type Abbreviation } from '../../../src/core/diff/abbreviation.ts';
import { runSync } from '../../../src/core/async/yielding.ts';

const findAbbreviation = (before: string, content: string): Abbreviation | undefined =>
  runSync(findInTurns(before, content));

const abbreviations = [
  '// rest of code unchanged',
  '// ... existing code ...',
  '// ...existing code...',
  '    // ... rest of the code ...',
  '// … existing code …',
  '// Rest of the file remains unchanged.',
  '// rest of the implementation stays the same',
  '// ... (rest of the file)',
  '// [rest of the code remains the same]',
  '// The rest of the code is unchanged',
  '// rest of the code here...',
  '// existing code here',
  '// Existing code remains unchanged',
  '// other methods unchanged',
  '// ... other methods ...',
  '// keep the existing code',
  '// Keep existing imports as is',
  '// ... keep existing imports',
  '// (existing implementation)',
  '// remaining methods omitted for brevity',
  '// ... omitted for brevity',
  '// code omitted',
  '// ... same as before',
  '// ... 20 more lines',
  '// ... unchanged',
  '// --- unchanged ---',
  '# unchanged',
  '// no changes here',
  '// No changes here',
  '# No changes below.',
  '/* Unchanged from above */',
  '# ... existing code ...',
  '# ... rest of the class unchanged ...',
  '# Rest of the function remains the same',
  '# ... (previous code)',
  '-- rest of the query file unchanged',
  '; ... rest of file',
  '% rest of document unchanged',
  '/* ... existing styles ... */',
  '/* rest of the styles remain unchanged */',
  '{/* ... existing JSX ... */}',
  '{/* rest of the component unchanged */}',
  '<!-- rest of the content unchanged -->',
  '<!-- ... existing content ... -->',
  '[... rest of file unchanged ...]',
  '[rest of the file unchanged]',
  '<rest of code unchanged>',
  '... existing code ...',
  '... rest of the file ...',
  '... (rest of the file unchanged)',
  '… rest of the document unchanged …',
];

const honest = [
  '...args',
  '...rest,',
  '...rest',
  '  ...existing,',
  '  ...(await loadExisting()),',
  'return { ...state, ...rest };',
  '// ...rest,',
  '// ...args',
  '...',
  '    ...',
  'def f(self) -> int: ...',
  'The rest of the file remains unchanged.',
  'Keep the existing code as it is.',
  ' * The rest of the code remains unchanged.',
  '// Check existing records...',
  '// Load the remaining items...',
  '// the rest of the arguments are passed on',
  '// skip the rest of the line',
  '// rest parameters',
  '// rest of the properties',
  '// existing users keep their password',
  '// Existing methods',
  '// other options are described in the manual',
  '// same as above',
  '// no changes',
  '// leave the file unchanged if it is up to date',
  '// returns the text unchanged',
  '// unchanged lines are context',
  '// ... and then we wait for the answer',
  '# Changes',
  '## Unchanged',
  '## ... existing code',
  '# existing = load()',
  '#include <rest.h>',
  '#[test]',
  '-- other tables',
  '"// rest of code unchanged"',
  "const note = '... existing code ...';",
  'console.log("..."); // existing code here',
  '[rest]',
  '[existing]',
  '(previous)',
  '<rest>',
  '{rest}',
  '[...existing]',
  '{...rest}',
  '{ ...previous, done: true }',
  '<Existing code={a} />',
  '<code>',
  '(see the rest of the manual)',
  '[unchanged](changelog.md)',
];

describe('findAbbreviation', () => {
  it('reads long rows of dots in linear time', () => {
    assert.equal(findAbbreviation('', `# Chapter 1 ${'.'.repeat(100)} 12\n`), undefined);
  });

  const before = 'one\ntwo\n';
  for (const line of abbreviations) {
    it(`finds ${line}`, () => {
      assert.deepEqual(findAbbreviation(before, `a\n${line}\nb\nc\n`), { line: 2, text: line.trim() });
    });
  }

  for (const line of honest) {
    it(`leaves ${line}`, () => assert.equal(findAbbreviation(before, `a\n${line}\nb\nc\n`), undefined));
  }

  it('ignores placeholders of the old text', () => {
    assert.equal(findAbbreviation('x\n  // ... existing code ...\n', '// ... existing code ...\r\ny\r\n'), undefined);
  });

  it('finds an ellipsis alone only if text would be lost', () => {
    const long = 'a\nb\nc\nd\ne\n';
    for (const line of ['// ...', '# ...', '/* ... */', '<!-- … -->', '// Unchanged']) {
      assert.deepEqual(findAbbreviation(long, `a\n${line}\ne\n`), { line: 2, text: line });
      assert.equal(findAbbreviation('a\n', `a\n${line}\ne\n`), undefined);
    }
    assert.equal(findAbbreviation(long, 'def f():\n    ...\n'), undefined);
  });

  it('finds placeholders in a new file, too, in bounded time', () => {
    assert.equal(findAbbreviation('', 'x\n// rest of the code here\n')?.line, 2);
    const hostile = [
      `// ${'rest of the '.repeat(9)}`,
      `// ${'existing '.repeat(12)}x`,
      `// ${'. . '.repeat(28)}`,
      `// ${'('.repeat(110)}`,
    ];
    assert.equal(findAbbreviation('', hostile.join('\n').repeat(300)), undefined);
  });
});

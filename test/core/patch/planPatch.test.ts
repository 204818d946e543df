import assert from 'node:assert/strict';
import { parsePatch } from '../../../src/core/patch/parse/parse.ts';
import { planPatch, type PlanOptions } from '../../../src/core/patch/files/planPatch.ts';
import { applyTo, memoryWorkspace, type Tree } from './memoryWorkspace.ts';
import { diffOfA, envelope, gitDiff, unified, updateOfA } from './patchTexts.ts';

/** Name, tree, patch, and the tree after it. */
const right: readonly (readonly [string, Tree, string, Tree, PlanOptions?])[] = [
  [
    'one file twice is changed twice',
    { 'a.txt': 'one\ntwo\n' },
    envelope('*** Update File: a.txt', '@@', '-one', '+ONE', '*** Update File: a.txt', '@@', ' ONE', '-two', '+TWO'),
    { 'a.txt': 'ONE\nTWO\n' },
  ],
  [
    'a byte order mark that is taken away',
    { a: '\ufeffone\ntwo\n' },
    diffOfA('@@ -1,2 +1,2 @@', '-\ufeffone', '+one', ' two'),
    { a: 'one\ntwo\n' },
  ],
  [
    'a byte order mark that is put there',
    { a: 'one\ntwo\n' },
    diffOfA('@@ -1,2 +1,2 @@', '-one', '+\ufeffone', ' two'),
    { a: '\ufeffone\ntwo\n' },
  ],
  [
    'a byte order mark that goes with the words of its line',
    { a: '\ufeffone\ntwo\n' },
    diffOfA('@@ -1,2 +1,2 @@', '-\ufeffone', '+ONE', ' two'),
    { a: 'ONE\ntwo\n' },
  ],
  [
    'a byte order mark on both sides stays, and is not put where there is none',
    { a: '\ufeffone\n', b: 'one\n' },
    ['a', 'b'].map((path) => unified(path, '@@ -1 +1 @@', '-\ufeffone', '+\ufeffONE')).join(''),
    { a: '\ufeffONE\n', b: 'ONE\n' },
  ],
  [
    'a byte order mark that the patch does not know stays',
    { a: '\ufeffone\n' },
    diffOfA('@@ -1 +1 @@', '-one', '+ONE'),
    { a: '\ufeffONE\n' },
  ],
  [
    'a line above that takes the byte order mark over',
    { a: '\ufeffone\n', b: '\ufeffone\n' },
    diffOfA('@@ -1 +1,2 @@', '-\ufeffone', '+\ufeffzero', '+one') +
      unified('b', '@@ -1 +1,2 @@', '+\ufeffzero', ' one'),
    { a: '\ufeffzero\none\n', b: '\ufeffzero\none\n' },
  ],
  [
    'one file under two spellings is one',
    { 'a.txt': 'one\ntwo\n' },
    envelope('*** Update File: a.txt', '@@', '-one', '+ONE', '*** Update File: ./a.txt', '@@', ' ONE', '-two', '+TWO'),
    { 'a.txt': 'ONE\nTWO\n' },
  ],
  [
    'a file made in the patch can be changed in it',
    {},
    envelope('*** Add File: a.txt', '+one', '*** Update File: a.txt', '@@', '-one', '+two'),
    { 'a.txt': 'two\n' },
  ],
  [
    'deleted, then added again',
    { 'a.txt': 'one\n' },
    envelope('*** Delete File: a.txt', '*** Add File: a.txt', '+two'),
    { 'a.txt': 'two\n' },
  ],
  [
    'two files change names',
    { a: 'A\n', b: 'B\n' },
    'diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\ndiff --git a/b b/a\nsimilarity index 100%\nrename from b\nrename to a\n',
    { a: 'B\n', b: 'A\n' },
  ],
  [
    'equal hunks in a row take equal places in order',
    { 'a.txt': 'x\ny\nx\n' },
    envelope('*** Update File: a.txt', '@@', '-x', '+1', '@@', '-x', '+2'),
    { 'a.txt': '1\ny\n2\n' },
  ],
  [
    'an anchor chooses the block',
    { 'a.py': 'def f():\n    pass\n\ndef g():\n    pass\n' },
    envelope('*** Update File: a.py', '@@ def g():', '-    pass', '+    return'),
    { 'a.py': 'def f():\n    pass\n\ndef g():\n    return\n' },
  ],
  [
    'neighbours choose between equal places',
    { 'a.txt': 'x\nm\nx\nn\nx\n' },
    envelope('*** Update File: a.txt', '@@', '-m', '+M', '@@', '-x', '+X', '@@', '-n', '+N'),
    { 'a.txt': 'x\nM\nX\nN\nx\n' },
  ],
  [
    'the very line of the header chooses, where nothing speaks against it',
    { 'a.txt': 'x\ny\nx\n' },
    unified('a.txt', '@@ -3 +3 @@', '-x', '+X'),
    { 'a.txt': 'x\ny\nX\n' },
  ],
  [
    'what is there already is left alone',
    { 'a.txt': 'one\nnew line\ntwo\nthree\n' },
    unified('a.txt', '@@ -1,2 +1,3 @@', ' one', '+new line', ' two'),
    { 'a.txt': 'one\nnew line\ntwo\nthree\n' },
  ],
  [
    'added lines follow the indentation of the file',
    { 'a.js': 'if (x) {\n\tif (y) {\n\t\tone();\n\t}\n}\n' },
    envelope('*** Update File: a.js', '@@', ' if (y) {', '-    one();', '+    two();', '+    three();', ' }').replace(
      / {4}/g,
      '\t',
    ),
    { 'a.js': 'if (x) {\n\tif (y) {\n\t\ttwo();\n\t\tthree();\n\t}\n}\n' },
  ],
  [
    'added lines take the line ending of what they replace',
    { 'a.txt': 'one\r\ntwo\nthree\r\n' },
    unified('a.txt', '@@ -1,3 +1,3 @@', '-one', '+ONE', '-two', '+TWO', ' three'),
    { 'a.txt': 'ONE\r\nTWO\nthree\r\n' },
  ],
  [
    'strip is obeyed',
    { 'x.txt': 'one\n' },
    unified('deep/er/x.txt', '@@ -1 +1 @@', '-one', '+two'),
    { 'x.txt': 'two\n' },
    { strip: 3 },
  ],
  [
    'code that stands twice is changed at its own place only once',
    { 'a.txt': 'a1\nnew code here\nz1\n\nthe filling\nend of it\n\na1\nold code here\nz1\n' },
    unified(
      'a.txt',
      '@@ -1,3 +1,3 @@',
      ' a1',
      '-old code here',
      '+new code here',
      ' z1',
      '@@ -5,2 +5,2 @@',
      '-the gap',
      '+the filling',
      ' end of it',
    ),
    { 'a.txt': 'a1\nnew code here\nz1\n\nthe filling\nend of it\n\na1\nold code here\nz1\n' },
  ],
  [
    'context that is cut short below shows the end of the file',
    { 'a.txt': 'x\ny\n}\n\nx\ny\n}\n' },
    unified('a.txt', '@@ -11,3 +11,4 @@', ' x', ' y', ' }', '+end'),
    { 'a.txt': 'x\ny\n}\n\nx\ny\n}\nend\n' },
  ],
  [
    'a change of white space alone is not there already',
    { 'a.txt': 'one\n>\ntwo of them\n' },
    unified('a.txt', '@@ -1,3 +1,3 @@', ' one', '->', '+> ', '-two of us', '+two of them').replace(
      '-two of us\n+',
      ' ',
    ),
    { 'a.txt': 'one\n> \ntwo of them\n' },
  ],
  [
    'an update from line 0 of what is not there makes it',
    {},
    unified('n.txt', '@@ -0,0 +1,2 @@', '+one', '+two'),
    { 'n.txt': 'one\ntwo\n' },
  ],
  [
    'what is renamed without a change can be named with a prefix of two sides',
    { 'x.txt': 'one\n' },
    'diff --git old/x.txt new/y.txt\nsimilarity index 100%\nrename from x.txt\nrename to y.txt\n',
    { 'y.txt': 'one\n' },
  ],
  [
    'a folder named like a prefix',
    { 'a/x.txt': 'one\n' },
    '--- a/x.txt\n+++ a/x.txt\n@@ -1 +1 @@\n-one\n+two\n',
    { 'a/x.txt': 'two\n' },
  ],
];

describe('planPatch', () => {
  for (const [name, tree, patch, after, options] of right) {
    it(name, async () => assert.deepEqual(await applyTo(tree, patch, options), after));
  }
});

describe('the outcomes of planPatch', () => {
  it('hold lines, tiers, edits and modes', async () => {
    const patch = gitDiff(
      'a.sh',
      'old mode 100644',
      'new mode 100755',
      '--- a/a.sh',
      '+++ b/a.sh',
      '@@ -1,2 +1,2 @@',
      ' one ',
      '-two',
      '+TWO',
    );
    const [outcome] = await planPatch(parsePatch(patch), memoryWorkspace({ 'a.sh': 'zero\none\ntwo\n' }));
    assert.ok(outcome?.action === 'update');
    assert.deepEqual(outcome.modes, { before: '100644', after: '100755' });
    assert.deepEqual(outcome.hunks, [
      {
        patchLine: 6,
        line: 3,
        tier: 'trailingWhitespace',
        alreadyApplied: false,
        edits: [{ start: 9, end: 13, text: 'TWO\n' }],
        placed: { difference: 'exact', line: 3, lineInPatch: 2 },
      },
    ]);
    assert.deepEqual(outcome.edits, [{ start: 9, end: 13, text: 'TWO\n' }]);
    assert.equal(outcome.unchanged, false);
  });

  it('say what was applied before', async () => {
    const patch = diffOfA('@@ -1,3 +1,3 @@', ' first line', '-old words', '+new words', ' last line');
    const [outcome] = await planPatch(parsePatch(patch), memoryWorkspace({ a: 'first line\nnew words\nlast line\n' }));
    assert.ok(outcome?.action === 'update');
    assert.equal(outcome.unchanged, true);
    assert.equal(outcome.hunks[0]?.alreadyApplied, true);
  });

  // Of a hunk that is there in part, what is told is where the rest of it went.
  for (const [there, line, tier, alreadyApplied] of [
    ['B', 7, 'lessContext', false],
    ['b', 2, 'lessContext', false],
    ['both', 2, 'exact', true],
  ] as const) {
    it(`tell where the rest of a hunk went of which ${there} is there`, async () => {
      const patch = diffOfA('@@ -1,9 +1,9 @@', ' a', '-b', '+B', ' c', ' d', ' e', ' f', '-g', '+G', ' h', ' i');
      const [second, seventh] = { B: ['B', 'g'], b: ['b', 'G'], both: ['B', 'G'] }[there];
      const text = `a\n${second}\nc\nd\ne\nf\n${seventh}\nh\ni\n`;
      const [outcome] = await planPatch(parsePatch(patch), memoryWorkspace({ a: text }));
      const placed = alreadyApplied ? {} : { placed: { difference: 'context', line } };
      const edits = outcome !== undefined && 'edits' in outcome ? outcome.edits : undefined;
      assert.deepEqual(outcome?.hunks, [{ patchLine: 3, line, tier, alreadyApplied, edits, ...placed }]);
    });
  }

  for (const [text, placed] of [
    ['a\n\nb\n', { difference: 'context', line: 2 }],
    ['a\n\n', undefined],
  ] as const)
    it(`tell of a mark of the end of the file ${placed === undefined ? 'there' : 'elsewhere'}`, async () => {
      const patch = parsePatch(updateOfA('@@', ' a', '+x', '*** End of File'));
      const [outcome] = await planPatch(patch, memoryWorkspace({ a: text }));
      assert.deepEqual(outcome?.hunks[0]?.placed, placed);
    });
});

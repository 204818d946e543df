import assert from 'node:assert/strict';
import type { ApprovedFile } from '../../../../src/core/dialects/dialect.ts';
import { parseApplyPatch } from '../../../../src/core/dialects/toolInputs/applyPatch.ts';
import { formatApplyPatch } from '../../../../src/core/dialects/toolInputs/formatApplyPatch.ts';
import { predictApplyPatch } from '../../../../src/core/dialects/predict/predictApplyPatch.ts';
import { numbersFrom } from '../../../random.ts';
import { applyTo } from '../../patch/memoryWorkspace.ts';
import { drawEdited, drawText } from '../samples.ts';
import { dialectOf } from '../table.ts';

/** What a body makes of one file, `a.txt`; undefined where the agent's tool refuses it or would look for a similar text. */
type Case = readonly [name: string, before: string, body: string, after: string | undefined];

const text = 'one\ntwo\nthree\ntwo\n';

/** As Codex 0.169 did them. */
const cases: readonly Case[] = [
  ['one line', text, '@@\n one\n-two\n+2', 'one\n2\nthree\ntwo\n'],
  ['without a header', text, ' one\n-two\n+2', 'one\n2\nthree\ntwo\n'],
  ['the first of two places', text, '@@\n-two\n+2', 'one\n2\nthree\ntwo\n'],
  ['below an anchor', text, '@@ three\n-two\n+2', 'one\ntwo\nthree\n2\n'],
  ['an anchor that is not there', text, '@@ four\n-two\n+2', undefined],
  ['an anchor with a blank at its end', 'def f\nx\ndef f \nx\n', '@@ def f \n-x\n+y', undefined],
  ['a header with a blank after it has no anchor', text, '@@ \n-two\n+2', 'one\n2\nthree\ntwo\n'],
  ['a header with two blanks after it has no anchor', text, '@@  \n-two\n+2', 'one\n2\nthree\ntwo\n'],
  ['not even if a line has the second blank', 'x\n \nx\n', '@@  \n-x\n+y', 'y\n \nx\n'],
  ['a header with a blank and a tab after it has no anchor', text, '@@ \t\n-two\n+2', 'one\n2\nthree\ntwo\n'],
  ['a blank at the start of an anchor is a part of it', 'f\nx\n f\nx\n', '@@  f\n-x\n+y', 'f\nx\n f\ny\n'],
  ['a second chunk goes on below the first', text, '@@\n-two\n+2\n@@\n-two\n+3', 'one\n2\nthree\n3\n'],
  ['chunks out of order', text, '@@\n-three\n+3\n@@\n-one\n+1', undefined],
  ['at the end', text, '@@\n-two\n+2\n*** End of File', 'one\ntwo\nthree\n2\n'],
  ['lines that are only added go to the end', text, '@@\n+four', `${text}four\n`],
  ['a blank line of context without its blank', 'a\n\nb\n', '@@\n a\n\n-b\n+c', 'a\n\nc\n'],
  ['white space that differs', 'a \nb\n', '@@\n-a\n+c', undefined],
  ['a typographic quote', 'it’s\n', "@@\n-it's\n+c", undefined],
  ['CRLF stays', 'a\r\nb\r\n', '@@\n-b\n+c', 'a\r\nc\r\n'],
  ['a carriage return alone, which counts as an ending in part', 'a\rb\nc\n', '@@\n-c\n+d', undefined],
  ['a last line gets an ending', 'a\nb', '@@\n-b\n+c', 'a\nc\n'],
  ['a last line gets an ending, even far away', 'a\nb', '@@\n-a\n+c', 'c\nb\n'],
  ['a blank line before a chunk, which versions read differently', 'a\n', '\n-a\n+c', undefined],
  ['nothing to find', 'a\n', '@@\n-x\n+c', undefined],
];

describe('the patches of Codex', () => {
  const codex = dialectOf('codex');
  for (const [name, before, body, after] of cases) {
    it(`does as the tool does: ${name}`, () => {
      const patch = `*** Begin Patch\n*** Update File: a.txt\n${body}\n*** End Patch`;
      const result = codex.predictPatch(patch, (path) => (path === 'a.txt' ? before : undefined));
      if (after === undefined) return assert.ok('reason' in result, JSON.stringify(result));
      assert.deepEqual(result, { files: [{ path: 'a.txt', before, after }] });
    });
  }

  const refused: readonly (readonly [name: string, patch: string])[] = [
    ['no patch', 'hello'],
    ['nothing at all', ''],
    ['no end', '*** Begin Patch\n*** Delete File: a.txt'],
    ['no file', '*** Begin Patch\n*** End Patch'],
    ['an unknown mark', '*** Begin Patch\n*** Rename File: a.txt\n*** End Patch'],
    ['an update of nothing', '*** Begin Patch\n*** Update File: a.txt\n*** End Patch'],
    ['a file twice', '*** Begin Patch\n*** Delete File: a.txt\n*** Add File: a.txt\n+x\n*** End Patch'],
    ['a file that is not there', '*** Begin Patch\n*** Delete File: b.txt\n*** End Patch'],
    // Codex drops the blank, others might not.
    [
      'a move to a name with a blank',
      '*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt \n@@\n-x\n+y\n*** End Patch',
    ],
    // JavaScript takes U+FEFF for white space, Codex for a part of the name.
    ['a name that ends with U+FEFF', '*** Begin Patch\n*** Add File: b.txt\ufeff\n+x\n*** End Patch'],
    ['a name that ends with U+FEFF and a blank', '*** Begin Patch\n*** Delete File: a.txt\ufeff \n*** End Patch'],
    ['U+FEFF before a header', '*** Begin Patch\n\ufeff*** Delete File: a.txt\n*** End Patch'],
    ['U+FEFF before the patch', '\ufeff*** Begin Patch\n*** Delete File: a.txt\n*** End Patch'],
    ['U+FEFF behind its first mark', '*** Begin Patch\ufeff\n*** Delete File: a.txt\n*** End Patch'],
    ['U+FEFF before its last mark', '*** Begin Patch\n*** Delete File: a.txt\n\ufeff*** End Patch'],
    // Codex takes U+0085 for white space, JavaScript for a part of the name.
    ['a name that ends with U+0085', '*** Begin Patch\n*** Add File: b.txt\x85\n+x\n*** End Patch'],
    ['U+0085 before a header', '*** Begin Patch\n\x85*** Delete File: a.txt\n*** End Patch'],
    [
      'a move to a name that ends with U+0085',
      '*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\x85\n@@\n-x\n+y\n*** End Patch',
    ],
    // Codex writes the file, and then deletes it.
    ['a move to itself', '*** Begin Patch\n*** Update File: a.txt\n*** Move to: a.txt\n@@\n-x\n+y\n*** End Patch'],
    ['a move onto a file', '*** Begin Patch\n*** Update File: a.txt\n*** Move to: c.txt\n@@\n-x\n+y\n*** End Patch'],
  ];
  for (const [name, patch] of refused) {
    it(`refuses ${name}, and says what to do`, () => {
      const result = codex.predictPatch(patch, (path) => (path === 'b.txt' ? undefined : 'x\n'));
      assert.ok('reason' in result && result.reason.length > 20);
    });
  }

  // Codex drops white space at the end of an anchor.
  for (const [name, end] of [
    ['a blank', ' '],
    ['U+0085', '\x85'],
    ['U+FEFF', '\ufeff'],
  ])
    it(`refuses an anchor that ends with ${name}`, () => {
      const patch = `*** Begin Patch\n*** Update File: a.txt\n@@ f()${end}\n-x\n+y\n*** End Patch`;
      assert.ok('reason' in codex.predictPatch(patch, () => `f()\nx\nf()${end}\nx\n`));
    });

  it('names the paths that it reads', () => {
    const patch = '*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** Add File: c\n+x\n*** End Patch';
    assert.deepEqual(codex.pathsInPatch(patch), ['a', 'b', 'c']);
    assert.deepEqual(codex.pathsInPatch('nothing'), []);
  });

  it('reads a patch that came with the marks of its document', () => {
    const files = parseApplyPatch("<<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF\n");
    assert.deepEqual(files, [{ kind: 'delete', path: 'a' }]);
  });

  const pieces = [
    'one\n',
    'two\n',
    'one\n',
    '\n',
    '  run();\n',
    '});\n',
    '*** End Patch\n',
    '@@\n',
    '+x\n',
    '-y\n',
    'é\n',
    '😀\n',
  ];
  for (const eol of ['\n', '\r\n']) {
    it(`writes patches that make what was approved by Redline's own engine as well, with ${JSON.stringify(eol)}`, async () => {
      const draw = numbersFrom(31);
      let count = 0;
      for (let round = 0; round < 700; round++) {
        const before = drawText(draw, pieces).replaceAll('\n', eol);
        const after = endedBy(eol, drawEdited(draw, before));
        if (before === after || before === '') continue;
        const patch = formatApplyPatch([{ path: 'a.txt', before, after }], { keepsCrlf: true, addsFinalNewline: true });
        const show = JSON.stringify({ before, after, patch });
        assert.ok(patch !== undefined, show);
        assert.deepEqual(await applyTo({ 'a.txt': before }, patch), { 'a.txt': after }, show);
        count++;
      }
      assert.ok(count > 400, `only ${count}`);
    });
  }

  it('writes and predicts patches of files with many lines', () => {
    const lines = 'line\n'.repeat(200_000);
    for (const [before, after] of [
      [`${lines}x\n${lines}`, `${lines}y\n${lines}`],
      [`x\n`, lines],
    ] as const) {
      const tool = { keepsCrlf: true, addsFinalNewline: true };
      const patch = formatApplyPatch([{ path: 'a.txt', before, after }], tool) ?? '';
      const predicted = predictApplyPatch(parseApplyPatch(patch) ?? [], () => before, tool);
      assert.ok(predicted?.[0]?.after === after);
    }
  });

  it('writes several files in one patch', async () => {
    const files: readonly ApprovedFile[] = [
      { path: 'a.txt', before: 'a\nb\nc\n', after: 'a\nB\nc\n' },
      { path: 'new.txt', before: undefined, after: '' },
      { path: 'gone.txt', before: 'x\n', after: undefined },
      { path: 'sub/to.txt', movedFrom: 'from.txt', before: 'x\ny\n', after: 'x\nz\n' },
    ];
    const patch = formatApplyPatch(files, { keepsCrlf: true, addsFinalNewline: true });
    const tree = { 'a.txt': 'a\nb\nc\n', 'gone.txt': 'x\n', 'from.txt': 'x\ny\n' };
    assert.ok(patch !== undefined);
    assert.deepEqual(await applyTo(tree, patch), { 'a.txt': 'a\nB\nc\n', 'new.txt': '', 'sub/to.txt': 'x\nz\n' });
  });
});

function endedBy(eol: string, text: string): string {
  const lines = text.replaceAll('\ufeff', '').replace(/\r\n|\r/g, '\n');
  return (lines.isWellFormed() ? lines : 'x').replace(/\n?$/, '\n').replaceAll('\n', eol);
}

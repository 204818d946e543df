import assert from 'node:assert/strict';
import { createTwoFilesPatch } from 'diff';
import * as fc from 'fast-check';
import { kinds } from '../../../scripts/patch-cases/malform.ts';
import { moreKinds } from '../../../scripts/patch-cases/malformMore.ts';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { applyHunks } from '../../../src/core/patch/hunks/applyHunks.ts';
import { parsePatch } from '../../../src/core/patch/parse/parse.ts';
import { runSync } from '../../../src/core/async/yielding.ts';
import { applyEdits } from '../../../src/core/text/text.ts';

// Few different lines, so that they repeat; some white space, markers and look-alikes among them.
const line = fc.constantFrom(
  'a',
  'b',
  'c',
  '',
  ' a',
  '\tb',
  '  }',
  '-x',
  '+y',
  '@@ z',
  '-- q',
  'it\u2019s',
  'd  ',
  'e'.repeat(9),
);
const ending = fc.constantFrom('\n', '\n', '\n', '\r\n');
const text = fc
  .array(fc.tuple(line, ending), { maxLength: 30 })
  .chain((lines) => fc.tuple(fc.constant(lines.map(([words, end]) => words + end).join('')), fc.boolean()))
  .map(([whole, ended]) => (ended ? whole : whole.replace(/\r?\n$/, '')));

const patchOf = (before: string, after: string, context: number): string =>
  createTwoFilesPatch('a/x', 'b/x', before, after, undefined, undefined, { context });

/** The text after the patch, or `undefined` where it is refused. */
function apply(before: string, patch: string): string | undefined {
  try {
    const [file] = parsePatch(patch).files;
    const { text: after, edits } = runSync(applyHunks({ text: before }, file?.hunks ?? [], 'x'));
    assert.equal(applyEdits(before, edits), after);
    return after;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

describe('any two texts', () => {
  it('are told apart by a patch that makes the one of the other, or is refused', () => {
    let right = 0;
    let all = 0;
    fc.assert(
      fc.property(text, text, fc.constantFrom(1, 3, 5), (before, after, context) => {
        if (before === after || before === '' || after === '') return;
        const result = apply(before, patchOf(before, after, context));
        all++;
        if (result !== undefined) right++;
        assert.ok(result === undefined || result === after);
      }),
      { numRuns: 300, seed: 1 },
    );
    assert.ok(right > 0.8 * all, `${right} of ${all}`);
  });

  it('are one after the patch, which then changes nothing more or is refused', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        if (before === after || before === '' || after === '') return;
        const patch = patchOf(before, after, 3);
        const result = apply(before, patch);
        if (result === undefined) return;
        const again = apply(result, patch);
        assert.ok(again === undefined || again === result, JSON.stringify({ again, result }));
      }),
      { numRuns: 300, seed: 2 },
    );
  });
});

describe('any text', () => {
  const words = fc.constantFrom(
    '--- a/x',
    '+++ b/x',
    '@@ -1,2 +1,2 @@',
    '@@',
    '*** Begin Patch',
    '*** Update File: x',
    '*** End Patch',
    '```',
    'diff --git a/x b/x',
    ' a',
    '-a',
    '+b',
    '',
    'prose',
    '\\ No newline at end of file',
    'new file mode 100644',
    'GIT binary patch',
    'literal 5',
  );
  it('is parsed or refused, never anything else', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), (lines) => void apply('a\nb\na\n', lines.join('\n'))),
      { numRuns: 500, seed: 3 },
    );
  });

  it('bent in any two ways is right or refused', () => {
    const before = 'one\ntwo\n\nfunction three() {\n  return 3;\n}\n\nfour\n  five\nsix\n';
    const after = 'one\ntwo\n\nfunction three() {\n  return 33;\n}\n\nfour\n  five\n  more\nsix\n';
    const patch = `diff --git a/x b/x\n${patchOf(before, after, 3).split('\n').slice(1).join('\n')}`;
    const random = (): number => 0.4;
    const all = Object.entries({ ...kinds, ...moreKinds });
    for (const [at, [one, first]] of all.entries()) {
      for (const [other, second] of all.filter((_, index) => index % 9 === at % 9 && index !== at)) {
        const result = apply(before, second(first(patch, random), random));
        assert.ok(result === undefined || result === after, `${one}, ${other}: ${JSON.stringify(result)}`);
      }
    }
  });
});

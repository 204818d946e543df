import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ToolError } from '../../../src/core/wording/errors.ts';
import { foldLookAlikes } from '../../../src/core/text/normalizeLine.ts';
import { replaceTiers } from '../../../src/core/replace/matches.ts';
import { replace } from '../../../src/core/replace/replace.ts';
import { applyEdits } from '../../../src/core/text/text.ts';
import { adversarial } from './adversarialCases.ts';
import { characters, exact, indentation, lineEndings, lookAlikes, trailing, type Case } from './cases.ts';

const tables: Readonly<Record<string, readonly Case[]>> = {
  exact,
  lineEndings,
  trailing,
  indentation,
  lookAlikes,
  characters,
  adversarial,
};

function outcomeOf(run: () => string): string {
  try {
    return run();
  } catch (error) {
    if (error instanceof ToolError) return `[${error.code}]`;
    throw error;
  }
}

describe('replace', () => {
  for (const [table, cases] of Object.entries(tables)) {
    describe(table, () => {
      for (const [name, text, oldString, newString, outcome, tier, replaceAll = false] of cases) {
        it(name, () => {
          assert.equal(
            outcomeOf(() => replace(text, { oldString, newString, replaceAll }).text),
            outcome,
          );
          if (outcome.startsWith('[')) return;
          const done = replace(text, { oldString, newString, replaceAll });
          if (tier !== undefined) assert.equal(done.tier, tier);
          assert.equal(applyEdits(text, done.edits), done.text);
        });
      }
    });
  }

  it('returns the lines of the replacements', () => {
    const done = replace('a\nb\na\n', { oldString: 'a', newString: 'x\ny', replaceAll: true });
    assert.deepEqual([done.firstLines, done.replacements], [[1, 4], 2]);
  });
});

describe('the message of a refusal', () => {
  const refusal = (text: string, oldString: string, newString = 'x'): string => {
    try {
      replace(text, { oldString, newString, path: 'src/a.ts' });
    } catch (error) {
      return error instanceof ToolError ? error.message : String(error);
    }
    return 'none';
  };
  const cases: readonly [name: string, message: string, ...parts: string[]][] = [
    [
      'every line of an ambiguous text',
      refusal('a\nb\na\n', 'a'),
      'occurs 2 times in src/a.ts, at lines 1, 3.',
      'replaceAll',
    ],
    ['only so many lines', refusal('a\n'.repeat(50), 'a'), '50 times', ', 20 and 30 more.'],
    [
      'white space made visible',
      refusal('x\n\ta( b );\n  c\n', '   a( b );\n\tc\n'),
      'line 2 in the file: →a(·b·);',
      'line 2 as sent:     ···a(·b·);',
      'startLine 2, maxLines 2',
    ],
    [
      'the closest lines',
      refusal('one\ntwo\nthree\nfour\n', 'two\nthree!\nfour'),
      'lines 2-4',
      'in the file: three\n',
      'as sent:     three!\n',
    ],
    ['the closest line by words', refusal('x\nconst total = sum(values);\n', 'const total = add(values);'), 'line 2'],
    ['what looks the same', refusal('cafe\u0301 au lait', 'caf\u00e9 au lait'), 'the file has U+0065, you sent U+00E9'],
    [
      'that the edit may be made',
      refusal('return total;\n', 'return sum;\n', 'return total;\n'),
      'newString is already at line 1',
    ],
    ['that only a part of a character would match', refusal('cafe\u0301', 'cafe'), 'only as part of'],
    ['line numbers that were sent along', refusal('a = 1;\n', '     1→a = 1;\n'), 'begin with line numbers'],
    ['escapes that were not resolved', refusal('a\n\t"b"', 'a\\n\\t\\"b\\"'), 'backslash escapes'],
    ['escapes of characters', refusal('"é"\n', '"\\u00e9"'), 'backslash escapes resolved'],
    ['entities', refusal('a < b\n', 'a &lt; b'), 'HTML entities resolved: send real characters, in newString too'],
    ['other line numbers', refusal('  a;\n  b;\n', '1:   a;\n2 |   b;'), 'without the numbers in front of its lines'],
    ['bytes that are no text', refusal('caf\uDCE9 au lait', 'caf\uFFFD au lait'), 'U+FFFD stands for'],
    ['a line once', refusal('a a a', 'a'), '3 times in src/a.ts, at line 1.'],
    ['that nothing resembles it', refusal('abc\n', 'xyz'), 'No similar line was found'],
  ];
  for (const [name, message, ...parts] of cases) {
    it(`contains ${name}`, () => {
      for (const part of parts) assert.ok(message.includes(part), message);
      assert.ok(message.length < 2500);
    });
  }
});

describe('replace, property-tested', () => {
  const unit = fc.constantFrom('a', 'b', ' ', '\t', '\n', '\r\n', '\r', '“', '"', '\u00a0', '😀', 'e\u0301', '\uDCFF');
  const text = fc.array(unit, { maxLength: 14 }).map((units) => units.join(''));
  const part = fc.array(unit, { minLength: 1, maxLength: 4 }).map((units) => units.join(''));

  it('keeps every byte outside the edits, or refuses', () => {
    let done = 0;
    fc.assert(
      fc.property(text, part, part, fc.boolean(), (before, oldString, newString, replaceAll) => {
        try {
          const result = replace(before, { oldString, newString, replaceAll });
          assert.equal(applyEdits(before, result.edits), result.text);
          assert.notEqual(result.text, before);
          assert.ok(replaceAll || result.edits.length === 1);
          done++;
        } catch (error) {
          if (!(error instanceof ToolError)) throw error;
        }
      }),
      { seed: 6, numRuns: 2000 },
    );
    assert.ok(done > 100, `${done} replaced`);
  });

  it('differs from the literal replacement only in what the tiers ignore', () => {
    const bare = (whole: string): string => foldLookAlikes(whole).replaceAll(/\s/g, '');
    const line = fc.constantFrom('a', '  a', '\ta', 'b ', ' “b”', '"b"', '');
    const block = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { minLength: 1, maxLength: 6 })
      .map((lines) => lines.map(([content, eol]) => content + eol).join(''));
    const loosened = new Map<string, number>();
    fc.assert(
      fc.property(
        block,
        fc.nat(5),
        fc.integer({ min: 1, max: 3 }),
        block,
        fc.nat(3),
        (before, from, count, fresh, how) => {
          const sought = before
            .split(/\r?\n/)
            .slice(from, from + count)
            .map((each) => [each, each.trim(), each.trimEnd(), foldLookAlikes(each)][how] ?? '');
          const oldString = sought.join('\n');
          try {
            const result = replace(before, { oldString, newString: fresh });
            loosened.set(result.tier, (loosened.get(result.tier) ?? 0) + 1);
            const [text, old, after] = [bare(before), bare(oldString), bare(result.text)];
            const places = Array.from({ length: text.length + 1 }, (_, at) => at).filter((at) =>
              text.startsWith(old, at),
            );
            assert.ok(places.some((at) => text.slice(0, at) + bare(fresh) + text.slice(at + old.length) === after));
          } catch (error) {
            if (!(error instanceof ToolError)) throw error;
          }
        },
      ),
      { seed: 11, numRuns: 1500 },
    );
    for (const tier of replaceTiers)
      assert.ok((loosened.get(tier) ?? 0) > 5, `${tier} was met ${loosened.get(tier)} times`);
  });

  it('agrees with a plain search without CRs and special characters', () => {
    const plain = fc
      .array(fc.constantFrom('a', 'b', '\n', '$&'), { minLength: 1, maxLength: 10 })
      .map((units) => units.join(''));
    fc.assert(
      fc.property(plain, plain, plain, (before, oldString, newString) => {
        const at = before.indexOf(oldString);
        if (at < 0 || oldString === newString) return;
        const unique = !before.includes(oldString, at + 1);
        const expected = unique
          ? before.slice(0, at) + newString + before.slice(at + oldString.length)
          : '[AMBIGUOUS_MATCH]';
        assert.equal(
          outcomeOf(() => replace(before, { oldString, newString }).text),
          expected,
        );
        const all = before.split(oldString).join(newString);
        assert.equal(
          outcomeOf(() => replace(before, { oldString, newString, replaceAll: true }).text),
          all,
        );
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

import assert from 'node:assert/strict';
import { createIgnoreTree } from '../../../src/core/pattern/ignore.ts';
import { readIgnoreRules } from '../../../src/core/pattern/ignoreRules.ts';
import { indexRules } from '../../../src/core/pattern/ruleIndex.ts';
import { foldCase } from '../../../src/core/pattern/wildcard.ts';
import { runSync } from '../../../src/core/async/yielding.ts';

describe('an index of ignore rules', () => {
  it('answers as a look at each rule does', () => {
    const rules = [
      'a',
      '!a',
      'A',
      '*.b',
      '!*.b',
      '*',
      'a/b',
      '/a',
      'a/',
      '!a/b',
      'a*',
      '*b',
      '!?',
      '**/b',
      'a/*',
      '[ab]',
      '*.B/',
      '',
    ];
    const paths = ['a', 'b', 'A', 'a/b', 'b/a', 'x.b', 'a/x.b', 'x.B', 'ab', 'b/a/b', '.b'];
    for (let seed = 1; seed <= 3000; seed++) {
      const lines = [1, 2, 3, 4, 5].map(
        (at) => rules[(seed * 7919 * at * at + at * 31 * (seed % 97)) % rules.length] ?? '',
      );
      for (const fold of ['exact', 'ascii'] as const) {
        const read = readIgnoreRules(lines.join('\n'), fold);
        const last = runSync(indexRules(read, fold));
        for (const path of paths) {
          for (const isFolder of [true, false]) {
            const name = path.slice(path.lastIndexOf('/') + 1);
            const expected = read.findLast(
              ({ directoryOnly, comparedPart: of, wildcard }) =>
                (isFolder || !directoryOnly) && wildcard.matches(foldCase(of === 'name' ? name : path, fold)),
            );
            assert.equal(last(path, isFolder), expected, `${lines.join(' ')} · ${path}`);
          }
        }
      }
    }
  });

  it('takes no name of a class above the argument limit of a call for one', () => {
    assert.deepEqual(readIgnoreRules(`[[:${'a'.repeat(200_000)}:]]`, 'exact'), []);
  });

  it('holds as many rules as fit, and tells of the others', async () => {
    const wild = Array.from({ length: 250_000 }, (_, at) => `na*me${at}x`).join('\n');
    const told: unknown[] = [];
    const onOverBudget = (...all: unknown[]): number => told.push(all);
    const before = process.memoryUsage().heapUsed;
    const tree = createIgnoreTree(() => `plain\n${wild}`, { onOverBudget });
    assert.equal(await tree.isIgnored('na-me0x', false), true);
    assert.equal(await tree.isIgnored('plain', false), true);
    assert.equal(await tree.isIgnored('na-me200000x', false), false);
    assert.deepEqual(told, [['', 248_000]]);
    assert.ok(process.memoryUsage().heapUsed - before < 150e6);
  });
});

import assert from 'node:assert/strict';
import { foldLookAlikes, isBlank, splitIndent, trimTrailing } from '../../../src/core/text/normalizeLine.ts';
import { findShift, noShift, shiftIndent, type IndentShift } from '../../../src/core/text/indentShift.ts';

describe('fold', () => {
  it('makes look-alike characters plain, unit by unit', () => {
    assert.equal(foldLookAlikes('\u201ca\u201d \u2018b\u2019 c\u2014d\u00a0e \u{1f600}'), '"a" \'b\' c-d e \u{1f600}');
    assert.equal(foldLookAlikes('`a` \u00abb\u00bb'), '`a` \u00abb\u00bb');
  });

  it('trims white space at the end only', () => {
    assert.equal(trimTrailing('  a b \t\r'), '  a b');
    assert.equal(trimTrailing(' \t '), '');
    assert.equal(isBlank('\t '), true);
    assert.equal(isBlank(' x'), false);
    assert.deepEqual(splitIndent('\t  a '), { indent: '\t  ', rest: 'a ' });
  });
});

const prefix = (remove: string, add: string): IndentShift => ({ kind: 'prefix', remove, add });

const shifts: readonly (readonly [string, string[], string[], IndentShift | undefined])[] = [
  ['none', ['a', '  b'], ['a', '  b'], noShift],
  ['blank lines say nothing', ['', ' '], ['   ', ''], noShift],
  ['deeper', ['a', '', '  b'], ['    a', '', '      b'], prefix('', '    ')],
  ['shallower', ['\t\ta', '\tb'], ['\ta', 'b'], prefix('\t', '')],
  ['not uniform', ['a', 'b'], ['    a', '   b'], undefined],
  ['not uniform, first equal', ['a', 'b'], ['a', ' b'], undefined],
  ['spaces for tabs', ['    a', '        b', 'c'], ['\ta', '\t\tb', 'c'], { kind: 'spacesToTabs', width: 4 }],
  ['spaces for tabs, aligned', ['  a', '   * b'], ['\ta', '\t * b'], { kind: 'spacesToTabs', width: 2 }],
  ['tabs for spaces', ['a', '\tb'], ['a', '   b'], { kind: 'tabsToSpaces', width: 3 }],
  ['two widths', ['  a', '      b'], ['\ta', '\t\tb'], undefined],
];

describe('findShift', () => {
  for (const [name, wanted, found, shift] of shifts) {
    it(name, () => {
      assert.deepEqual(findShift(wanted, found), shift);
      if (shift === undefined) return;
      for (const [at, line] of wanted.entries()) {
        if (!isBlank(line)) assert.equal(shiftIndent(line, shift), found[at]);
      }
    });
  }

  it('says where a line cannot be shifted', () => {
    assert.equal(shiftIndent(' a', prefix('  ', '')), undefined);
    assert.equal(shiftIndent('', prefix('  ', '')), '');
    assert.equal(shiftIndent('      a', { kind: 'spacesToTabs', width: 4 }), '\t  a');
  });
});

import { applyEditorEdits } from '../../../src/core/change/hunks/amend.ts';
import { compareLines } from '../../../src/core/diff/lineBlocks.ts';
import { deleteLines, hasLines, replaceLines, resolveRange, rangeText } from '../../../src/core/replace/lineRange.ts';
import { differingRange } from '../../../src/core/diff/differingRange.ts';
import { excerptAround, fromColumn, readPage, splitIntoParts } from '../../../src/core/diff/excerpt.ts';
import { findAbbreviation } from '../../../src/core/diff/abbreviation.ts';
import { findShift, shiftIndent } from '../../../src/core/text/indentShift.ts';
import { describeIndentation } from '../../../src/core/text/indentation.ts';
import {
  findHidden,
  findNewHidden,
  escapeForDisplay,
  escapeMarkdown,
  withoutIgnorable,
} from '../../../src/core/text/hiddenCharacters.ts';
import { merge3 } from '../../../src/core/diff/merge.ts';
import { replace } from '../../../src/core/replace/replace.ts';
import { runSync } from '../../../src/core/async/yielding.ts';
import { judgeStaleness } from '../../../src/core/change/staleness.ts';
import { unifiedDiff } from '../../../src/core/diff/diff.ts';
import { attempt, outcomesHold } from './outcomes.ts';

interface ReplaceInput {
  readonly whole: string;
  readonly wish: Parameters<typeof replace>[1];
}

interface LinesInput {
  readonly whole: string;
  readonly wish: Parameters<typeof resolveRange>[1];
  readonly fresh: string;
}

interface CompareInput {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly context: number;
  readonly maxChars: number;
}

interface PageInput {
  readonly whole: string;
  readonly other: string;
  readonly n: number;
  readonly m: number;
  readonly bytes: number;
}

interface HiddenInput {
  readonly before: string;
  readonly after: string;
  readonly limit: number;
}

describe('what comes of texts', () => {
  outcomesHold('replaced', ({ whole, wish }: ReplaceInput) => replace(whole, wish));

  outcomesHold('lines', ({ whole, wish, fresh }: LinesInput) => {
    const range = resolveRange(whole, wish);
    return {
      range,
      text: rangeText(whole, range),
      holds: hasLines(whole, range, fresh),
      replaced: attempt(() => replaceLines(whole, range, fresh)),
      deleted: attempt(() => deleteLines(whole, range)),
    };
  });

  outcomesHold('compared', ({ base, ours, theirs, context, maxChars }: CompareInput) => {
    const changed = compareLines(ours, base).blocks.map((block) => ({
      start: block.afterStart + 1,
      end: block.afterEnd,
    }));
    return {
      short: unifiedDiff('a b', base, ours, { context, maxChars }),
      whole: unifiedDiff('é"', ours, theirs, { context, oldPath: 'x', isCreated: ours === '' }),
      blocks: compareLines(theirs, base).blocks,
      merged: merge3(base, ours, theirs),
      stale: judgeStaleness(base, ours, theirs, undefined, 'a'),
      amended: applyEditorEdits(base, ours),
      differing: differingRange(base, ours),
      excerpt: excerptAround(base, changed, context, 8),
    };
  });

  outcomesHold('pages', ({ whole, other, n, m, bytes }: PageInput) => ({
    page: readPage(whole, n, m + 1, bytes + 1, m % 4),
    fromColumn: fromColumn(whole, n),
    parts: splitIntoParts(whole, n + 5),
    indentation: describeIndentation(whole),
    abbreviation: runSync(findAbbreviation(other, whole)),
    shift: findShift(whole.split('\n').slice(0, 3), other.split('\n').slice(0, 3)),
    shifted: whole
      .split('\n')
      .map((line) => shiftIndent(line, { kind: 'prefix', remove: ' '.repeat(m % 4), add: '\t' })),
  }));

  outcomesHold('hidden', ({ before, after, limit }: HiddenInput) => ({
    hidden: findHidden(after, limit),
    fresh: findNewHidden(before, after),
    appended: findNewHidden(before, before + after, [{ start: before.length, end: before.length, text: after }]),
    displayed: escapeForDisplay(after),
    markdown: escapeMarkdown(after),
    visible: withoutIgnorable(after),
  }));
});

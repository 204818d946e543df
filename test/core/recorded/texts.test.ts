import { amend } from '../../../src/core/change/amend.ts';
import { compareLines } from '../../../src/core/diff/lineBlocks.ts';
import { deleteLines, holdsLines, replaceLines, resolveRange, rangeText } from '../../../src/core/replace/lines.ts';
import { differingRange } from '../../../src/core/diff/differingRange.ts';
import { excerptAround, fromColumn, pageOf, splitParts } from '../../../src/core/diff/excerpt.ts';
import { findAbbreviation } from '../../../src/core/diff/abbreviation.ts';
import { findShift, shiftIndent } from '../../../src/core/text/indentShift.ts';
import { describeIndentation } from '../../../src/core/text/indentation.ts';
import {
  escapeForDisplay,
  escapeMarkdown,
  findHidden,
  findNewHidden,
  withoutIgnorable,
} from '../../../src/core/text/unicode.ts';
import { merge3 } from '../../../src/core/diff/merge.ts';
import { replace } from '../../../src/core/replace/replace.ts';
import { atOnce } from '../../../src/core/async/yielding.ts';
import { staleness } from '../../../src/core/change/staleness.ts';
import { unifiedDiff } from '../../../src/core/diff/diff.ts';
import { numbersFrom, type Draw } from '../../random.ts';
import { assertRecorded, attempt, outcomesOf, pick, some } from './recorded.ts';

const code =
  'function f() {|  return a;|\treturn a;|    return  a;|}|  }||  |const b = "x";|const b = “x”;|if (a) {|  // ... existing code ...|# rest of file unchanged|/* … */|--[[ unchanged ]]|' +
  'a – b|a - b|x.y(1);|  x.y(2);|    x.y(1);|Straße|😀 {|\\u0041|end';
const lines = code.split('|');
const ends = ['\n', '\n', '\n', '\r\n', '\r', ''];

function text(draw: Draw, most = 12): string {
  const end = pick(draw, ends);
  return some(draw, lines, most)
    .map((line) => line + (draw(9) === 0 ? pick(draw, ends) : end))
    .join('');
}

/** The text as somebody sends it who does not have it before them. */
function bent(draw: Draw, whole: string): string {
  const bends: readonly ((part: string) => string)[] = [
    (part) => part,
    (part) => part.replaceAll(/\r\n?/g, '\n'),
    (part) => part.replace(/[ \t]+$/gm, ''),
    (part) => part.replace(/^/gm, '  '),
    (part) => part.replace(/^ {2}/gm, ''),
    (part) => part.replace(/^( {2})+/gm, '\t'),
    (part) => part.replaceAll(/[“”]/g, '"').replaceAll('–', '-'),
    (part) => part.replace(/\w/, 'Z'),
    (part) => part.trim(),
    (part) => `${part}${pick(draw, lines)}\n`,
    (part) => part.slice(draw(3), part.length - draw(3)),
    (part) => part.replaceAll('a', '$&a'),
  ];
  return some(draw, bends, 2).reduce((part, bend) => bend(part), whole);
}

/** A part of a text: some lines, or any units. */
function part(draw: Draw, whole: string): string {
  if (draw(4) === 0) return whole.slice(draw(whole.length + 1), draw(whole.length + 1));
  const all = whole.split(/(?<=\n)/);
  const from = draw(all.length);
  return all.slice(from, from + 1 + draw(3)).join('');
}

describe('what comes of texts', () => {
  it('is as it was: replaced', async () => {
    const draw = numbersFrom(11);
    const make = () => {
      const whole = text(draw, draw(4) === 0 ? 4 : 16);
      const oldString = bent(draw, part(draw, whole));
      return {
        whole,
        wish: {
          oldString,
          newString: bent(draw, draw(3) === 0 ? part(draw, whole) : oldString),
          replaceAll: draw(3) === 0,
        },
      };
    };
    assertRecorded('replaced', await outcomesOf(4000, make, ({ whole, wish }) => replace(whole, wish)));
  });

  it('is as it was: lines by number and by pattern', async () => {
    const draw = numbersFrom(12);
    const make = () => {
      const whole = text(draw);
      const startLine = draw(3) > 0 ? draw(9) : undefined;
      const endLine = draw(2) > 0 ? (startLine ?? 0) + draw(5) - 1 : undefined;
      const pattern = (): string | undefined =>
        draw(startLine === undefined ? 2 : 9) === 0 ? part(draw, pick(draw, lines)) : undefined;
      return {
        whole,
        wish: { startLine, endLine, startPattern: pattern(), endPattern: pattern() },
        fresh: bent(draw, text(draw, 3)),
      };
    };
    const work = ({ whole, wish, fresh }: ReturnType<typeof make>) => {
      const range = resolveRange(whole, wish);
      const tries = [() => replaceLines(whole, range, fresh), () => deleteLines(whole, range)];
      return [range, rangeText(whole, range), holdsLines(whole, range, fresh), ...tries.map((work) => attempt(work))];
    };
    assertRecorded('lines', await outcomesOf(2500, make, work));
  });

  it('is as it was: compared, merged, amended', async () => {
    const draw = numbersFrom(13);
    const make = () => {
      const [base, other] = [text(draw, 30), text(draw, 4)];
      const change = (): string =>
        base
          .split(/(?<=\n)/)
          .flatMap((line) => (draw(7) === 0 ? some(draw, [...other.split(/(?<=\n)/), line], 2) : [line]))
          .join('');
      return {
        base,
        ours: change(),
        theirs: draw(9) === 0 ? text(draw) : change(),
        context: draw(5),
        maxChars: 20 + draw(400),
      };
    };
    const work = ({ base, ours, theirs, context, maxChars }: ReturnType<typeof make>) => [
      unifiedDiff('a b', base, ours, undefined, { context, maxChars }),
      unifiedDiff('é"', ours, theirs, undefined, { context, oldPath: 'x', created: ours === '' }),
      compareLines(theirs, base).blocks,
      merge3(base, ours, theirs),
      staleness(base, ours, theirs, undefined, 'a'),
      amend(base, ours),
      differingRange(base, ours),
      excerptAround(
        base,
        compareLines(ours, base).blocks.map((block) => ({ start: block.afterStart + 1, end: block.afterEnd })),
        context,
        8,
      ),
    ];
    assertRecorded('compared', await outcomesOf(1500, make, work));
  });

  it('is as it was: pages, parts, indentation, what is left out', async () => {
    const draw = numbersFrom(14);
    const make = () => ({ whole: text(draw, 25), other: text(draw, 25), n: draw(30), m: draw(12), bytes: draw(300) });
    const work = ({ whole, other, n, m, bytes }: ReturnType<typeof make>) => [
      pageOf(whole, n, m + 1, bytes + 1, m % 4),
      fromColumn(whole, n),
      splitParts(whole, n + 5),
      describeIndentation(whole),
      atOnce(findAbbreviation(other, whole)),
      findShift(whole.split('\n').slice(0, 3), bent(numbersFrom(n), whole).split('\n').slice(0, 3)),
      whole.split('\n').map((line) => shiftIndent(line, { kind: 'prefix', remove: ' '.repeat(m % 4), add: '\t' })),
    ];
    assertRecorded('pages', await outcomesOf(1500, make, work));
  });

  it('is as it was: hidden characters', async () => {
    const draw = numbersFrom(15);
    const odd = [
      'a',
      'Б',
      'а',
      'α',
      '\u200b',
      '\u202e',
      '\u2066',
      '\u00ad',
      '\ufeff',
      '\u{e0041}',
      '\u0007',
      '\u2028',
      '\ud800',
      '\udc00',
      '😀',
      'é',
      'e\u0301',
      '\ufe0f',
      '👩\u200d💻',
      '\n',
      '\r\n',
      ' ',
      '<b>',
      '`',
      '*',
      '[x](y)',
      '\u3164',
      'A',
      'ｆ',
      '\u0000',
      '\u0085',
      '1',
    ];
    const make = () => ({
      before: some(draw, odd, 8).join(''),
      after: some(draw, odd, 14).join(''),
      limit: 1 + draw(6),
    });
    const work = ({ before, after, limit }: ReturnType<typeof make>) => [
      findHidden(after, limit),
      findNewHidden(before, after),
      findNewHidden(before, before + after, [{ start: before.length, end: before.length, text: after }]),
      escapeForDisplay(after),
      escapeMarkdown(after),
      withoutIgnorable(after),
    ];
    assertRecorded('hidden', await outcomesOf(2000, make, work));
  });
});

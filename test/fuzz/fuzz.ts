import type { Random } from '../../scripts/patch-cases/patchLines.ts';
import { pick } from '../../scripts/patch-cases/texts.ts';
import { outcomeOf, type Target } from './targets.ts';

/** An input that broke a promise. */
export interface Crash {
  readonly parts: readonly string[];
  readonly error: string;
}

/** What a run over one target has found. */
export interface Found {
  readonly runs: number;
  readonly outcomes: ReadonlySet<string>;
  readonly crashes: readonly Crash[];
}

/** A part is never longer than this, so that a run does not spend its time on copies. */
const longest = 4000;
const maxCrashes = 5;

/**
 * Feeds a target with its seeds and with changed copies of them; an input with an outcome that none had before is kept
 * and changed further. The same `random` makes the same run, as long as `goesOn` says.
 */
export async function fuzz(
  target: Target,
  seeds: readonly (readonly string[])[],
  random: Random,
  goesOn: (runs: number) => boolean,
): Promise<Found> {
  const pool = [...seeds];
  const outcomes = new Set<string>();
  const crashes: Crash[] = [];
  let runs = 0;
  for (; goesOn(runs) && crashes.length < maxCrashes; runs++) {
    const parts = pool[runs] ?? changed(pick(random, pool), pool, random);
    try {
      const outcome = await outcomeOf(target, parts);
      if (outcomes.has(outcome)) continue;
      outcomes.add(outcome);
      pool.push(parts);
    } catch (error) {
      crashes.push({ parts, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
  return { runs, outcomes, crashes };
}

function changed(parts: readonly string[], pool: readonly (readonly string[])[], random: Random): readonly string[] {
  let out = parts;
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) {
    const at = Math.floor(random() * out.length);
    const part = pick(random, mutators)(out[at] ?? '', pick(random, pool)[at] ?? '', random).slice(0, longest);
    out = out.map((other, index) => (index === at ? part : other));
  }
  return out;
}

type Mutator = (part: string, other: string, random: Random) => string;

const at = (text: string, random: Random): number => Math.floor(random() * (text.length + 1));

const onLines =
  (change: (lines: string[], other: readonly string[], random: Random) => void): Mutator =>
  (part, other, random) => {
    const lines = part.split('\n');
    change(lines, other.split('\n'), random);
    return lines.join('\n');
  };

const line = (lines: readonly string[], random: Random): number => Math.floor(random() * lines.length);

const odd =
  '\n|\r|\r\n|\t| |\ufeff|\u00a0|\u201c|\u2212|\ud800|\ud83d\ude00|\0|/|\\|"|`|*|**/|?|[|]|{|}|(|)|+|-|@@|../|./|:|999999999|{1,9}|(?:|!|#|~'.split(
    '|',
  );

const mutators: readonly Mutator[] = [
  (part, _other, random) => {
    const place = at(part, random);
    return part.slice(0, place) + pick(random, odd) + part.slice(place);
  },
  (part, _other, random) => {
    const place = at(part, random);
    return part.slice(0, place) + part.slice(place + 1 + Math.floor(random() * 8));
  },
  (part, other, random) => part.slice(0, at(part, random)) + other.slice(at(other, random)),
  (part, _other, random) => part.slice(0, at(part, random)),
  onLines((lines, _other, random) => lines.splice(line(lines, random), 1)),
  onLines((lines, other, random) => lines.splice(line(lines, random), 0, pick(random, other))),
  onLines((lines, _other, random) => lines.splice(line(lines, random), 0, pick(random, lines))),
  onLines((lines, _other, random) => {
    const [from, to] = [line(lines, random), line(lines, random)];
    [lines[from], lines[to]] = [lines[to] ?? '', lines[from] ?? ''];
  }),
  onLines((lines, _other, random) => {
    const place = line(lines, random);
    lines[place] = pick(random, [' ', '+', '-', '', '  ', '\t']) + (lines[place] ?? '').slice(1);
  }),
];

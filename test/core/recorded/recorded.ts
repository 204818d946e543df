import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Draw } from '../../random.ts';

const folder = join(import.meta.dirname, '../../fixtures/recorded');

/** What was done, and what came of it (as JSON has it; bytes become Latin-1 text). */
export type Outcome = readonly [input: unknown, outcome: unknown];

/**
 * Holds what comes of many odd inputs against what came of them before, kept as a digest for each in
 * `test/fixtures/recorded`: whoever changes an outcome sees which, and records it anew (`RECORD=1`) where it is meant.
 */
export function assertRecorded(name: string, outcomes: readonly Outcome[]): void {
  const digests = outcomes.map(([, outcome]) => createHash('sha256').update(text(outcome)).digest('hex').slice(0, 8));
  const file = join(folder, `${name}.txt`);
  if (process.env['RECORD'] !== undefined) writeFileSync(file, `${digests.join('\n')}\n`);
  const known = readFileSync(file, 'utf8').trimEnd().split('\n');
  const changed = outcomes.filter((_, at) => digests[at] !== known[at]);
  const shown = changed.slice(0, 3).map((pair) => pair.map(text).join('\n→ ').slice(0, 2000));
  assert.equal(changed.length, 0, `${changed.length} of ${outcomes.length} came out otherwise:\n${shown.join('\n\n')}`);
  assert.equal(known.length, outcomes.length);
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each instanceof Uint8Array ? Buffer.from(each).toString('latin1') : each,
  );
}

/** What a function returns, or the error that it throws. */
export async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) return { error: error.message, code: 'code' in error ? error.code : error.name };
    throw error;
  }
}

/** The same at once, for one of several pieces of work. */
export function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}

/** One of a list. */
export function pick<T>(draw: Draw, list: readonly T[]): T {
  const found = list[draw(list.length)];
  if (found === undefined) throw new RangeError('nothing to pick from');
  return found;
}

/** Up to so many of a list, in any order and more than once. */
export function some<T>(draw: Draw, list: readonly T[], most: number): T[] {
  return Array.from({ length: draw(most + 1) }, () => pick(draw, list));
}

/** What comes of a function for so many drawn inputs. */
export async function outcomesOf<Input>(
  count: number,
  make: () => Input,
  work: (input: Input) => unknown,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let left = count; left > 0; left--) {
    const input = make();
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are drawn
    outcomes.push([input, await outcomeOf(() => work(input))]);
  }
  return outcomes;
}

import assert from 'node:assert/strict';
import { randomFrom } from '../random.ts';
import { readCases } from './patch/cases.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { seeds } from '../fuzz/seeds.ts';
import { outcomeOf, targets } from '../fuzz/targets.ts';

interface Kept {
  readonly target: string;
  readonly parts: readonly string[];
}

describe('changed inputs', () => {
  for (const [name, target] of Object.entries(targets)) {
    it(`keep what ${name} promises`, async () => {
      const { outcomes, crashes } = await fuzz(target, seeds[name] ?? [], randomFrom(7), (runs) => runs < 250);
      assert.deepEqual(crashes, []);
      assert.ok(outcomes.size > 1, [...outcomes].join());
    });
  }

  for (const [line, { target, parts }] of readCases<Kept>('../fuzz.jsonl').entries()) {
    it(`that once broke what ${target} promises no longer do: ${line + 1}`, async () => {
      const known = targets[target];
      assert.ok(known !== undefined, target);
      await outcomeOf(known, parts);
    });
  }
});

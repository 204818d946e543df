// Feeds the core with changed inputs, for as long as is wanted:
//
//   npm run fuzz -- [--minutes N] [--seed N] [target…]
//
// A crash is printed and added to test/fixtures/fuzz.jsonl, which the unit tests read.
/* oxlint-disable no-console -- a program that prints */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzz } from '../test/fuzz/fuzz.ts';
import { seeds } from '../test/fuzz/seeds.ts';
import { targets } from '../test/fuzz/targets.ts';
import { randomFrom } from '../test/random.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});
const kept = join(import.meta.dirname, '../test/fixtures/fuzz.jsonl');
const chosen = Object.entries(targets).filter(([name]) => positionals.length === 0 || positionals.includes(name));
const share = (Number(values.minutes) * 60_000) / chosen.length;
let broken = 0;
for (const [name, target] of chosen) {
  const end = Date.now() + share;
  const random = randomFrom(Number(values.seed));
  const { runs, outcomes, crashes } = await fuzz(target, seeds[name] ?? [], random, () => Date.now() < end);
  console.log(`${name}: ${runs} inputs, ${outcomes.size} outcomes, ${crashes.length} crashes`);
  for (const { parts, error } of crashes) {
    console.log(JSON.stringify(parts), error);
    appendFileSync(kept, `${JSON.stringify({ target: name, parts })}\n`);
  }
  broken += crashes.length;
}
process.exitCode = broken === 0 ? 0 : 1;

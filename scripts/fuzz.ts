// Feeds the core with changed inputs, for as long as is wanted:
//
//   npm run fuzz -- [--minutes N] [--seed N] [target…]
//
// A crash is printed and added to test/fixtures/fuzz.jsonl, which the unit tests read. The target `git` makes
// repositories of generated ignore rules, and holds our reading of them against git's.
/* oxlint-disable no-console -- a program that prints */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { differencesFromGit } from '../test/core/pattern/ignoreAsGit.ts';
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
const asGit = positionals.length === 0 || positionals.includes('git');
const share = (Number(values.minutes) * 60_000) / (chosen.length + (asGit ? 1 : 0));
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
if (asGit) {
  const [end, perRound] = [Date.now() + share, 25];
  let rounds = 0;
  const different: string[] = [];
  for (; Date.now() < end; rounds++) {
    const seed = Number(values.seed) * 1_000_000 + rounds;
    different.push(...(await differencesFromGit({ count: perRound, seed, ignoreCase: rounds % 4 === 0 })));
  }
  console.log(`git: ${rounds * perRound} folders of rules, ${different.length} differences`, different.slice(0, 20));
  broken += different.length;
}
process.exitCode = broken === 0 ? 0 : 1;

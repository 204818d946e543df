// Measures the patch engine on real histories, with git as the oracle:
//
//   node scripts/patch-cases/measure.ts [--most N] [--seed N] [--kind name] [--save file] [--failed file] exact|drift|malformed|saved repository…
//
// exact      each commit in one of the variants of `git diff`, on its own parent
// drift      the change of one version of a file on another version, where `git merge-file` merges without a conflict
// malformed  each commit bent in one of the ways of malform.ts and envelope.ts
// saved      the cases of a file that `--save` or `--failed` has written, in the place of the repository
/* oxlint-disable no-console -- a program that prints */
import { appendFileSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { judge, reason, type MadeCase } from '../../test/core/patch/cases.ts';
import { randomFrom } from '../../test/random.ts';
import { realCases } from './realCases.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string' },
    save: { type: 'string' },
    failed: { type: 'string' },
  },
});
const [what = '', ...sources] = positionals;

function* saved(file: string): Generator<MadeCase> {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const entry: MadeCase | undefined = line === '' ? undefined : JSON.parse(line);
    if (entry !== undefined && (values.kind ?? entry.kind) === entry.kind) yield entry;
  }
}

interface Tally {
  right: number;
  refused: number;
  wrong: number;
}

const totals = new Map<string, Tally>();
const tallyOf = (key: string): Tally => {
  const tally = totals.get(key) ?? { right: 0, refused: 0, wrong: 0 };
  totals.set(key, tally);
  return tally;
};

async function measure(source: string): Promise<void> {
  const random = randomFrom(Number(values.seed));
  const cases = what === 'saved' ? saved(source) : (realCases[what]?.(source, random, values.kind) ?? []);
  let made = 0;
  for (const entry of cases) {
    if (made++ >= Number(values.most)) break;
    if (values.save !== undefined) appendFileSync(values.save, `${JSON.stringify(entry)}\n`);
    const verdict = await judge(entry);
    tallyOf(entry.kind)[verdict]++;
    tallyOf('all')[verdict]++;
    if (verdict === 'right') continue;
    console.log(`${verdict} ${basename(source)} ${made} ${entry.kind}: ${await reason(entry)}`);
    if (values.failed !== undefined) appendFileSync(values.failed, `${JSON.stringify(entry)}\n`);
  }
}

for (const source of sources) await measure(source);
for (const [key, { right, refused, wrong }] of totals)
  console.log(`${key}: ${right} right, ${refused} refused, ${wrong} wrong`);

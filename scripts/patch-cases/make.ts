// Makes the cases in test/fixtures/patch from made-up histories, with git as the oracle:
//
//   node scripts/patch-cases/make.ts [folder]
//
// git.jsonl        what `git diff` writes in its variants
// drift.jsonl      the patch of one change on another version of the file, with `git merge-file` as the truth
// malformed.jsonl  good patches in the manner of models, every kind at least once
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { envelopeKinds, toEnvelope } from './envelope.ts';
import { diffTrees, mergeFile, type Files } from './git.ts';
import { bend, kinds } from './malform.ts';
import { moreKinds } from './malformMore.ts';
import type { Random } from './patchLines.ts';
import { randomFrom } from '../../test/random.ts';
import { editLines, makeFiles, pick } from './texts.ts';
import { makeVariants } from './variants.ts';

interface Case {
  readonly kind: string;
  readonly before: Files;
  readonly patch: string;
  readonly after: Files;
}

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

function gitCases(random: Random): Case[] {
  return makeVariants(random).map(({ kind, before, after, options }) => ({
    kind,
    before,
    patch: diffTrees(before, after, options),
    after,
  }));
}

function driftCases(random: Random, count: number): Case[] {
  const cases: Case[] = [];
  while (cases.length < count) {
    const [path, base] = pick(random, Object.entries(makeFiles(random, 6)));
    const theirs = editLines(base, random, 1 + Math.floor(random() * 3), 'their');
    const ours = editLines(base, random, 1 + Math.floor(random() * 10), 'our');
    const merged = mergeFile(text(ours), text(base), text(theirs));
    if (merged === undefined || merged === text(ours)) continue;
    const patch = diffTrees({ [path]: text(base) }, { [path]: text(theirs) }, []);
    cases.push({ kind: 'drift', before: { [path]: text(ours) }, patch, after: { [path]: merged } });
  }
  return cases;
}

function goodPatch(random: Random): Case {
  const all = Object.entries(makeFiles(random, 3));
  const some = random() < 0.5 ? [pick(random, all)] : all.slice(0, 2);
  const ended = random() < 0.7;
  const whole = (lines: readonly string[]): string => (ended ? text(lines) : text(lines).slice(0, -1));
  const before = Object.fromEntries(some.map(([path, lines]) => [path, whole(lines)]));
  const edited = some.map(([path, lines]) => [path, whole(editLines(lines, random, 3, 'new'))] as const);
  const added = ['// Added.', '', `export const added = ${Math.floor(random() * 99)};`];
  const after = Object.fromEntries([...edited, ...(random() < 0.2 ? [['src/added.js', text(added)] as const] : [])]);
  const patch = diffTrees(before, after, []);
  return { kind: 'good', before, patch: random() < 0.5 ? patch : patch.replace(/^index .*\n/gm, ''), after };
}

function malformedCases(random: Random, each: number): Case[] {
  const cases: Case[] = [];
  for (const [kind, malform] of Object.entries({ ...kinds, ...moreKinds, ...envelopeKinds })) {
    for (let made = 0, tries = 0; made < each && tries < 200; tries++) {
      const good = goodPatch(random);
      const source = !(kind in envelopeKinds) ? good.patch : toEnvelope(good.patch);
      const patch = source === undefined ? '' : bend(malform, source, random);
      if (patch === '' || (patch === source && kind !== 'envelope')) continue;
      cases.push({ ...good, kind, patch });
      made++;
    }
  }
  return cases;
}

function save(folder: string, name: string, cases: readonly Case[]): void {
  writeFileSync(join(folder, name), `${cases.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
  console.log(`${name}: ${cases.length}`);
}

const folder = process.argv[2] ?? join(import.meta.dirname, '../../test/fixtures/patch');
mkdirSync(folder, { recursive: true });
save(folder, 'git.jsonl', gitCases(randomFrom(1)));
save(folder, 'drift.jsonl', driftCases(randomFrom(2), 60));
save(folder, 'malformed.jsonl', malformedCases(randomFrom(3), 2));

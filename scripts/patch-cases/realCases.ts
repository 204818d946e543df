// Makes cases for the patch engine from a real git history.

import type { MadeCase } from '../../test/core/patch/cases.ts';
import { envelopeKinds, toEnvelope } from './envelope.ts';
import { mergeFile } from './git.ts';
import { diffBlobs, diffCommit, listCommits, readCommit, sourcesOf, textsOf, versionsOf } from './history.ts';
import { bend, kinds } from './malform.ts';
import { moreKinds } from './malformMore.ts';
import type { Random } from './patchLines.ts';
import { pick } from './texts.ts';

/** Options of `git diff` by name; for `bare` names, the lines that only git writes are removed afterwards. */
const variants: Readonly<Record<string, readonly string[]>> = {
  U0: ['-U0'],
  U1: ['-U1'],
  U2: ['-U2'],
  U3: [],
  U5: ['-U5'],
  U10: ['-U10'],
  'bare U0': ['-U0'],
  'bare U1': ['-U1'],
  'bare U3': [],
  noPrefix: ['--no-prefix'],
  'bare noPrefix': ['--no-prefix'],
  mnemonic: ['--src-prefix=i/', '--dst-prefix=w/'],
  oldNew: ['--src-prefix=old/', '--dst-prefix=new/'],
  dashes: ['--src-prefix=before-', '--dst-prefix=after-'],
  deep: ['--src-prefix=x/before/', '--dst-prefix=x/after/'],
  'bare oldNew': ['--src-prefix=old/', '--dst-prefix=new/'],
  moves: ['-M30%', '-C', '--binary'],
  harder: ['-M', '-C', '--find-copies-harder', '--binary'],
  breaks: ['-B', '-M', '--binary'],
  fullIndex: ['--full-index', '--binary'],
  patience: ['--patience', '--function-context'],
  histogram: ['--histogram', '--inter-hunk-context=5'],
  unquoted: ['-c', 'core.quotePath=false'],
};

/** Removes the lines that only git writes. */
const bare = (patch: string): string =>
  patch.replace(
    /^(?:diff --git|index|similarity index|dissimilarity index|(?:new|deleted) file mode|(?:old|new) mode) .*\n/gm,
    '',
  );

function* exactCases(repo: string, random: Random, only?: string): Generator<MadeCase> {
  const names = Object.keys(variants).filter((name) => (only ?? name) === name);
  for (const [at, name] of listCommits(repo).entries()) {
    const kind = names[(at + Math.floor(random() * 2)) % names.length] ?? '';
    const commit = readCommit(repo, name);
    if (commit === undefined || commit.special) continue;
    const patch = diffCommit(repo, name, [...(variants[kind] ?? []), '--binary']);
    const isBare = kind.startsWith('bare ');
    const hasBare = [commit.before, commit.after].every((files) => Object.values(files).every((text) => text !== ''));
    if (isBare && (!hasBare || /^(?:GIT binary|old mode)/m.test(patch))) continue;
    const sources = sourcesOf(repo, name, patch);
    const before = { ...sources, ...commit.before };
    const after: Record<string, string> = { ...sources, ...commit.after };
    for (const path of Object.keys(commit.before)) if (!(path in commit.after)) delete after[path];
    yield { kind, before, patch: isBare ? bare(patch) : patch, after };
  }
}

function* driftCases(repo: string, random: Random): Generator<MadeCase> {
  const files = [...versionsOf(repo)].filter(([, versions]) => versions.length > 2);
  for (let tries = 0; files.length > 0 && tries < 20_000; tries++) {
    const [path, versions] = pick(random, files);
    const at = 1 + Math.floor(random() * (versions.length - 1));
    const other = versions[Math.floor(random() * versions.length)] ?? '';
    const [base = '', theirs = ''] = [versions[at - 1], versions[at]];
    if (other === base || other === theirs || base === theirs) continue;
    const [ours = '', old = '', young = ''] = textsOf(repo, [other, base, theirs]);
    if ([ours, old, young].some((text) => text.includes('\0') || text.length > 300_000 || text === '')) continue;
    const merged = mergeFile(ours, old, young);
    if (merged === undefined) continue;
    const isPlain = tries % 2 === 0;
    const patch = diffBlobs(repo, path, base, theirs);
    const kind = `${isPlain ? 'without' : 'with'} index${merged === ours ? ', done' : ''}`;
    yield {
      kind,
      before: { [path]: ours },
      patch: isPlain ? patch.replace(/^index .*\n/m, '') : patch,
      after: { [path]: merged },
    };
  }
}

function* malformedCases(repo: string, random: Random, only?: string): Generator<MadeCase> {
  const all = Object.entries({ ...kinds, ...moreKinds, ...envelopeKinds }).filter(([kind]) => (only ?? kind) === kind);
  let next = Math.floor(random() * all.length);
  for (const name of listCommits(repo)) {
    const commit = readCommit(repo, name);
    if (commit === undefined || commit.special) continue;
    const good = diffCommit(repo, name, []);
    if (good.length > 100_000 || /^(?:Binary|GIT binary|old mode)/m.test(good)) continue;
    for (let tries = 0; tries < 3; tries++) {
      const [kind, malform] = all[next++ % all.length] ?? ['', (patch: string) => patch];
      const source = !(kind in envelopeKinds) ? good : toEnvelope(good);
      const patch = source === undefined ? '' : bend(malform, source, random);
      if (patch !== '' && (patch !== source || kind === 'envelope')) yield { ...commit, kind, patch };
    }
  }
}

/** Makers of cases from a real history, by name; `only` names the one kind to make. */
export const realCases: Readonly<Record<string, typeof exactCases>> = {
  exact: exactCases,
  drift: driftCases,
  malformed: malformedCases,
};

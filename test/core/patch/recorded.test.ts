import { planPatch } from '../../../src/core/patch/files/plan.ts';
import { parsePatch } from '../../../src/core/patch/parse/parse.ts';
import type { ParsedPatch } from '../../../src/core/patch/parse/types.ts';
import { numbersFrom, type Draw } from '../../random.ts';
import { assertRecorded, outcomeOf, type Outcome } from '../recorded/recorded.ts';
import { readCases } from './cases.ts';
import { memoryWorld, type Tree } from './memoryWorld.ts';

interface Case {
  readonly tree: Tree;
  readonly patch: string;
}

interface Stored {
  readonly before: Readonly<Record<string, string>>;
  readonly patch: string;
}

const made = ['git', 'drift', 'malformed'].flatMap((name) =>
  readCases<Stored>(`${name}.jsonl`).map(({ before, patch }): Case => ({
    tree: Object.fromEntries(Object.entries(before).map(([path, text]) => [path, Buffer.from(text, 'latin1')])),
    patch: Buffer.from(patch, 'latin1').toString(),
  })),
);

const collected = ['gpt-patches', 'codex-apply-patch'].flatMap((name) =>
  readCases<Stored>(`${name}.jsonl`).map(({ before, patch }): Case => ({ tree: before, patch })),
);

/** What comes into patches on their way: markers, headers, ends, odd characters. */
const strays = [
  '\r·\n·\r\n· ·\t·+·-· \t·@@·@@ -1 +1 @@·@@ function f() {·\ufeff·ü·😀·\0·1·a/·../·"·\\"·\\n·&lt;·\u2212·> ·```·index ',
  '*** End Patch·*** End of File·*** Update File: ·--- a/x·+++ b/x·diff --git a/x b/x·rename to y·\\ No newline at end of file',
].flatMap((some) => some.split('·'));

/** Makes a change or a few of the kinds that patches suffer. */
function bend(text: string, draw: Draw): string {
  let bent = text;
  for (let left = draw(3); left >= 0; left--) bent = draw(3) === 0 ? bendAll(bent, draw) : bendLine(bent, draw);
  return bent;
}

function bendLine(text: string, draw: Draw): string {
  const lines = text.split('\n');
  const at = draw(lines.length);
  const line = lines[at] ?? '';
  const stray = strays[draw(strays.length)] ?? '';
  const inside = draw(line.length + 1);
  const bent: readonly (readonly string[])[] = [
    lines.toSpliced(at, 1),
    lines.toSpliced(at, 0, lines[draw(lines.length)] ?? ''),
    lines.toSpliced(at, 0, stray),
    lines.with(at, stray + line),
    lines.with(at, line + stray),
    lines.with(at, line.slice(0, inside) + stray + line.slice(inside)),
    lines.with(at, line.slice(1)),
    lines.with(at, line.trimEnd().replace(/^(.)\s+/, '$1')),
    lines.with(
      at,
      line.replace(/\d+/, (digits) => String(Number(digits) + draw(3) - 1)),
    ),
    lines.with(
      at,
      line.replace(/\w+/, (word) => word.toUpperCase()),
    ),
    lines.slice(0, at),
  ];
  return (bent[draw(bent.length)] ?? []).join('\n');
}

/** What happens to a patch as a whole: around it, to all of its lines, or to its parts. */
function bendAll(text: string, draw: Draw): string {
  const parts = text.split(/^(?=@@|diff |--- |\*\*\* )/m);
  const each = (change: (line: string) => string): string => text.split('\n').map(change).join('\n');
  const bent: readonly (() => string)[] = [
    () => text.replaceAll('\n', '\r\n'),
    () => text.replaceAll('\n', '\r'),
    () => each((line) => `${['  ', '\t', '> '][draw(3)] ?? ''}${line}`),
    () => each((line) => `  ${line}`),
    () => each((line) => `> ${line}`),
    () => each((line) => line.trimEnd()),
    () => each((line) => `${line} `),
    () => each((line) => line.replace(/^ /, '')),
    () => each((line) => line.replace(/^([ +-])( {2})+/, '$1\t')),
    () => each((line) => line.replace(/^([ +-])/, '$1  ')),
    () => each((line) => line.replace(/^@@.*/, '@@')),
    () => each((line) => line.replace(/^(@@ -\d+),\d+ (\+\d+),\d+/, '$1 $2')),
    () => each((line) => line.replace(/^(--- |\+\+\+ )[ab]\//, '$1')),
    () => each((line) => line.replace(/^(?:index|---) .*/, '')),
    () => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    () => text.replaceAll('"', '\\"'),
    () => JSON.stringify(text),
    () => JSON.stringify({ patch: text }),
    () => `Here it is:\n\n\`\`\`diff\n${text}\n\`\`\`\n- done\n`,
    () => `apply_patch <<'EOF'\n${text}\nEOF\n`,
    () => `*** Begin Patch\n${text}*** End Patch\n`,
    () => parts.toReversed().join(''),
    () => parts.toSpliced(draw(parts.length), 1).join(''),
    () => parts.toSpliced(draw(parts.length), 0, parts[draw(parts.length)] ?? '').join(''),
    () => text + text,
    () => text.trimEnd(),
  ];
  return bent[draw(bent.length)]?.() ?? text;
}

/** The same file as it may be by the time that the patch comes. */
function bendTree(tree: Tree, draw: Draw): Tree {
  const names = Object.keys(tree);
  const name = names[draw(Math.max(1, names.length))];
  const file = name === undefined ? undefined : tree[name];
  if (name === undefined || file === null || file === undefined || draw(2) === 0) return tree;
  const text = typeof file === 'string' ? file : Buffer.from(file).toString('latin1');
  const bent = bend(text, draw);
  return { ...tree, [name]: typeof file === 'string' ? bent : Buffer.from(bent, 'latin1') };
}

async function outcomesOf(cases: readonly Case[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { tree, patch } of cases) {
    // oxlint-disable-next-line no-await-in-loop -- nothing is waited for
    outcomes.push([patch, await outcomeOf(() => plan(tree, patch))]);
  }
  return outcomes;
}

async function plan(tree: Tree, patch: string): Promise<unknown> {
  const parsed = parsePatch(patch);
  return [shown(parsed), await outcomeOf(() => planPatch(parsed, memoryWorld(tree)))];
}

/** With all lines, which are only read when somebody asks for them. */
function shown({ form, files }: ParsedPatch): unknown {
  return { form, files: files.map((file) => ({ ...file, hunks: file.hunks.map((hunk) => [hunk, hunk.body.lines]) })) };
}

describe('what comes of a patch', () => {
  it('is as it was: as made, and bent in many ways', async () => {
    const draw = numbersFrom(7);
    const cases = made.flatMap((one) => [one, ...Array.from({ length: 12 }, () => bentCase(one, draw))]);
    assertRecorded('patches-made', await outcomesOf(cases));
  });

  it('is as it was: as collected, and bent in many ways', async () => {
    const draw = numbersFrom(8);
    const cases = collected.flatMap((one) => [one, ...Array.from({ length: 8 }, () => bentCase(one, draw))]);
    assertRecorded('patches-collected', await outcomesOf(cases));
  });
});

function bentCase({ tree, patch }: Case, draw: Draw): Case {
  return { tree: bendTree(tree, draw), patch: bend(patch, draw) };
}

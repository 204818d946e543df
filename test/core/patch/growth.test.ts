import assert from 'node:assert/strict';
import { applyLiterally } from '../../../src/core/patch/hunks/applyLiterally.ts';
import { parsePatch } from '../../../src/core/patch/parse/parse.ts';
import { placeHunks } from '../../../src/core/patch/place/placeHunks.ts';
import { planPatch } from '../../../src/core/patch/files/planPatch.ts';
import { prepareFile } from '../../../src/core/patch/search/searchedFile.ts';
import { runSync } from '../../../src/core/async/yielding.ts';
import { memoryWorkspace } from './memoryWorkspace.ts';

const head = '--- a/a.txt\n+++ b/a.txt\n';
const times = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

/** A text and a patch of so many hunks for it. */
type Shape = (hunks: number) => readonly [string, string];

const shapes: Readonly<Record<string, Shape>> = {
  'hunks on their lines': (size) => [
    times(size, (at) => `l${at}\n}\n`),
    head + times(size, (at) => `@@ -${2 * at + 1},2 +${2 * at + 1},2 @@\n-l${at}\n+c\n }\n`),
  ],
  'one long hunk': (size) => [
    `${'a\n'.repeat(size)}b\n`,
    `${head}@@ -1,${size + 1} +1,${size + 1} @@\n${' a\n'.repeat(size)}-b\n+c\n`,
  ],
  'hunks whose context has changed': (size) => [
    times(size, (at) => `left${at}\nmiddle${at}\n}\nnew\n`),
    head +
      times(
        size,
        (at) => `@@ -${3 * at + 1},3 +${3 * at + 1},3 @@\n left${at}\n-middle${at}\n+c\n }\n left${at + 1}\n`,
      ),
  ],
  'headers that lie': (size) => [
    times(size, (at) => `left ${at}\nmiddle\n}\n`),
    head + times(size, (at) => `@@ -${3 * (size - at)},3 +1,3 @@\n left ${at}\n-middle\n+c\n }\n`),
  ],
  'headers that all say one line': (size) => [
    times(size, (at) => `left ${at}\nmiddle\n}\n`),
    head + times(size, (at) => `@@ -1,3 +1,3 @@\n left ${at}\n-middle\n+c\n }\n`),
  ],
  'a section for each hunk, in a file that has changed': (size) => [
    `first\n${times(size, (at) => `function f${at}() {\n  start();\n  old${at}();\n}\n`)}`,
    `diff --git a/a.txt b/a.txt\nindex 1111111..2222222 100644\n${head}${times(
      size,
      (at) =>
        `@@ -${4 * at + 2},3 +${4 * at + 2},3 @@ function f${at}() {\n   start();\n-  old${at}();\n+  new${at}();\n }\n`,
    )}`,
  ],
  'an envelope with anchors': (size) => [
    times(size, (at) => `function f${at}() {\n  start();\n  old${at}();\n}\n`),
    `*** Begin Patch\n*** Update File: a.txt\n${times(
      size,
      (at) => `@@ function f${at}() {\n   start();\n-  old${at}();\n+  new();\n`,
    )}*** End Patch\n`,
  ],
};

/** How many comparisons of lines it takes to find the places of the hunks. */
function costOf([text, patch]: ReturnType<Shape>): number {
  const [file] = parsePatch(patch).files;
  const hunks = file?.hunks ?? [];
  const searched = prepareFile({ text }, 'a.txt', hunks.length * 3);
  const before = searched.budget.remaining;
  runSync(placeHunks(searched, hunks));
  return before - searched.budget.remaining;
}

/** The least work, in microseconds of a processor, of a few times that a patch was planned. */
async function timeOf([text, patch]: ReturnType<Shape>): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
    await planPatch(parsePatch(patch), memoryWorkspace({ 'a.txt': text }));
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

describe('a hunk of more changes than the argument limit of a call', () => {
  const size = 140_000;
  const text = times(size, (at) => `a${at}\nb\n`);
  const patch = `${head}@@ -1,${2 * size} +1,${2 * size} @@\n${times(size, (at) => ` a${at}\n-b\n+c\n`)}`;

  it('is applied where a search finds it', async () => {
    const [outcome] = await planPatch(parsePatch(patch), memoryWorkspace({ 'a.txt': `top\n${text}` }));
    assert.equal(outcome?.action, 'update');
  });

  it('is applied as git does', () => {
    const applied = runSync(applyLiterally(text, parsePatch(patch).files[0]?.hunks ?? []));
    assert.equal(applied?.edits.length, size);
  });
});

describe('a patch of many hunks', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    it(`costs as many comparisons as it is long: ${name}`, () => {
      const ratio = costOf(shape(800)) / costOf(shape(200));
      assert.ok(ratio < 6, `four times the size costs ${ratio.toFixed(1)} times as much`);
    });

    it(`takes as much time as it is long: ${name}`, async () => {
      const small = await timeOf(shape(300));
      const ratio = (await timeOf(shape(3000))) / small;
      // Ten times would be linear, a hundred times quadratic; the machine may be busy meanwhile.
      assert.ok(ratio < 50, `ten times the size takes ${ratio.toFixed(0)} times as long`);
    });
  }
});

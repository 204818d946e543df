import assert from 'node:assert/strict';
import { applyPatch } from '../../../src/tools/change/applyPatch.ts';
import { succeed } from '../call.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);
const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** Replaces lines of the text before, without context; each starts at its 1-based line. */
function patchOf(
  hunks: readonly { at: number; old: readonly string[]; now: readonly string[] }[],
  header: string,
): string {
  let shift = 0;
  const parts = hunks.map(({ at, old, now }) => {
    const newStart = at + shift + (now.length === 0 ? -1 : 0);
    shift += now.length - old.length;
    const oldStart = old.length === 0 ? at - 1 : at;
    const lines = [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
    return `@@ -${oldStart},${old.length} +${newStart},${now.length} @@\n${text(lines)}`;
  });
  return `${header}\n${parts.join('')}`;
}

const inPlace = '--- a/a.txt\n+++ b/a.txt';
const insertion = { at: 1, old: [], now: ['x', 'y', 'z'] };
const change = (at: number) => ({ at, old: [`line ${at}`], now: [`LINE ${at}`] });

describe('redline_apply_patch tells the lines of its hunks', () => {
  const rows: [string, string, RegExp][] = [
    [
      'in the new text',
      patchOf([insertion, change(10)], inPlace),
      /^a\.txt: updated \(line 1 exact, line 13 exact\)$/m,
    ],
    [
      'below lines that it removes',
      patchOf([{ at: 2, old: ['line 2', 'line 3'], now: [] }, change(10)], inPlace),
      /^a\.txt: updated \(line 2 exact, line 8 exact\)$/m,
    ],
    [
      'in a later section of a file',
      `*** Begin Patch\n*** Update File: a.txt\n@@\n+x\n+y\n+z\n line 1\n*** Update File: a.txt\n@@\n-line 10\n+LINE 10\n*** End Patch\n`,
      /^a\.txt: updated \(line 1 exact, line 13 exact\)$/m,
    ],
    [
      'in an earlier section of a file',
      `*** Begin Patch\n*** Update File: a.txt\n@@\n-line 10\n+LINE 10\n*** Update File: a.txt\n@@\n+x\n+y\n+z\n line 1\n*** End Patch\n`,
      /^a\.txt: updated \(line 13 exact, line 1 exact\)$/m,
    ],
    [
      'in a moved file',
      patchOf(
        [insertion, change(10)],
        'diff --git a/a.txt b/b.txt\nrename from a.txt\nrename to b.txt\n--- a/a.txt\n+++ b/b.txt',
      ),
      /^b\.txt: moved \(line 1 exact, line 13 exact\)$/m,
    ],
    [
      'in a copy',
      patchOf(
        [insertion, change(10)],
        'diff --git a/a.txt b/b.txt\ncopy from a.txt\ncopy to b.txt\n--- a/a.txt\n+++ b/b.txt',
      ),
      /^b\.txt: copied \(line 1 exact, line 13 exact\)$/m,
    ],
  ];
  for (const [name, patchText, expected] of rows) {
    it(name, async () => {
      const world = new MemoryWorld({ 'a.txt': text(numbered(1, 20)) });
      assert.match((await succeed(applyPatch, world, { patchText })).text, expected);
    });
  }

  it('in the new text beside one that was already applied', async () => {
    const world = new MemoryWorld({ 'a.txt': text([...numbered(1, 9), 'LINE 10', ...numbered(11, 20)]) });
    const patchText = patchOf(
      [
        { at: 3, old: ['line 3'], now: ['line 3', 'x'] },
        { at: 9, old: ['line 9', 'line 10', 'line 11'], now: ['line 9', 'LINE 10', 'line 11'] },
      ],
      inPlace,
    );
    assert.match((await succeed(applyPatch, world, { patchText })).text, /line \d+ exact, line 1\d already applied/);
  });

  it('in the text as it is, in a dry run', async () => {
    const world = new MemoryWorld({ 'a.txt': text(numbered(1, 20)) });
    const patchText = patchOf([insertion, change(10)], inPlace);
    assert.match((await succeed(applyPatch, world, { patchText, dryRun: true })).text, /line 1 exact, line 10 exact/);
  });

  it('at most 50 of a file, and counts the others', async () => {
    const world = new MemoryWorld({ 'a.txt': text(numbered(1, 200)) });
    const patchText = patchOf(
      numbered(1, 60).map((_, index) => change(index * 3 + 1)),
      inPlace,
    );
    assert.match((await succeed(applyPatch, world, { patchText })).text, /, line 148 exact, and 10 more\)$/m);
  });
});

const executable = 'rwxr-xr-x (755)';
/** The header of a patch for `a.sh`, the permissions of that file, and whether its mode changes. */
const modes = [
  ['new file mode 100755', 'rw-r--r-- (644)', true],
  ['new file mode 100755', executable, false],
  ['new file mode 100644', executable, false],
  ['old mode 100644\nnew mode 100755', executable, false],
  ['old mode 100755\nnew mode 100644', executable, true],
] as const;

describe('the mode that a patch gives a file', () => {
  for (const [header, permissions, changes] of modes) {
    it(`is ${changes ? 'set' : 'kept'} for ${permissions}: ${header.replace('\n', ', ')}`, async () => {
      const world = new MemoryWorld({ 'a.sh': 'one\n' });
      world.facts = { permissions };
      const adds = header.startsWith('new file');
      const lines = adds ? ['--- /dev/null', '+++ b/a.sh', '@@ -0,0 +1 @@', '+one', ''] : [''];
      const { text } = await succeed(applyPatch, world, {
        patchText: ['diff --git a/a.sh b/a.sh', header, ...lines].join('\n'),
      });
      const [change] = world.asked[0]?.changes ?? [];
      const before = permissions === executable;
      const mode = change?.kind === 'update' ? change.mode : undefined;
      assert.deepEqual(mode, changes ? { before, after: !before } : undefined);
      assert.equal(/already there; nothing was changed/.test(text), !changes);
    });
  }
});

// Measures the change tools, part by part.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Evaluate } from '../../test/host/driver/harness.ts';
import { numbersFrom } from '../../test/random.ts';
import { measureEdits } from './edits.ts';
import { measureHistory } from './history.ts';
import { measureMany } from './many.ts';
import {
  changesToMarkdown,
  median,
  programLines,
  row,
  timeIn,
  type ChangeRow,
  type Measurement,
  type Time,
} from './time.ts';

/** User settings under which nothing is asked. */
export const unasked = {
  'redline.rules': [{ operations: ['create', 'update', 'delete', 'move'], paths: ['**'], action: 'allow' }],
};

/** Measures all parts, or one: `texts`, `edits`, `many` or `history`. */
export async function measureChanges(
  evaluate: Evaluate,
  root: string,
  { rounds, part }: { readonly rounds: number; readonly part: string | undefined },
): Promise<ChangeRow[]> {
  const time = timeIn(evaluate);
  const few = Math.min(rounds, 3);
  const rows: ChangeRow[] = [];
  const parts: Readonly<Record<string, readonly Measurement[]>> = {
    texts: [
      () => editTenThousand(time, root, rounds),
      () => tenThousandHunks(time, root, rounds),
      () => overwriteHundredThousand(time, root, few),
    ],
    edits: measureEdits(evaluate, root, rounds),
    many: measureMany(evaluate, root, few),
    history: measureHistory(evaluate, root),
  };
  for (const measured of part === undefined ? Object.values(parts).flat() : (parts[part] ?? [])) {
    const made = [await measured()].flat();
    rows.push(...made);
    console.log(changesToMarkdown(made).split('\n').slice(2).join('\n'));
  }
  return rows;
}

async function editTenThousand(time: Time, root: string, rounds: number): Promise<ChangeRow> {
  const file = path.join(root, 'bench-edit.ts');
  writeFileSync(
    file,
    `${programLines(10_000, 1)
      .map((line, at) => `${line} // ${at}`)
      .join('\n')}\n`,
  );
  const edits = Array.from({ length: rounds + 2 }, (_, round) => ({
    tool: 'redline_edit_file',
    input: { filePath: 'bench-edit.ts', oldString: ` // ${5000 + round}\n`, newString: ` // edited ${round}\n` },
  }));
  await time(edits.slice(0, 2));
  const ours = await time(edits.slice(2));
  return row('edit of a 10,000-line file, call to saved file', ours, { goal: '≤ 100 ms', maxMs: 100 });
}

async function tenThousandHunks(time: Time, root: string, rounds: number): Promise<ChangeRow> {
  const before = programLines(100_000, 2);
  const hunks: string[] = [];
  for (let hunk = 0; hunk < 10_000; hunk++) {
    const at = hunk * 10 + 4;
    const context = (from: number, to: number): string[] => before.slice(from, to).map((line) => ` ${line}`);
    hunks.push(
      `@@ -${at - 2},7 +${at - 2},7 @@`,
      ...context(at - 3, at),
      `-${before[at] ?? ''}`,
      `+  changed(${hunk});`,
      ...context(at + 1, at + 4),
    );
  }
  const patchText = `--- a/bench-hunks.ts\n+++ b/bench-hunks.ts\n${hunks.join('\n')}\n`;
  writeFileSync(path.join(root, 'bench-hunks.ts'), `${before.join('\n')}\n`);
  writeFileSync(path.join(root, 'bench.patch'), patchText);
  const gnu = Array.from({ length: rounds }, () => {
    const started = performance.now();
    execFileSync('patch', ['--dry-run', '-p1', '-s', '-i', 'bench.patch'], { cwd: root });
    return performance.now() - started;
  });
  const direct = 'redline_apply_patch';
  const ours = await time(Array.from({ length: rounds }, () => ({ direct, input: { patchText, dryRun: true } })));
  const other = median(gnu) ?? 0;
  return row('10,000 hunks on 100,000 lines, planned in the extension host', ours, {
    other,
    than: 'GNU patch',
    goal: '≤ 2 × GNU patch',
    maxMs: 2 * other,
  });
}

async function overwriteHundredThousand(time: Time, root: string, rounds: number): Promise<ChangeRow> {
  const before = programLines(100_000, 3);
  writeFileSync(path.join(root, 'bench-overwrite.ts'), `${before.join('\n')}\n`);
  const steps = Array.from({ length: rounds }, (_, round) => {
    const draw = numbersFrom(round);
    const content = before.map((line, at) => (draw(10) === 0 ? `  changed(${at}, ${round});` : line)).join('\n');
    const input = { filePath: 'bench-overwrite.ts', content: `${content}\n`, dryRun: true };
    return { direct: 'redline_write_file', input };
  });
  return row(
    'overwrite of 100,000 lines with 10 % changed, planned and summarized in the extension host',
    await time(steps),
    { goal: '≤ 500 ms, no block over 50 ms', maxMs: 500, maxBlockMs: 50 },
  );
}

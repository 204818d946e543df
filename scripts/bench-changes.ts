import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Evaluate } from '../test/host/driver/harness.ts';
import type { VSCode } from '../test/host/driver/vscode-api.ts';
import { numbersFrom } from '../test/random.ts';

/** One change tool, measured from the call to the answer; the files are on disk by then. */
export interface ChangeRow {
  readonly name: string;
  /** Medians in milliseconds. */
  readonly ours: number;
  readonly other: number | undefined;
  /** What `other` is. */
  readonly than: string;
  /** The longest block of the extension host, in milliseconds; undefined where it was not watched. */
  readonly block: number | undefined;
  readonly goal: string;
  readonly met: boolean;
}

/** User settings under which nothing is asked. */
export const unasked = {
  'redline.rules': [{ operations: ['create', 'update', 'delete', 'move'], paths: ['**'], action: 'allow' }],
};

/** Lines like those of a program: some empty, some alike. */
function program(lines: number, seed: number): string[] {
  const draw = numbersFrom(seed);
  return Array.from({ length: lines }, (_, at) =>
    draw(5) === 0
      ? (['', '}', '  }', '  return;'][draw(4)] ?? '')
      : `  const value${at} = compute(${draw(1e6)}, 'text');`,
  );
}

interface Timed {
  readonly tool: string;
  /** The inputs of the rounds, one call each. */
  readonly inputs: readonly object[];
  /** Asked of Redline's API, in its own process: the editor then carries no input to and fro. */
  readonly direct?: boolean;
}

interface Times {
  readonly times: readonly number[];
  readonly block: number;
  readonly failure?: string;
}

/** Travels as its source: nothing from outside is in its reach. */
async function timeInHost(vscode: VSCode, { tool, inputs, direct }: Timed): Promise<Times> {
  const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
  const times: number[] = [];
  let block = 0;
  const api = await vscode.extensions.getExtension('redline-tools.redline')?.activate();
  for (const input of inputs) {
    const watch = monitorEventLoopDelay({ resolution: 2 });
    watch.enable();
    // An agent's calls are seconds apart, and the editor has taken over the last one by then.
    await new Promise((resolve) => setTimeout(resolve, 500));
    watch.reset();
    const started = performance.now();
    try {
      const answer = direct === true ? await api.call(tool, input) : undefined;
      if (answer?.success === false) throw new Error(answer.error.message);
      if (direct !== true) await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
    } catch (error) {
      return { times, block, failure: String(error).slice(0, 200) };
    }
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 5));
    watch.disable();
    block = Math.max(block, watch.max / 1e6);
  }
  return { times, block };
}

export async function measureChanges(evaluate: Evaluate, root: string, rounds: number): Promise<ChangeRow[]> {
  const time: Time = (tool, inputs, direct = false) => evaluate(timeInHost, { tool, inputs, direct });
  return [
    await editTenThousand(time, root, rounds),
    await tenThousandHunks(time, root, rounds),
    await overwriteHundredThousand(time, root, Math.min(rounds, 3)),
    ...(await manyFiles(time, root)),
  ];
}

type Time = (tool: string, inputs: readonly object[], direct?: boolean) => Promise<Times>;

async function editTenThousand(time: Time, root: string, rounds: number): Promise<ChangeRow> {
  const file = path.join(root, 'bench-edit.ts');
  writeFileSync(
    file,
    `${program(10_000, 1)
      .map((line, at) => `${line} // ${at}`)
      .join('\n')}\n`,
  );
  const edits = Array.from({ length: rounds + 2 }, (_, round) => ({
    filePath: 'bench-edit.ts',
    oldString: ` // ${5000 + round}\n`,
    newString: ` // edited ${round}\n`,
  }));
  await time('redline_edit_file', edits.slice(0, 2));
  const ours = await time('redline_edit_file', edits.slice(2));
  return row('edit of a 10,000-line file, call to saved file', ours, undefined, '', '≤ 100 ms', 100);
}

async function tenThousandHunks(time: Time, root: string, rounds: number): Promise<ChangeRow> {
  const before = program(100_000, 2);
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
  const ours = await time(
    'redline_apply_patch',
    Array.from({ length: rounds }, () => ({ patchText, dryRun: true })),
    true,
  );
  const other = median(gnu) ?? 0;
  return row(
    '10,000 hunks on 100,000 lines, planned in the extension host',
    ours,
    other,
    'GNU patch',
    '≤ 2 × GNU patch',
    2 * other,
  );
}

async function overwriteHundredThousand(time: Time, root: string, rounds: number): Promise<ChangeRow> {
  const before = program(100_000, 3);
  writeFileSync(path.join(root, 'bench-overwrite.ts'), `${before.join('\n')}\n`);
  const inputs = Array.from({ length: rounds }, (_, round) => {
    const draw = numbersFrom(round);
    const content = before.map((line, at) => (draw(10) === 0 ? `  changed(${at}, ${round});` : line)).join('\n');
    return { filePath: 'bench-overwrite.ts', content: `${content}\n`, dryRun: true };
  });
  const ours = await time('redline_write_file', inputs, true);
  const made = row(
    'overwrite of 100,000 lines with 10 % changed, planned and summarised in the extension host',
    ours,
    undefined,
    '',
    '≤ 500 ms, no block over 50 ms',
    500,
  );
  return { ...made, met: made.met && (made.block ?? 0) <= 50 };
}

async function manyFiles(time: Time, root: string): Promise<ChangeRow[]> {
  const rows: ChangeRow[] = [];
  let perFile: number | undefined;
  for (const files of [100, 300, 1000]) {
    const folder = `bench-many-${files}`;
    mkdirSync(path.join(root, folder));
    const patches = Array.from({ length: files }, (_, at) => {
      const lines = program(20, at);
      const name = `${folder}/file-${at}.ts`;
      writeFileSync(path.join(root, name), `${lines.join('\n')}\n`);
      return `--- a/${name}\n+++ b/${name}\n@@ -9,3 +9,3 @@\n ${lines[8] ?? ''}\n-${lines[9] ?? ''}\n+changed(${at});\n ${lines[10] ?? ''}\n`;
    });
    const ours = await time('redline_apply_patch', [{ patchText: patches.join('') }]);
    const limit = perFile === undefined ? Infinity : perFile * files * 1.5;
    rows.push(
      row(`a patch of ${files} files, applied`, ours, undefined, '', files === 100 ? '' : '≤ 1.5 × linear', limit),
    );
    perFile ??= (median(ours.times) ?? Infinity) / files;
  }
  return rows;
}

function row(
  name: string,
  { times, block, failure }: Times,
  other: number | undefined,
  than: string,
  goal: string,
  limit: number,
): ChangeRow {
  const ours = median(times) ?? Infinity;
  const title = failure === undefined ? name : `${name} (${failure})`;
  return { name: title, ours, other, than, block, goal, met: ours <= limit };
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Evaluate } from '../test/host/driver/harness.ts';
import type { VSCode } from '../test/host/driver/vscode-api.ts';
import { row, type ChangeRow, type Measurement, type Times } from './bench-time.ts';

/** Edits of a file that an edit, or another program, has just changed. */
export function measureEdits(evaluate: Evaluate, root: string, rounds: number): readonly Measurement[] {
  const text = Array.from({ length: 200 }, (_, at) => `line ${at}.\n`).join('');
  const measured = async (name: string, file: string, manner: Partial<Manner>): Promise<ChangeRow> => {
    const place = path.join(root, file);
    writeFileSync(place, text);
    const times = await evaluate(timeSeconds, { file, place, text, rounds, opens: false, outside: false, ...manner });
    return row(name, times, { goal: '≤ 100 ms', most: 100 });
  };
  return [
    () => measured('second edit at once of a file that is not open', 'bench-closed.txt', {}),
    () => measured('second edit at once of an open file', 'bench-open.txt', { opens: true }),
    () => measured('edit right after another program wrote the file', 'bench-outside.txt', { outside: true }),
    () =>
      measured('edit right after another program wrote the open file', 'bench-both.txt', {
        opens: true,
        outside: true,
      }),
  ];
}

interface Manner {
  readonly file: string;
  readonly place: string;
  readonly text: string;
  readonly rounds: number;
  readonly opens: boolean;
  readonly outside: boolean;
}

/** Travels as its source. */
async function timeSeconds(vscode: VSCode, { file, place, text, rounds, opens, outside }: Manner): Promise<Times> {
  const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
  const { appendFileSync, writeFileSync: write } = process.getBuiltinModule('node:fs');
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const edit = async (line: number): Promise<void> => {
    const input = { filePath: file, oldString: `line ${line}.\n`, newString: `line ${line} edited\n` };
    await vscode.lm.invokeTool('redline_edit_file', { input, toolInvocationToken: undefined });
  };
  if (opens) await vscode.window.showTextDocument(vscode.Uri.file(place));
  const times: number[] = [];
  let block = 0;
  for (let round = 0; round < rounds; round++) {
    write(place, text);
    await pause(1000);
    await vscode.lm.invokeTool('redline_read_file', { input: { filePath: file }, toolInvocationToken: undefined });
    await edit(1);
    if (outside) appendFileSync(place, `theirs ${round}\n`);
    // One for each round: a monitor that goes on after a pause takes the pause for a block.
    const watch = monitorEventLoopDelay({ resolution: 2 });
    watch.enable();
    const started = performance.now();
    await edit(2);
    times.push(performance.now() - started);
    watch.disable();
    block = Math.max(block, watch.max / 1e6);
  }
  if (opens) await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  return { times, block };
}

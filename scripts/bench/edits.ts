// Measures edits of a file that another edit, or another program, has just changed.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Evaluate, VSCode } from '../../test/host/driver/harness.ts';
import { median, row, type ChangeRow, type Measurement, type Times } from './time.ts';

/** Measures edits of a file that an edit, or another program, has just changed. */
export function measureEdits(evaluate: Evaluate, root: string, rounds: number): readonly Measurement[] {
  const text = Array.from({ length: 200 }, (_, at) => `line ${at}.\n`).join('');
  const measured = async (name: string, file: string, manner: Partial<Manner>): Promise<ChangeRow> => {
    const place = path.join(root, file);
    writeFileSync(place, text);
    const all = { file, place, text, rounds, opens: false, outside: false, ...manner };
    const ours = await evaluate(timeSeconds, all);
    if (all.outside) return row(name, ours, { goal: '≤ 100 ms', maxMs: 100 });
    // A second edit waits until the editor shows the first, so that each is an undo step of its own.
    const other = median((await evaluate(timeSeconds, { ...all, byEditor: true })).times) ?? 0;
    const goal = "≤ 100 ms, or ≤ 1.5 × the editor's own";
    return row(name, ours, { goal, maxMs: Math.max(100, 1.5 * other), other, than: "the editor's own edit and save" });
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

/** How a file is edited, and what happens before. */
interface Manner {
  readonly file: string;
  readonly place: string;
  readonly text: string;
  readonly rounds: number;
  readonly opens: boolean;
  readonly outside: boolean;
  /** Edits and saves with the editor's own API instead, and records nothing. */
  readonly byEditor?: boolean;
}

/** Sent to the extension host as source text, so it can use nothing from outside itself. */
async function timeSeconds(vscode: VSCode, manner: Manner): Promise<Times> {
  const { file, place, text, rounds, opens, outside, byEditor } = manner;
  const { appendFileSync, renameSync, writeFileSync: write } = process.getBuiltinModule('node:fs');
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const edit = async (line: number): Promise<void> => {
    if (byEditor === true) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(place));
      const change = new vscode.WorkspaceEdit();
      change.insert(document.uri, document.lineAt(line).range.end, ' edited');
      await vscode.workspace.applyEdit(change);
      await document.save();
      return;
    }
    const input = { filePath: file, oldString: `line ${line}.\n`, newString: `line ${line} edited\n` };
    await vscode.lm.invokeTool('redline_edit_file', { input, toolInvocationToken: undefined });
  };
  if (opens) await vscode.window.showTextDocument(vscode.Uri.file(place));
  const times: number[] = [];
  let block = 0;
  for (let round = 0; round < rounds; round++) {
    // Node copies a file for ever that gets shorter meanwhile, and VS Code copies each saved file into its history.
    write(`${place}.new`, text);
    renameSync(`${place}.new`, place);
    await pause(1000);
    await vscode.lm.invokeTool('redline_read_file', { input: { filePath: file }, toolInvocationToken: undefined });
    await edit(1);
    if (outside) appendFileSync(place, `theirs ${round}\n`);
    const endWatch = watchBlocks();
    const started = performance.now();
    await edit(2);
    times.push(performance.now() - started);
    block = Math.max(block, endWatch());
  }
  if (opens) await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  return { times, block };
}

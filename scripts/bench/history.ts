// Measures the history, the audit log and the change log.

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Evaluate, VSCode } from '../../test/host/driver/harness.ts';
import { layPatch } from './many.ts';
import { joined, median, type Measurement, row, timeIn, type ChangeRow, type Time, type Times } from './time.ts';

/** Measures what is kept beside the files: the history, the audit log, and the known states of 100,000 files. */
export function measureHistory(evaluate: Evaluate, root: string): readonly Measurement[] {
  const time = timeIn(evaluate);
  return [
    () => diffOfHistory(evaluate, root),
    () => undoOfThousands(time, root),
    () => auditLines(evaluate, root),
    () => deletesAmongKnown(time, root),
  ];
}

const within2s = { goal: '≤ 2 s, no block over 50 ms', maxMs: 2000, maxBlockMs: 50 };

/**
 * Takes turns with the editor alone: a diff of as many texts of the same files, from a provider that only reads them.
 */
async function diffOfHistory(evaluate: Evaluate, root: string): Promise<ChangeRow> {
  const time = timeIn(evaluate);
  const files = 300;
  const [ours, plain]: [Times[], Times[]] = [[], []];
  for (let round = 0; round < 3; round++) {
    const folder = `bench-history-${round}`;
    const patchText = layPatch(root, folder, files);
    await time([{ tool: 'redline_apply_patch', input: { patchText } }]);
    const node = { kind: 'call', entry: newestEntry(root, files) };
    const show = { command: 'redline.history.showDiff', args: [node] };
    plain.push(await evaluate(timePlainTexts, { folder: path.join(root, folder), files }));
    ours.push(await time([{ ...show, opens: { scheme: 'redline-history', count: 2 * files } }]));
    await time([{ command: 'workbench.action.closeAllEditors', args: [] }]);
  }
  const [mine, theirs] = [joined(ours), joined(plain)];
  const other = median(theirs.times) ?? 0;
  return row(`the diff of a history entry of ${files} files, all texts open`, mine, {
    goal: '≤ 2 s, no block over 50 ms, or ≤ 1.3 × the editor and no block over its longest',
    maxMs: Math.max(2000, 1.3 * other),
    maxBlockMs: Math.max(50, theirs.block),
    other,
    than: `the editor's own (longest block ${Math.round(theirs.block)} ms)`,
  });
}

/** Sent to the extension host as source text, so it can use nothing from outside itself. */
async function timePlainTexts(vscode: VSCode, { folder, files }: { folder: string; files: number }): Promise<Times> {
  const { readFile, stat } = process.getBuiltinModule('node:fs/promises');
  const scheme = `bench-${folder.replace(/.*\//, '')}`;
  const none = (): never => {
    throw new Error('It only reads.');
  };
  const provider = vscode.workspace.registerFileSystemProvider(
    scheme,
    {
      onDidChangeFile: new vscode.EventEmitter<never>().event,
      watch: () => ({ dispose: () => undefined }),
      stat: async (uri) => ({ type: vscode.FileType.File, ctime: 0, mtime: 1, size: (await stat(uri.path)).size }),
      readFile: (uri) => readFile(uri.path),
      readDirectory: () => [],
      writeFile: none,
      createDirectory: none,
      delete: none,
      rename: none,
    },
    { isReadonly: true },
  );
  const resources = Array.from({ length: files }, (_, at) => {
    const file = vscode.Uri.file(`${folder}/file-${at}.ts`);
    return [file, ...['before', 'after'].map((query) => file.with({ scheme, query }))];
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const endWatch = watchBlocks();
  const started = performance.now();
  await vscode.commands.executeCommand('vscode.changes', scheme, resources);
  const opened = (): number => vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === scheme).length;
  while (opened() < 2 * files) await new Promise((resolve) => setTimeout(resolve, 5));
  const times = [performance.now() - started];
  const block = endWatch();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  provider.dispose();
  return { times, block };
}

/** The newest entry with so many changes, as the view of the history gives it to its commands. */
function newestEntry(root: string, changes: number): object {
  const files = globSync(path.join(path.dirname(root), 'data/**/redline-tools.redline/**/journal/*.json'));
  const entries = files.map((file): Entry => JSON.parse(readFileSync(file, 'utf8')));
  const [newest] = entries.filter((entry) => entry.changes?.length === changes).sort((a, b) => (a.id < b.id ? 1 : -1));
  if (newest === undefined) throw new Error(`The history has no entry of ${changes} changes.`);
  return newest;
}

interface Entry {
  readonly id: string;
  readonly changes?: readonly unknown[];
}

async function undoOfThousands(time: Time, root: string): Promise<ChangeRow> {
  const files = 5000;
  const patchText = layPatch(root, 'bench-undo', files);
  const before = readFileSync(path.join(root, 'bench-undo/file-4999.ts'), 'utf8');
  const done = await time([{ tool: 'redline_apply_patch', input: { patchText } }]);
  if (done.failure !== undefined) return row(`undo of ${files} files`, done, within2s);
  const ours = await time([{ command: 'redline.undoLastChange', args: [{ ask: false }] }]);
  const isUndone = readFileSync(path.join(root, 'bench-undo/file-4999.ts'), 'utf8') === before;
  const told = isUndone ? ours : { ...ours, failure: 'it undid nothing' };
  return row(`undo of ${files} files`, told, within2s);
}

/** Times a thousand calls that do little, until the audit log has the last of them. */
async function auditLines(evaluate: Evaluate, root: string): Promise<ChangeRow> {
  for (const name of ['bench-audited', 'bench-audited-last']) writeFileSync(path.join(root, name), '');
  const logs = path.join(path.dirname(root), 'data/**/redline-tools.redline/audit*.jsonl');
  await timeIn(evaluate)([{ direct: 'redline_path_info', input: { path: 'bench-audited' } }]);
  const [log] = globSync(logs);
  if (log === undefined) throw new Error('There is no audit log.');
  const calls = 1000;
  const times = await evaluate(timeAudited, { calls, folder: path.dirname(log) });
  return row(`${calls} small calls, until the audit log has the last`, times, within2s);
}

/** Sent to the extension host as source text, so it can use nothing from outside itself. */
async function timeAudited(vscode: VSCode, { calls, folder }: { calls: number; folder: string }) {
  const { readFileSync: read } = process.getBuiltinModule('node:fs');
  const api = await vscode.extensions.getExtension('redline-tools.redline')?.activate();
  const isLast = (): boolean => read(`${folder}/audit.jsonl`, 'utf8').includes('"bench-audited-last"');
  await new Promise((resolve) => setTimeout(resolve, 500));
  const endWatch = watchBlocks();
  const started = performance.now();
  for (let call = 1; call < calls; call++) await api.call('redline_path_info', { path: 'bench-audited' });
  await api.call('redline_path_info', { path: 'bench-audited-last' });
  while (!isLast()) {
    if (performance.now() - started > 120_000) throw new Error('The audit log has no last line.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const times = [performance.now() - started];
  const block = endWatch();
  return { times, block };
}

/** Times deletions of a folder, by the agent and by others, among 100,000 files whose states are known. */
async function deletesAmongKnown(time: Time, root: string): Promise<ChangeRow[]> {
  const [folders, files] = [100, 1000];
  for (let folder = 0; folder < folders; folder++) {
    mkdirSync(path.join(root, `bench-known/${folder}`), { recursive: true });
    for (let file = 0; file < files; file++) {
      writeFileSync(path.join(root, `bench-known/${folder}/${file}.txt`), `${folder} ${file}\n`);
    }
  }
  const changes = { direct: 'redline_changes_since', input: { path: 'bench-known' } };
  const first = await time([changes]);
  if (first.failure !== undefined) return [row('deletes among 100,000 known files', first, within2s)];
  const nothing = median((await time([changes, changes, changes])).times);
  rmSync(path.join(root, 'bench-known/7'), { recursive: true });
  const theirs = await time([changes]);
  const input = { path: 'bench-known/8', recursive: true };
  const ours = await time([{ direct: 'redline_delete', input }]);
  const others = { other: nothing, than: 'nothing changed' };
  return [
    row('others deleted 1,000 of 100,000 known files: changes since', theirs, { ...within2s, ...others }),
    row('delete of a folder of 1,000 files, with 100,000 known', ours, within2s),
  ];
}

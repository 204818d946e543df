import assert from 'node:assert/strict';
import { startBareHost, type BareHost } from './bareHost.ts';

/** What the extension host holds. Sizes in MB, after a collection of garbage. */
interface Held {
  readonly heap: number;
  readonly resident: number;
  /** Open files and sockets, and what Node keeps alive: timers, watchers, requests. */
  readonly files: number;
  readonly resources: number;
  readonly documents: number;
  /** The kinds of the resources, each with its number. */
  readonly kinds: string;
}

const calls = 1000;
const parallel = 50;

/**
 * A thousand calls in a row (reading, editing, searching, failing), then fifty at once, six of them on one file: all
 * must be answered, all edits must be there, and what the extension host holds must not have grown with them.
 */
export async function runLeaks(told: (line: string) => void): Promise<string> {
  const host = await startBareHost({ 'redline.history.maxEntries': 50 });
  try {
    for (let file = 0; file < 20; file++) await host.workspace.write(`leaks/f${file}.txt`, textOf(0));
    await row(host, 0, 100);
    const before = await held(host);
    told(`before: ${JSON.stringify(before)}`);
    const start = performance.now();
    for (let from = 100; from < 100 + calls; from += 100) await row(host, from, 100);
    const each = (performance.now() - start) / calls;
    const after = await held(host);
    told(`after ${calls} calls: ${JSON.stringify(after)}`);
    await atOnce(host);
    // What ends by itself, such as a timer, may take a while; what leaks never does.
    let end = await held(host);
    for (let look = 0; look < 40 && end.resources - before.resources >= 10; look++) end = await held(host);
    told(`after ${parallel} at once: ${JSON.stringify(end)}`);
    assert.ok(end.heap - before.heap < 20, `the heap grew from ${before.heap} to ${end.heap} MB`);
    assert.ok(end.files - before.files < 10, `open files grew from ${before.files} to ${end.files}`);
    assert.ok(
      end.resources - before.resources < 10,
      `resources grew from ${before.resources} to ${end.resources}: ${end.kinds}`,
    );
    return `${calls} calls in a row (${each.toFixed(1)} ms each) and ${parallel} at once; heap ${before.heap} → ${end.heap} MB, resident ${before.resident} → ${end.resident} MB, open files ${before.files} → ${end.files}, resources ${before.resources} → ${end.resources}, documents ${before.documents} → ${end.documents}`;
  } finally {
    await host.stop();
  }
}

function textOf(round: number): string {
  return `round ${round}\n${'a line that stays as it is\n'.repeat(200)}`;
}

/** Every fifth call reads, every fifth searches, every fifth fails, the others edit. */
async function row(host: BareHost, from: number, count: number): Promise<void> {
  const failures = await host.evaluate(
    async (vscode, { from, count }) => {
      const api = await vscode.extensions.getExtension('redline-tools.redline')?.activate();
      const wrong: string[] = [];
      for (let n = from; n < from + count; n++) {
        const filePath = `leaks/f${n % 20}.txt`;
        const [tool, input, ok] =
          n % 5 === 0
            ? ['redline_read_file', { filePath }, true]
            : n % 5 === 1
              ? ['redline_search_text', { query: 'stays', path: filePath }, true]
              : n % 5 === 2
                ? ['redline_edit_file', { filePath, oldString: 'not there', newString: 'x' }, false]
                : ['redline_replace_lines', { filePath, startLine: 1, endLine: 1, newContent: `round ${n}` }, true];
        if (n % 5 > 2) await api.call('redline_read_file', { filePath });
        const outcome = await api.call(tool, input);
        if (outcome.success !== ok) wrong.push(`${n} ${tool}: ${JSON.stringify(outcome).slice(0, 300)}`);
      }
      return wrong;
    },
    { from, count },
  );
  assert.deepEqual(failures, []);
}

async function atOnce(host: BareHost): Promise<void> {
  await host.workspace.write('leaks/six.txt', 'l0\nl1\nl2\nl3\nl4\nl5\n');
  for (let file = 0; file < parallel - 6; file++) await host.workspace.write(`leaks/p${file}.txt`, 'two\n');
  const outcomes = await host.evaluate(async (vscode, parallel) => {
    const api = await vscode.extensions.getExtension('redline-tools.redline')?.activate();
    const all = Array.from({ length: parallel }, (_, n) =>
      n < 6
        ? { filePath: 'leaks/six.txt', oldString: `l${n}\n`, newString: `L${n}\n` }
        : { filePath: `leaks/p${n - 6}.txt`, oldString: 'two', newString: 'TWO' },
    );
    const ended = await Promise.all(all.map((input) => api.call('redline_edit_file', input)));
    return ended.map((outcome) => (outcome.success ? '' : outcome.error.message));
  }, parallel);
  assert.deepEqual(
    outcomes.filter((each) => each !== ''),
    [],
  );
  assert.equal(await host.workspace.read('leaks/six.txt'), 'L0\nL1\nL2\nL3\nL4\nL5\n');
  for (let file = 0; file < parallel - 6; file++)
    assert.equal(await host.workspace.read(`leaks/p${file}.txt`), 'TWO\n');
}

function held({ evaluate }: BareHost): Promise<Held> {
  return evaluate(async (vscode) => {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    const { runInNewContext } = process.getBuiltinModule('node:vm');
    const { readdirSync } = process.getBuiltinModule('node:fs');
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    // What is settled late, and what waits for its turn, is gone after a while.
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      collect();
    }
    const { heapUsed, rss } = process.memoryUsage();
    const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 102.4) / 10;
    const kinds = new Map<string, number>();
    for (const kind of process.getActiveResourcesInfo()) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    return {
      heap: megabytes(heapUsed),
      resident: megabytes(rss),
      files: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
      resources: process.getActiveResourcesInfo().length,
      documents: vscode.workspace.textDocuments.length,
      kinds: [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', '),
    };
  });
}

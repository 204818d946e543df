import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startBareHost, type BareHost } from './bareHost.ts';

const [folders, files] = [1000, 1000];

/** Globs over a million files: the totals and pages of their answers, and what they cost the extension host. */
export async function runMillion(told: (line: string) => void): Promise<string> {
  const host = await startBareHost({ 'files.watcherExclude': { '**/million/**': true } });
  try {
    for (let folder = 0; folder < folders; folder++) {
      const at = path.join(host.workspace.root, 'million', nameOf(folder));
      mkdirSync(at, { recursive: true });
      for (let file = 0; file < files; file++) writeFileSync(path.join(at, `${nameOf(file)}.txt`), '');
    }
    told(`${folders * files} files are there`);
    const last = `million/${nameOf(folders - 1)}/${nameOf(files - 1)}.txt`;
    const figures: string[] = [];
    for (const [input, total, first] of [
      [{ pattern: '*.txt', path: 'million' }, folders * files, `million/${nameOf(0)}/${nameOf(0)}.txt`],
      [{ pattern: '**/*', path: 'million', offset: folders * files - 1 }, folders * files, last],
      [
        { pattern: `**/${nameOf(7)}.txt`, path: 'million', limit: 1000 },
        folders,
        `million/${nameOf(0)}/${nameOf(7)}.txt`,
      ],
    ] as const) {
      const found = await find(host, input);
      assert.deepEqual([found.total, found.first], [total, first]);
      const { milliseconds, blocked, memory } = found;
      figures.push(`${input.pattern}: ${milliseconds} ms, blocked ${blocked} ms at most, ${memory} MiB more`);
      told(figures.at(-1) ?? '');
    }
    return figures.join('; ');
  } finally {
    await host.stop();
  }
}

function nameOf(at: number): string {
  return String(at).padStart(3, '0');
}

interface Found {
  readonly total: number;
  readonly first: string | undefined;
  readonly milliseconds: number;
  /** The longest time that the extension host answered nobody, in milliseconds. */
  readonly blocked: number;
  /** What the extension host's memory grew by, in MiB. */
  readonly memory: number;
}

function find(host: BareHost, input: object): Promise<Found> {
  return host.evaluate(async (vscode, asked): Promise<Found> => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
    const api = await vscode.extensions.getExtension('redline-tools.redline')?.activate();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const monitor = monitorEventLoopDelay({ resolution: 5 });
    const memory = process.memoryUsage().rss;
    monitor.enable();
    const start = performance.now();
    const outcome = await api.call('redline_find_files', asked);
    const milliseconds = Math.round(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 20));
    monitor.disable();
    if (!outcome.success) throw new Error(outcome.error.message);
    const { total, files } = outcome.result;
    return {
      total,
      first: files[0],
      milliseconds,
      blocked: Math.round(monitor.max / 1e6),
      memory: Math.round((process.memoryUsage().rss - memory) / 2 ** 20),
    };
  }, input);
}

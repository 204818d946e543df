import assert from 'node:assert/strict';
import { startBareHost, type BareHost } from './bareHost.ts';

/** What a call over so many files took. */
interface Large {
  readonly files: number;
  readonly milliseconds: number;
  /** The longest time that the extension host answered nobody, in milliseconds. */
  readonly blocked: number;
}

/**
 * A patch over 100, 300 and 1,000 files, each file as it should be; the times are told, not judged. Then one over 1,000
 * files is stopped in the middle, which takes all of it back.
 */
export async function runLarge(told: (line: string) => void): Promise<string> {
  const host = await startBareHost();
  try {
    await once(host, 'warm', 30);
    const seen: Large[] = [];
    for (const files of [100, 300, 1000]) {
      const large = await once(host, `large${files}`, files);
      told(JSON.stringify(large));
      seen.push(large);
    }
    const stopped = await stop(host, 'stopped', 1000);
    const blocked = Math.max(...seen.map((each) => each.blocked));
    const figures = seen.map(({ files, milliseconds }) => `${files} files ${milliseconds} ms`).join(', ');
    return `${figures}; blocked at most ${blocked} ms; stopped after ${stopped.written} of 1000 files and all taken back in ${stopped.milliseconds} ms`;
  } finally {
    await host.stop();
  }
}

async function lay(host: BareHost, folder: string, files: number): Promise<string> {
  const patch = ['*** Begin Patch'];
  for (let file = 0; file < files; file++) {
    const name = `${folder}/d${file % 20}/f${file}.txt`;
    await host.workspace.write(name, textOf(file, 'line 20'));
    patch.push(`*** Update File: ${name}`, '@@', ` ${file} line 19`, `-${file} line 20`, `+${file} LINE 20`);
  }
  return [...patch, '*** End Patch', ''].join('\n');
}

function textOf(file: number, twenty: string): string {
  const lines = Array.from({ length: 60 }, (_, line) => `${file} line ${line}\n`).join('');
  return lines.replace(`${file} line 20\n`, `${file} ${twenty}\n`);
}

async function once(host: BareHost, folder: string, files: number): Promise<Large> {
  const patchText = await lay(host, folder, files);
  const { error, milliseconds, blocked } = await host.evaluate(async (vscode, patchText) => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
    const api = await vscode.extensions.getExtension('redline-tools.redline')?.activate();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const monitor = monitorEventLoopDelay({ resolution: 5 });
    monitor.enable();
    const start = performance.now();
    const outcome = await api.call('redline_apply_patch', { patchText });
    const milliseconds = Math.round(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 20));
    monitor.disable();
    const error: string | null = outcome.success ? null : outcome.error.message;
    return { error, milliseconds, blocked: Math.round(monitor.max / 1e6) };
  }, patchText);
  assert.equal(error, null);
  for (let file = 0; file < files; file++) {
    assert.equal(await host.workspace.read(`${folder}/d${file % 20}/f${file}.txt`), textOf(file, 'LINE 20'));
  }
  return { files, milliseconds, blocked };
}

async function stop(host: BareHost, folder: string, files: number): Promise<{ written: number; milliseconds: number }> {
  const patchText = await lay(host, folder, files);
  const before = await host.workspace.hashes();
  const middle = `${host.workspace.root}/${folder}/d${(files >> 1) % 20}/f${files >> 1}.txt`;
  const { code, milliseconds } = await host.evaluate(
    async (vscode, { patchText, middle }) => {
      const { readFileSync } = process.getBuiltinModule('node:fs');
      const api = await vscode.extensions.getExtension('redline-tools.redline')?.activate();
      const stop = new vscode.CancellationTokenSource();
      const call = api.call('redline_apply_patch', { patchText }, stop.token);
      while (!readFileSync(middle, 'utf8').includes('LINE 20')) await new Promise((resolve) => setTimeout(resolve, 1));
      const start = performance.now();
      stop.cancel();
      const outcome = await call;
      const code: string = outcome.success ? 'it landed' : outcome.error.code;
      return { code, milliseconds: Math.round(performance.now() - start) };
    },
    { patchText, middle },
  );
  assert.equal(code, 'REJECTED');
  assert.deepEqual(await host.workspace.hashes(), before);
  return { written: files >> 1, milliseconds };
}

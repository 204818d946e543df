// Measures one query in the extension host.

import type { Evaluate, VSCode } from '../../test/host/driver/harness.ts';
import type { BenchCase } from './cases.ts';
import type { Measured } from './report.ts';

/**
 * Runs one case in the extension host, `rounds` times. Redline's tool, Copilot's and the program take turns, so that
 * other load on the machine affects all three. The event loop is watched while ours runs.
 */
export function measure(
  evaluate: Evaluate,
  { ours, copilot, program, renewed }: BenchCase,
  options: { readonly rounds: number; readonly root: string },
): Promise<Measured> {
  return evaluate(measureInHost, { ours, copilot, program, renewed, ...options });
}

type Asked = Pick<BenchCase, 'ours'> & {
  readonly [Part in 'copilot' | 'program' | 'renewed']: BenchCase[Part] | undefined;
} & { readonly rounds: number; readonly root: string };

/** Sent to the extension host as source text, so it can use nothing from outside itself. */
async function measureInHost(vscode: VSCode, args: Asked): Promise<Measured> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const { existsSync, utimesSync } = process.getBuiltinModule('node:fs');
  const folders = ['node_modules.asar.unpacked', 'node_modules'].map(
    (name) => `${vscode.env.appRoot}/${name}/@vscode/ripgrep-universal/bin/${process.platform}-${process.arch}/rg`,
  );
  const rg = folders.find((path) => existsSync(path)) ?? 'rg';
  const invoke = async ({ tool, input }: NonNullable<Asked['copilot']>): Promise<number> => {
    const started = performance.now();
    await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
    return performance.now() - started;
  };
  const run = ([name = '', ...rest]: readonly string[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const child = spawn(name === 'rg' ? rg : name, rest, { cwd: args.root, stdio: ['ignore', 'pipe', 'ignore'] });
      child.stdout.resume();
      child.on('error', reject);
      child.on('close', () => resolve(performance.now() - started));
    });
  const result = { ours: [] as number[], copilot: [] as number[], program: [] as number[], block: 0, memory: 0 };
  let failure: string | undefined;
  const { ours, copilot, program } = args;
  const before = process.memoryUsage().rss;
  for (let round = 0; round < args.rounds; round++) {
    if (args.renewed !== undefined) {
      const time = new Date(1_700_000_000_000 + 1000 * Math.floor(Math.random() * 1e6));
      utimesSync(`${args.root}/${args.renewed}`, time, time);
    }
    // A file that was changed just now is read anew, since another write could still get the same time.
    await new Promise((resolve) => setTimeout(resolve, args.renewed === undefined ? 30 : 3000));
    const endWatch = watchBlocks();
    result.ours.push(await invoke(ours));
    result.block = Math.max(result.block, endWatch());
    result.memory = Math.max(result.memory, process.memoryUsage().rss - before);
    if (copilot !== undefined && failure === undefined) {
      try {
        result.copilot.push(await invoke(copilot));
      } catch (error) {
        failure = `Copilot's tool failed: ${String(error).slice(0, 80)}`;
      }
    }
    if (program !== undefined) result.program.push(await run(program));
  }
  return failure === undefined ? result : { ...result, failure };
}

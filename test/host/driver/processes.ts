import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A started program with everything it starts in turn. */
export interface ProcessTree {
  readonly child: ChildProcess;
  /** Ends the program and its descendants: politely, and after two seconds by force. Resolves when all are gone. */
  readonly stop: () => Promise<void>;
}

const windows = process.platform === 'win32';

/** Starts a program as the leader of a process group of its own, so that its descendants can be ended with it. */
export function startTree(command: string, args: readonly string[], options: SpawnOptions): ProcessTree {
  const child = spawn(command, args, { ...options, detached: !windows });
  const stopWithParent = (): void => signalGroup(child, 'SIGKILL');
  process.once('exit', stopWithParent);
  return {
    child,
    stop: async () => {
      process.off('exit', stopWithParent);
      signalGroup(child, 'SIGTERM');
      for (let waited = 0; groupLives(child); waited += 50) {
        if (waited === 2000) signalGroup(child, 'SIGKILL');
        await delay(50);
      }
    },
  };
}

/**
 * Runs a program to its end with its output passed through.
 * @throws Error if it cannot be started or ends with another code than 0.
 */
export async function runToEnd(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<void> {
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code ?? 'a signal'}.`);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (windows) {
    if (child.exitCode === null) spawn('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already, which is what was asked for.
  }
}

function groupLives(child: ChildProcess): boolean {
  if (child.pid === undefined) return false;
  if (windows) return child.exitCode === null && child.signalCode === null;
  try {
    process.kill(-child.pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs npm in a folder that has nothing to do with the project, with the Node and the npm that run us. */
export async function npm(folder: string, args: readonly string[]): Promise<void> {
  const cli = process.env['npm_execpath'];
  const options = { cwd: folder, env: withoutProject(process.env) };
  if (cli?.endsWith('.js') && existsSync(cli)) await runToEnd(process.execPath, [cli, ...args], options);
  else await runToEnd('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** Without what `npm run` says about the project, by which an npm inside would take the project for its own. */
function withoutProject(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(npm_(package|lifecycle|command|config_(local_prefix|prefix|global_prefix))|INIT_CWD$)/.test(name),
    ),
  );
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, mkdir, realpath, rm, writeFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { stop } from 'esbuild';
import { buildBridge } from '../../../scripts/build.mjs';
import { mcpTools } from '../../../scripts/generate/mcp-tools.mjs';
import { openEndpoint } from '../../../src/node/endpoint/endpoint.ts';
import type { Endpoint } from '../../../src/tools/ports/agentPorts.ts';
import { ScriptedWindow } from './agentWindow.ts';

/** What the extension ships for agents; built once a run. */
let built: Promise<Built> | undefined;

interface Built {
  readonly bridge: string;
  readonly doctor: string;
  readonly tools: string;
}

async function build(): Promise<Built> {
  const [{ outputFiles }, tools] = await Promise.all([buildBridge(), mcpTools()]);
  // Its process would stay for the rest of the run.
  await stop();
  const textOf = (name: string): string => outputFiles?.find(({ path: file }) => file.endsWith(name))?.text ?? '';
  return { bridge: textOf('bridge.cjs'), doctor: textOf('doctor.cjs'), tools };
}

/** A user's machine with a home of its own: windows open folders there, and agents start the launcher. */
export class Machine {
  readonly root: string;
  readonly #endpoints: Endpoint[] = [];
  readonly #children: ChildProcess[] = [];
  /** What the extension ships, as it is installed in each editor. */
  readonly #copies = new Map<string, Promise<void>>();
  readonly #homeBefore = process.env['REDLINE_HOME'];

  private constructor(folder: string) {
    this.root = folder;
    process.env['REDLINE_HOME'] = this.home;
  }

  static async start(): Promise<Machine> {
    built ??= build();
    const { bridge, doctor, tools } = await built;
    const machine = new Machine(await realpath(await mkdtemp(path.join(tmpdir(), 'redline-agents-'))));
    await writeFile(path.join(await machine.folder('dist'), 'bridge.cjs'), bridge);
    await writeFile(path.join(await machine.folder('dist'), 'doctor.cjs'), doctor);
    await writeFile(path.join(await machine.folder('dist'), 'mcpTools.json'), tools);
    return machine;
  }

  get home(): string {
    return path.join(this.root, '.redline');
  }

  get launcher(): string {
    return path.join(this.home, 'bin/redline');
  }

  /** The folder of Redline in an editor. */
  extension(editor: string): string {
    return path.join(this.root, `.${editor}/extensions/redline-9.9.9`);
  }

  async folder(name: string): Promise<string> {
    const folder = path.join(this.root, name);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  async openWindow(
    folders: readonly string[],
    facts: { focusedAt?: number; worktrees?: boolean; whenAway?: 'agent' | 'deny'; editor?: string } = {},
    /** Set before a hook can reach the window. */
    onHook?: ScriptedWindow['onHook'],
  ): Promise<OpenWindow> {
    const window = new ScriptedWindow();
    if (onHook !== undefined) window.onHook = onHook;
    const { focusedAt = 0, worktrees = false, whenAway = 'agent', editor = 'code' } = facts;
    const told = { folders, version: '9.9.9', focusedAt, worktrees, whenAway };
    const dist = path.join(this.extension(editor), 'dist');
    const copy = this.#copies.get(editor) ?? cp(path.join(this.root, 'dist'), dist, { recursive: true });
    this.#copies.set(editor, copy);
    await copy;
    const endpoint = await openEndpoint(window, told, dist);
    this.#endpoints.push(endpoint);
    return { window, endpoint };
  }

  /** Set in the environment of what is started, besides the path of programs and the home. */
  readonly environment: Record<string, string> = {};

  /** Starts `redline …` as an agent does. */
  run(cwd: string, ...args: readonly string[]): ChildProcess {
    const child = spawn(this.launcher, args, {
      cwd,
      env: { PATH: process.env['PATH'], HOME: this.root, ...this.environment },
    });
    // One that is killed takes no more of what it was sent.
    child.stdin.on('error', () => undefined);
    this.#children.push(child);
    return child;
  }

  async stop(): Promise<void> {
    for (const child of this.#children) if (child.exitCode === null) child.kill('SIGKILL');
    for (const endpoint of this.#endpoints) endpoint.close();
    if (this.#homeBefore === undefined) delete process.env['REDLINE_HOME'];
    else process.env['REDLINE_HOME'] = this.#homeBefore;
    await rm(this.root, { recursive: true, force: true });
  }
}

export interface OpenWindow {
  readonly window: ScriptedWindow;
  readonly endpoint: Endpoint;
}

/** What a program printed, and its exit code, once it has ended. */
/** The names in a folder of windows, without those that say that a window was closed. */
export async function namesOfWindows(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !name.endsWith('.closed'));
}

export async function outputOf(child: ChildProcess): Promise<{ stdout: string; stderr: string; code: number | null }> {
  const [stdout, stderr] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close'),
  ]);
  return { stdout, stderr, code: child.exitCode };
}

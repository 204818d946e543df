import { randomUUID } from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateFolder } from './privateFolder.ts';

/** What the launcher starts. */
export interface LauncherTarget {
  /** The Node that runs the bridge: the editor's own executable, or a server's `node`. */
  readonly execPath: string;
  /** Whether that executable is an Electron, which runs as Node only when it is asked to. */
  readonly isElectron: boolean;
  /** The text of the bridge program (JavaScript, CommonJS). */
  readonly bridge: string;
  /** What the bridge answers to `tools/list` while no window is there (JSON). */
  readonly tools: string;
  /** Of the extension, `major.minor.patch`. */
  readonly version: string;
}

/**
 * Writes `<home>/bin/redline` (and `redline.cmd` on Windows), with a copy of the bridge beside it, so that neither the
 * command in an agent's settings nor the program it starts goes away with an update of the extension. What a newer
 * version wrote is left alone, and a file that is already so is not written.
 */
export async function installLauncher(home: string, target: LauncherTarget): Promise<void> {
  const folder = path.join(home, 'bin');
  await makePrivateFolder(home);
  await makePrivateFolder(folder);
  const installed = await textOf(path.join(folder, 'version'));
  if (installed !== undefined && isNewer(installed.trim(), target.version)) return;
  const files: readonly (readonly [name: string, text: string, mode: number])[] = [
    ['bridge.cjs', target.bridge, 0o600],
    ['tools.json', target.tools, 0o600],
    process.platform === 'win32'
      ? ['redline.cmd', windowsScript(target), 0o700]
      : ['redline', shellScript(home, target), 0o700],
    ['version', `${target.version}\n`, 0o600],
  ];
  for (const [name, text, mode] of files) await writeIfOther(path.join(folder, name), text, mode);
}

/** The launcher answers also when the editor is gone: with another Node, or else with the exit code 127 of a shell. */
function shellScript(home: string, { execPath, isElectron }: LauncherTarget): string {
  return `#!/bin/sh
# Written by Redline at each start of the editor. Connects an agent to the window that has its folder open.
REDLINE_HOME=${quoted(home)}
export REDLINE_HOME
here="$REDLINE_HOME/bin"
node=${quoted(execPath)}
if [ -x "$node" ]; then ${isElectron ? 'ELECTRON_RUN_AS_NODE=1; export ELECTRON_RUN_AS_NODE' : ':'}; else node=node; fi
exec "$node" "$here/bridge.cjs" "$@"
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function windowsScript({ execPath, isElectron }: LauncherTarget): string {
  const lines = [
    '@echo off',
    'rem Written by Redline at each start of the editor. Connects an agent to the window that has its folder open.',
    'setlocal',
    'chcp 65001 >nul',
    'for %%I in ("%~dp0..") do set "REDLINE_HOME=%%~fI"',
    `set "NODE=${execPath.replaceAll('%', '%%')}"`,
    ...(isElectron ? ['set ELECTRON_RUN_AS_NODE=1'] : []),
    'if not exist "%NODE%" set "NODE=node"',
    '"%NODE%" "%~dp0bridge.cjs" %*',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** Compares versions by their numbers; a version that is none is older than any. */
function isNewer(one: string, other: string): boolean {
  const numbers = (version: string): number[] => version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [mine, yours] = [numbers(one), numbers(other)];
  const at = mine.findIndex((number, index) => number !== (yours[index] ?? 0));
  return at >= 0 && (mine[at] ?? 0) > (yours[at] ?? 0);
}

/** Atomically: an agent may start the program at any moment. */
async function writeIfOther(file: string, text: string, mode: number): Promise<void> {
  if ((await textOf(file)) === text) return;
  const draft = `${file}.${randomUUID()}.new`;
  await writeFile(draft, text, { mode });
  // The mode of a new file is narrowed by the umask, which may take the execute bit.
  await chmod(draft, mode);
  await rename(draft, file);
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}

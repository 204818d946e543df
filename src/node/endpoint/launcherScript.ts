// Creates and parses the text of the launcher script, which agents start.

/** The Node that runs the bridge. */
export interface ScriptNode {
  /** The editor's own executable, or a server's `node`. */
  readonly execPath: string;
  /** Whether it is an Electron, which runs as Node only if ELECTRON_RUN_AS_NODE is set. */
  readonly isElectron: boolean;
}

/** File name of the launcher script. */
export function getScriptName(platform = process.platform): string {
  return platform === 'win32' ? 'redline.cmd' : 'redline';
}

/** The contents of a launcher script: the program to start, and the Node that runs it. */
export interface LauncherScript {
  /** Redline's home folder. The Windows script finds it by its own path. */
  readonly home: string;
  /** Name of the program's folder beside the launcher; needs no quotes in a script. */
  readonly programFolder: string;
  readonly node: ScriptNode;
}

/**
 * Creates the launcher script. The script uses the `node` on PATH if the editor was removed. Without any Node, it lets
 * hooks exit with 0 and no answer, so that the agent goes on by itself; other commands fail with the shell's own error.
 */
export function createScript({ home, programFolder, node }: LauncherScript, platform = process.platform): string {
  return platform === 'win32' ? createWindowsScript(programFolder, node) : createShellScript(home, programFolder, node);
}

/**
 * Parses a launcher script of either platform; undefined for any other text. Depends on the lines that
 * `createShellScript` and `createWindowsScript` write.
 */
export function parseScript(text: string): { readonly programFolder: string; readonly execPath: string } | undefined {
  const programFolder = /^(?:set ")?program=([^"\r\n]+)"?\r?$/m.exec(text)?.[1];
  const shellPath = /^node='(.*)'$/m.exec(text)?.[1]?.replaceAll(String.raw`'\''`, "'");
  const windowsPath = /^set "NODE=(.*)"\r?$/m.exec(text)?.[1]?.replaceAll('%%', '%');
  const execPath = shellPath ?? windowsPath;
  return programFolder === undefined || execPath === undefined ? undefined : { programFolder, execPath };
}

const fileComment =
  'Written by Redline at a start of the editor. Connects an agent to the window that has its folder open.';

/** Creates the script for POSIX systems. `parseScript` reads its lines `program=` and `node=`. */
function createShellScript(home: string, programFolder: string, { execPath, isElectron }: ScriptNode): string {
  return `#!/bin/sh
# ${fileComment}
REDLINE_HOME=${quoteForShell(home)}
export REDLINE_HOME
program=${programFolder}
node=${quoteForShell(execPath)}
# NODE_OPTIONS may contain options that this version of Node does not know, and it would then not start.
unset NODE_OPTIONS
if [ -x "$node" ]; then ${isElectron ? 'ELECTRON_RUN_AS_NODE=1; export ELECTRON_RUN_AS_NODE' : ':'}; else node=node; fi
# Without a Node, or without the program, a hook has no opinion.
if [ "$1" = hook ] && { ! command -v "$node" >/dev/null || [ ! -f "$REDLINE_HOME/bin/$program/bridge.cjs" ]; }; then exit 0; fi
exec "$node" "$REDLINE_HOME/bin/$program/bridge.cjs" "$@"
`;
}

/** Quotes a text in the way that `parseScript` expects. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Creates the script for Windows. `parseScript` reads its lines `set "program=` and `set "NODE=`. */
function createWindowsScript(programFolder: string, { execPath, isElectron }: ScriptNode): string {
  const lines = [
    '@echo off',
    `rem ${fileComment}`,
    'setlocal',
    // Otherwise cmd.exe looks for programs in the working directory first, which is the workspace.
    'set "NoDefaultCurrentDirectoryInExePath=1"',
    'chcp 65001 >nul',
    'for %%I in ("%~dp0..") do set "REDLINE_HOME=%%~fI"',
    `set "program=${programFolder}"`,
    `set "NODE=${execPath.replaceAll('%', '%%')}"`,
    ...(isElectron ? ['set ELECTRON_RUN_AS_NODE=1'] : []),
    'set NODE_OPTIONS=',
    'if not exist "%NODE%" set "NODE=node"',
    // Without a Node, or without the program, a hook has no opinion. `where node` would also search the workspace.
    String.raw`if "%NODE%"=="node" if "%~1"=="hook" where $PATH:node >nul 2>nul || exit /b 0`,
    'if "%~1"=="hook" if not exist "%~dp0%program%\\bridge.cjs" exit /b 0',
    // The line that starts the program also exits: cmd.exe reads a script line by line, and would read the next line from
    // a file that has replaced the script meanwhile.
    '"%NODE%" "%~dp0%program%\\bridge.cjs" %* & exit /b',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** The Node that runs the bridge. */
export interface ScriptNode {
  /** The editor's own executable, or a server's `node`. */
  readonly execPath: string;
  /** Whether that executable is an Electron, which runs as Node only when it is asked to. */
  readonly isElectron: boolean;
}

export function scriptName(platform = process.platform): string {
  return platform === 'win32' ? 'redline.cmd' : 'redline';
}

/**
 * The text of the launcher. It answers also when the editor is gone: with another Node, or else as a hook without an opinion,
 * and for other commands with the exit code 127 of a shell.
 * `program` is the folder of the program, beside the launcher.
 */
export function scriptText(
  { home, program, node }: { readonly home: string; readonly program: string; readonly node: ScriptNode },
  platform = process.platform,
): string {
  return platform === 'win32' ? windowsScript(program, node) : shellScript(home, program, node);
}

/** What a launcher starts; undefined for a text that is none. */
export function readScript(text: string): { readonly program: string; readonly execPath: string } | undefined {
  const program = /^(?:set ")?program=([^"\r\n]+)"?\r?$/m.exec(text)?.[1];
  const posix = /^node='(.*)'$/m.exec(text)?.[1]?.replaceAll(String.raw`'\''`, "'");
  const windows = /^set "NODE=(.*)"\r?$/m.exec(text)?.[1]?.replaceAll('%%', '%');
  const execPath = posix ?? windows;
  return program === undefined || execPath === undefined ? undefined : { program, execPath };
}

const about = 'Written by Redline at a start of the editor. Connects an agent to the window that has its folder open.';

function shellScript(home: string, program: string, { execPath, isElectron }: ScriptNode): string {
  return `#!/bin/sh
# ${about}
REDLINE_HOME=${quoteForShell(home)}
export REDLINE_HOME
program=${program}
node=${quoteForShell(execPath)}
if [ -x "$node" ]; then ${isElectron ? 'ELECTRON_RUN_AS_NODE=1; export ELECTRON_RUN_AS_NODE' : ':'}; else node=node; fi
# Without a Node, or without the program, a hook has no opinion.
if [ "$1" = hook ] && { ! command -v "$node" >/dev/null || [ ! -f "$REDLINE_HOME/bin/$program/bridge.cjs" ]; }; then exit 0; fi
exec "$node" "$REDLINE_HOME/bin/$program/bridge.cjs" "$@"
`;
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function windowsScript(program: string, { execPath, isElectron }: ScriptNode): string {
  const lines = [
    '@echo off',
    `rem ${about}`,
    'setlocal',
    'chcp 65001 >nul',
    'for %%I in ("%~dp0..") do set "REDLINE_HOME=%%~fI"',
    `set "program=${program}"`,
    `set "NODE=${execPath.replaceAll('%', '%%')}"`,
    ...(isElectron ? ['set ELECTRON_RUN_AS_NODE=1'] : []),
    'if not exist "%NODE%" set "NODE=node"',
    // Without the program, a hook has no opinion.
    'if "%~1"=="hook" if not exist "%~dp0%program%\\bridge.cjs" exit /b 0',
    // Ends in the same line: the rest of a file that was replaced meanwhile would be run as commands.
    '"%NODE%" "%~dp0%program%\\bridge.cjs" %* & exit /b',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

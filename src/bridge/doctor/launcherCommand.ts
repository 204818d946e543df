// Determines whether the command of a hook starts Redline's launcher and nothing else, so that it is safe to run.
import { homedir } from 'node:os';
import path from 'node:path';
import { hookCommand } from '../../core/connect/hookCommand.ts';

/** Whether a command is `<launcher> hook <agent>`, in one of the usual spellings. */
export function startsLauncher(command: string, launcher: string, agent: string): boolean {
  const connectCommand = withoutOptions(hookCommand({ launcher, windows: process.platform === 'win32' }, agent));
  const pathInHome = path.relative(homedir(), launcher).replaceAll('\\', '/');
  const spellings = [
    ...(isPlain(launcher) ? [launcher, `'${launcher}'`, `"${launcher}"`] : []),
    ...(isPlain(pathInHome) && !pathInHome.startsWith('..')
      ? [`~/${pathInHome}`, `$HOME/${pathInHome}`, `"$HOME/${pathInHome}"`, `"$HOME"/${pathInHome}`]
      : []),
  ];
  return [connectCommand, ...spellings.map((spelling) => `${spelling} hook ${agent}`)].includes(
    withoutOptions(command),
  );
}

/** Removes PowerShell's call operator and the timeout. */
function withoutOptions(command: string): string {
  return command.replace(/^& /, '').replace(/ --timeout=\d+$/, '');
}

/** Whether a shell takes a text literally. */
function isPlain(text: string): boolean {
  return /^[\w./@%+:-]+$/.test(text);
}

// The commands that agents start, as they stand in settings files.

/** The programs of this machine that settings files name. */
export interface Machine {
  /** The absolute path of the launcher. */
  readonly launcher: string;
  readonly windows: boolean;
}

/** How long a person may think before an agent's hook gives up, in seconds. */
export const reviewTimeout = 3600;

/** The command line of a hook, for the shell that the agent starts it with. */
export function hookCommand({ launcher, windows }: Machine, agent: string): string {
  const program = windows ? `"${launcher}"` : quoted(launcher);
  // Gemini CLI runs hooks in PowerShell, which takes a string for a value unless it is called.
  const call = windows && agent === 'gemini' ? `& ${program}` : program;
  return `${call} hook ${agent} --timeout=${reviewTimeout}`;
}

/** Whether a command line starts Redline's hook for an agent, wherever the launcher stands. */
export function isHookCommand(command: unknown, agent: string): boolean {
  if (typeof command !== 'string') return false;
  const rest = /^(?:& )?['"]?[^'"]*(?:'\\''[^'"]*)*[\\/]bin[\\/]redline(?:\.cmd)?['"]? hook (\S+)/.exec(command);
  return rest?.[1] === agent;
}

/** Whether a command is a launcher of Redline's, wherever it stands. */
export function isLauncher(command: unknown): boolean {
  return typeof command === 'string' && /[\\/]bin[\\/]redline(?:\.cmd)?$/.test(command);
}

function quoted(text: string): string {
  return /^[\w./@%+:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

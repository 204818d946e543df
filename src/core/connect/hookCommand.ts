// Creates the commands by which agents run Redline, as written into their settings, and recognizes them there.

/** The programs of this machine that settings files name. */
export interface Machine {
  /** Absolute path of the launcher. */
  readonly launcher: string;
  readonly windows: boolean;
}

/** Timeout of an agent's hook in seconds, long enough for a user's review. */
export const reviewTimeoutSeconds = 3600;

/** The command line of a hook, for the shell that the agent uses; Copilot's settings add the `&` of PowerShell. */
export function hookCommand({ launcher, windows }: Machine, agent: string): string {
  const program = windows ? `"${launcher}"` : quoteForShell(launcher);
  // Gemini CLI runs hooks in PowerShell, where a quoted string is a value unless `&` calls it.
  const call = windows && agent === 'gemini' ? `& ${program}` : program;
  return `${call} hook ${agent} --timeout=${reviewTimeoutSeconds}`;
}

/**
 * Matches command lines of Redline's hook for an agent, of any version, with any path of the launcher: bare, or in
 * quotes as from `hookCommand`, where `'\''` is a quote in the path.
 */
export function hookPattern(agent: string): RegExp {
  return new RegExp(
    String.raw`^(?:& )?['"]?[^'"]*(?:'\\''[^'"]*)*[\\/]bin[\\/]redline(?:\.cmd)?['"]? hook ${agent}(?!\S)`,
  );
}

/** Whether a value is a command line of Redline's hook for an agent. */
export function isHookCommand(command: unknown, agent: string): boolean {
  return typeof command === 'string' && hookPattern(agent).test(command);
}

/** Matches paths of Redline's launcher in any folder. */
export const launcherPattern = /[\\/]bin[\\/]redline(?:\.cmd)?$/;

/** Whether a value is a path of Redline's launcher. */
export function isLauncher(command: unknown): boolean {
  return typeof command === 'string' && launcherPattern.test(command);
}

function quoteForShell(text: string): string {
  return /^[\w./@%+:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

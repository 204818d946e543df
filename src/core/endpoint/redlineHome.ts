// Locates Redline's home folder (`~/.redline`), for the bridge and the extension alike.

/**
 * The value of REDLINE_HOME, if it is an absolute path, else the default.
 * @param isAbsolute judges by the rules of this machine, since `C:\x` is relative on POSIX
 */
export function resolveRedlineHome(
  variable: string | undefined,
  defaultHome: string,
  isAbsolute: (path: string) => boolean,
): string {
  return variable !== undefined && isAbsolute(variable) ? variable : defaultHome;
}

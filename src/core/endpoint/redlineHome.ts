// Decides where the windows' announcements and the launcher are.

/** The value of REDLINE_HOME, if it is an absolute path, else the default. */
export function resolveRedlineHome(variable: string | undefined, defaultHome: string): string {
  return variable !== undefined && /^(?:[a-z]:)?[\\/]/i.test(variable) ? variable : defaultHome;
}

// Lists the candidate files of a program on PATH.

/** The settings that decide where to search for programs. */
export interface ProgramSearch {
  /** The value of PATH. */
  readonly path: string;
  readonly windows: boolean;
}

/**
 * Absolute candidate files in the order of PATH. Skips relative folders, since the working directory may contain files
 * of strangers.
 */
export function programFiles(program: string, { path, windows }: ProgramSearch): string[] {
  const names = windows ? [`${program}.cmd`, `${program}.exe`] : [program];
  const [delimiter, separator, absolute] = windows ? [';', '\\', /^(?:[a-z]:)?[\\/]/i] : [':', '/', /^\//];
  const folders = path.split(delimiter).filter((folder) => absolute.test(folder));
  return folders.flatMap((folder) => names.map((name) => folder.replace(/[\\/]$/, '') + separator + name));
}

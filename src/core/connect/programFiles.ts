// Lists the files that a program on PATH may be.

/** What decides where programs are looked for. */
export interface ProgramSearch {
  /** The value of PATH. */
  readonly path: string;
  readonly windows: boolean;
}

/**
 * The absolute files that may be a program, in the order of PATH. Relative folders are skipped: they depend on the working
 * directory, which may be a folder with files of strangers.
 */
export function programFiles(program: string, { path, windows }: ProgramSearch): string[] {
  const names = windows ? [`${program}.cmd`, `${program}.exe`] : [program];
  const [delimiter, separator, absolute] = windows ? [';', '\\', /^(?:[a-z]:)?[\\/]/i] : [':', '/', /^\//];
  const folders = path.split(delimiter).filter((folder) => absolute.test(folder));
  return folders.flatMap((folder) => names.map((name) => folder.replace(/[\\/]$/, '') + separator + name));
}

// Lists the candidate files of a program on PATH, and creates the arguments of `spawn` for one of them.

/** The settings that decide where to search for programs. */
export interface ProgramSearch {
  /** The value of PATH. */
  readonly path: string;
  readonly windows: boolean;
}

/** Absolute candidate files of a program, in the order of PATH; they need not exist. */
export function programFiles(program: string, search: ProgramSearch): string[] {
  const names = search.windows ? [`${program}.cmd`, `${program}.exe`] : [program];
  const separator = search.windows ? '\\' : '/';
  return absoluteFolders(search).flatMap((folder) =>
    names.map((name) => folder.replace(/[\\/]$/, '') + separator + name),
  );
}

/** Arguments of Node's `spawn` and `execFile`. */
interface SpawnCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly shell: boolean;
}

/**
 * The arguments for a program. Node runs `.cmd` and `.bat` files only in a shell, where a path with spaces must be
 * quoted, and warns of arguments beside the command (DEP0190).
 * @param args constants, since a shell would interpret others
 */
export function spawnCommandOf(program: string, args: readonly string[], windows: boolean): SpawnCommand {
  const shell = windows && /\.(?:cmd|bat)$/i.test(program);
  return shell ? { command: [`"${program}"`, ...args].join(' '), args: [], shell } : { command: program, args, shell };
}

/** The folders on PATH, without relative ones, since the working directory may contain untrusted programs. */
export function absoluteFolders({ path, windows }: ProgramSearch): string[] {
  const delimiter = windows ? ';' : ':';
  const absolutePattern = windows ? /^(?:[a-z]:)?[\\/]/i : /^\//;
  return path.split(delimiter).filter((folder) => absolutePattern.test(folder));
}

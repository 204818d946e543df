// Builds a shell script that tests Hold (an agent's sandbox may not write in a folder): run inside the sandbox, it
// reports which files and folders it could write.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';

/** Result of a write test. Paths are relative to the tested folder; `.` is that folder. */
export interface TrialResult {
  /** Folders in which a file could be created. */
  readonly wrote: readonly string[];
  /** Files that could be opened for writing. */
  readonly opened: readonly string[];
  /** Whether a file could be created in the folder for temporary files. */
  readonly wroteTemporary: boolean;
}

/** A write test: a POSIX shell script, and the parser of its output. */
export interface Trial {
  readonly command: string;
  /** Parses the output; undefined if the script did not run to its end. Deletes files that the script left behind. */
  readonly read: (output: string) => TrialResult | undefined;
}

/**
 * Tests three things: creating a file in `folder`, in its direct subfolders and in `more`; opening the direct files of
 * `folder` for appending, which changes none; and creating a file in the temporary folder.
 * @param folder absolute path
 * @param more paths relative to `folder`
 */
export function holdTrial(folder: string, more: readonly string[]): Trial {
  const name = `.redline-hold-${randomBytes(6).toString('hex')}`;
  const make = `( : > "$d/${name}" ) 2>/dev/null && { echo "${name} wrote $d"; rm -f "$d/${name}"; }`;
  const command = [
    `cd ${quoted(folder)} || exit`,
    `for d in . ./* ./.[!.]* ${more.map((below) => quoted(`./${below}`)).join(' ')}; do [ -d "$d" ] && [ ! -L "$d" ] && ${make}; done`,
    `for f in ./* ./.[!.]*; do [ -f "$f" ] && [ ! -L "$f" ] && ( : >> "$f" ) 2>/dev/null && echo "${name} opened $f"; done`,
    `d="\${TMPDIR:-/tmp}"; ( : > "$d/${name}" ) 2>/dev/null && { echo "${name} temporary"; rm -f "$d/${name}"; }`,
    `echo "${name} done"`,
  ].join('\n');
  return { command, read: (output) => readTrial(output, folder, name) };
}

function readTrial(output: string, folder: string, name: string): TrialResult | undefined {
  const words = output
    .split('\n')
    .flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []));
  const after = (verb: string): string[] =>
    words.flatMap((word) => (word.startsWith(`${verb} `) ? [path.normalize(word.slice(verb.length + 1))] : []));
  const wrote = [...new Set(after('wrote'))];
  for (const below of wrote) rmSync(path.join(folder, below, name), { force: true });
  if (!words.includes('done')) return undefined;
  return { wrote, opened: after('opened'), wroteTemporary: words.includes('temporary') };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

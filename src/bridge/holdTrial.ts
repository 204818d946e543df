// The commands by which Hold is proved: an agent's sandbox runs them, and they tell what they could write.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';

/** What a trial came to; `wrote` and `opened` are relative to the folder, `.` is the folder itself. */
export interface TrialResult {
  /** Folders in which a file could be made. */
  readonly wrote: readonly string[];
  /** Files that could be opened for writing. */
  readonly opened: readonly string[];
  /** Whether a file could be made in the folder for temporary files. */
  readonly wroteTemporary: boolean;
}

/** A command for a POSIX shell, and what reads its output. */
export interface Trial {
  readonly command: string;
  /** Undefined unless the output is that of the whole command. Removes what it wrote. */
  readonly read: (output: string) => TrialResult | undefined;
}

/**
 * Tries to make an empty file in a folder and in each folder directly in it, and in `more`, and to open each file directly in it
 * for writing, which changes none.
 * @param folder absolute. @param more relative to it.
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

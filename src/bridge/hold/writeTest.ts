// Builds a shell script that tests Hold (an agent's sandbox may not write in a folder): run inside the sandbox, it
// reports which files and folders it could write.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';

/** Result of a write test. Paths are relative to the tested folder; `.` is that folder. */
export interface WriteTestResult {
  /** Folders in which a file could be created. */
  readonly writableFolders: readonly string[];
  /** Files that could be opened for writing. */
  readonly writableFiles: readonly string[];
  /** Whether a file could be created in the folder for temporary files. */
  readonly isTempWritable: boolean;
}

/** A write test: a POSIX shell script, and the parser of its output. */
export interface WriteTest {
  readonly command: string;
  /**
   * Parses the script's output, which may be mixed with the agent's output; undefined if the script did not run to its
   * end. Also deletes files that the script could create, but not delete.
   */
  readonly parseOutput: (output: string) => WriteTestResult | undefined;
}

/**
 * Creates a test of three things, hidden files and folders included, but not links, whose targets may be elsewhere:
 * - creating a file in `folder`, in its direct subfolders and in `extraFolders`;
 * - opening the direct files of `folder` for appending, which changes none;
 * - creating a file in the temporary folder.
 * @param folder absolute path
 * @param extraFolders paths relative to `folder`
 */
export function createWriteTest(folder: string, extraFolders: readonly string[]): WriteTest {
  // Unique, so that the script's own lines are recognized in the agent's output.
  const marker = `.redline-hold-${randomBytes(6).toString('hex')}`;
  // Creates a file in `$d`, reports that, and deletes it. `:` does nothing; its redirection creates the file.
  const tryToCreate = (report: string): string =>
    `( : > "$d/${marker}" ) 2>/dev/null && { echo "${marker} ${report}"; rm -f "$d/${marker}"; }`;
  const folders = ['.', './*', './.[!.]*', ...extraFolders.map((relativePath) => shellQuote(`./${relativePath}`))];
  const command = [
    `cd ${shellQuote(folder)} || exit`,
    `for d in ${folders.join(' ')}; do [ -d "$d" ] && [ ! -L "$d" ] && ${tryToCreate('wrote $d')}; done`,
    `for f in ./* ./.[!.]*; do [ -f "$f" ] && [ ! -L "$f" ] && ( : >> "$f" ) 2>/dev/null && echo "${marker} opened $f"; done`,
    `d="\${TMPDIR:-/tmp}"; ${tryToCreate('temporary')}`,
    `echo "${marker} done"`,
  ].join('\n');
  return { command, parseOutput: (output) => parseAndCleanUp(output, folder, marker) };
}

/**
 * Implements `WriteTest.parseOutput`. The lines of the script are `<marker> <report>`, such as `<marker> wrote ./src`.
 */
function parseAndCleanUp(output: string, folder: string, marker: string): WriteTestResult | undefined {
  const reports = output
    .split('\n')
    .flatMap((line) => (line.startsWith(`${marker} `) ? [line.slice(marker.length + 1)] : []));
  const pathsReportedAs = (verb: string): string[] =>
    reports.flatMap((report) => (report.startsWith(`${verb} `) ? [path.normalize(report.slice(verb.length + 1))] : []));
  // An extra folder may be a direct subfolder, too.
  const writableFolders = [...new Set(pathsReportedAs('wrote'))];
  removeLeftovers(folder, writableFolders, marker);
  if (!reports.includes('done')) return undefined;
  return {
    writableFolders,
    writableFiles: pathsReportedAs('opened'),
    isTempWritable: reports.includes('temporary'),
  };
}

function removeLeftovers(folder: string, relativePaths: readonly string[], marker: string): void {
  for (const relativePath of relativePaths) {
    try {
      rmSync(path.join(folder, relativePath, marker), { force: true });
    } catch {
      // A folder may forbid deleting. The file is empty, and the result tells that the folder is writable.
    }
  }
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

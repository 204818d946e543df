// Searches unsaved text with ripgrep, through its standard input.

import type { FileMatches, UnsavedFile } from '../../../core/search/textSearch.ts';
import { isInFolder } from './globHints.ts';
import { queryArguments } from './walk.ts';
import { MatchCollector } from '../output/collector.ts';
import { requireRun, runRg } from '../runRg.ts';
import type { MatchSearch } from '../output/findFilesWithMatches.ts';
import { jsonArguments } from '../output/findMatches.ts';
import { createRecordReader } from '../output/outputReader.ts';
import type { RgScope } from './scope.ts';

/** The unsaved files that a scope includes, whether or not they exist on disk. */
export async function findUnsavedInScope(
  { scope, filter, walk, ignore }: RgScope,
  unsaved: readonly UnsavedFile[],
): Promise<readonly UnsavedFile[]> {
  const inScope = unsaved.filter(({ path }) => isInFolder(path, scope.path) && filter(path) === 'wanted');
  if (walk.rules === 'none') return inScope;
  const reasons = await Promise.all(inScope.map(({ path }) => ignore.ignoringRule(path, false)));
  return inScope.filter((_, index) => reasons[index] === undefined);
}

/** Matches in some of the files of a scope. */
export interface PartAnswer {
  readonly files: readonly FileMatches[];
  /** Paths of files with matches on lines over 1 MiB, which are not listed. */
  readonly overlong: readonly string[];
}

/** Searches the texts of unsaved files. */
export async function searchUnsaved(search: MatchSearch, files: readonly UnsavedFile[]): Promise<PartAnswer> {
  const answers: PartAnswer[] = [];
  for (const file of files) answers.push(await searchFile(search, file));
  return { files: answers.flatMap(({ files }) => files), overlong: answers.flatMap(({ overlong }) => overlong) };
}

/** Searches one text. In the mode `counts`, ripgrep prints a number; in the others, JSON messages. */
async function searchFile(search: MatchSearch, { path, text }: UnsavedFile): Promise<PartAnswer> {
  const { rg, root, query, limits, signal } = search;
  const isCounting = limits.mode === 'counts';
  const collector = new MatchCollector(() => true, limits.maxMatches, limits.contextLines);
  let count = 0;
  const outcome = await runRg({
    rg,
    args: [
      '--no-config',
      '--color=never',
      '--encoding=utf-8',
      '--text',
      ...(isCounting ? ['--count-matches', ...queryArguments(query)] : jsonArguments(query, limits)),
      '--',
      '-',
    ],
    cwd: root,
    input: text,
    signal,
    output: createRecordReader((record, isOverlong) => {
      if (isCounting) count = Number(record.toString('utf8'));
      else collector.take(record, isOverlong);
      return true;
    }),
  });
  requireRun(outcome, query);
  const [matched] = collector.files;
  const hasOverlong = collector.overlong.length > 0;
  if (limits.mode === 'matches') {
    const files = matched === undefined ? [] : [{ ...matched, path, count: collector.total }];
    return { files, overlong: hasOverlong ? [path] : [] };
  }
  // In the mode `files`, the count is 1 for any file with a match. In the mode `counts`, `collector` is empty.
  if (matched !== undefined || hasOverlong) count = 1;
  return { files: count === 0 ? [] : [{ path, matches: [], context: [], count }], overlong: [] };
}

// Searches unsaved text with ripgrep, through its standard input.

import type { FileMatches, SearchLimits, TextQuery, UnsavedFile } from '../../../core/search/textSearch.ts';
import { isInFolder } from '../output/globHints.ts';
import { queryArguments } from './arguments.ts';
import { Collector } from '../output/collector.ts';
import { countUnreadable, runRg } from '../process.ts';
import { jsonArguments } from '../output/matches.ts';
import { createRecordReader } from '../output/outputReader.ts';
import type { RgScope } from './scope.ts';

/** The unsaved files in a scope, whether or not they exist on disk. */
export async function findUnsavedInScope(
  { scope, filter, walk, ignore }: RgScope,
  unsaved: readonly UnsavedFile[],
): Promise<readonly UnsavedFile[]> {
  const inScope = unsaved.filter(({ path }) => isInFolder(path, scope.path) && filter(path) === 'wanted');
  if (walk.rules === 'none') return inScope;
  const reasons = await Promise.all(inScope.map(({ path }) => ignore.ignoringRule(path, false)));
  return inScope.filter((_, index) => reasons[index] === undefined);
}

export async function searchUnsaved(
  rg: string,
  root: string,
  query: TextQuery,
  limits: SearchLimits,
  files: readonly UnsavedFile[],
  signal: AbortSignal | undefined,
): Promise<FileMatches[]> {
  const matchingFiles: FileMatches[] = [];
  for (const { path, text } of files) {
    const isCounting = limits.mode === 'counts';
    const collector = new Collector(() => true, limits.maxMatches, limits.contextLines);
    let count = 0;
    const outcome = await runRg({
      rg,
      args: [
        '--no-config',
        '--color=never',
        '--encoding=utf-8',
        ...(isCounting
          ? ['--count-matches', '--text', ...queryArguments(query)]
          : ['--text', ...jsonArguments(query, limits)]),
        '--',
        '-',
      ],
      cwd: root,
      input: text,
      signal,
      output: createRecordReader((record, overlong) => {
        if (isCounting) count = Number(record.toString('utf8'));
        else collector.take(record, overlong);
        return true;
      }),
    });
    countUnreadable(outcome, query);
    const matches = collector.files.flatMap((file) => file.matches);
    const context = collector.files.flatMap((file) => file.context);
    if (limits.mode === 'matches' && matches.length > 0)
      matchingFiles.push({ path, matches, context, count: matches.length });
    else if (matches.length > 0 || count > 0) matchingFiles.push({ path, matches: [], context: [], count: count || 1 });
  }
  return matchingFiles;
}

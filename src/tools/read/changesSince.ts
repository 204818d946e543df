// Defines `redline_changes_since`, the tool that reports changes by others since the last call.

import * as z from 'zod/mini';
import { textField } from '../shared/fields.ts';
import { phrase, pluralize } from '../../core/wording/phrase.ts';
import { unifiedDiff } from '../../core/diff/diff.ts';
import { displayText } from '../../core/text/encoding.ts';
import { formatNextCall } from './nextCall.ts';
import type { FileChange, WorkspaceChanges } from '../ports/queryPorts.ts';
import { queryTool } from '../shared/defineTool.ts';

/** Maximum number of changes in an answer; further ones are in the next answer. */
const maxChanges = 500;
/** Maximum UTF-16 units of one diff. */
const maxDiffChars = 6000;
/** Maximum UTF-16 units of all diffs in an answer. */
const maxAllDiffsChars = 40_000;
/** Minimum UTF-16 units of a useful diff; with fewer left, there is none. */
const minDiffChars = 200;

/**
 * The tool's result. `since` is the time of the last call in ISO 8601, null for the first one. `diff` is null if there is
 * no text or too much of it; `executable` is the new executable bit, if it changed. `origins` lists the possible authors,
 * as far as they are known.
 */
const resultSchema = z.object({
  since: z.nullable(z.string()),
  created: z.array(z.string()),
  modified: z.array(
    z.object({
      filePath: z.string(),
      diff: z.nullable(z.string()),
      unsaved: z.boolean(),
      executable: z.optional(z.boolean()),
    }),
  ),
  deleted: z.array(z.string()),
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  origins: z.array(z.object({ filePath: z.string(), by: z.array(z.string()) })),
  truncated: z.boolean(),
  notes: z.array(z.string()),
});
type Result = z.infer<typeof resultSchema>;

export const changesSince = queryTool({
  name: 'redline_changes_since',
  displayName: 'Changes Since',
  referenceName: 'redlineChangesSince',
  description:
    'Shows what others changed in the workspace since the last call, or since you read a file: created, modified (with a diff), deleted and renamed files. Your own changes are excluded.',
  userDescription: 'Show what changed in the workspace since the agent last looked',
  icon: 'history',
  aliases: { filePath: 'path', dirPath: 'path' },
  input: z.object({
    path: z.optional(
      textField(
        'Only this directory or file (default: everything). The first call records the state that the next one compares with.',
      ),
    ),
  }),
  result: resultSchema,
  progress: ({ path }) =>
    path === undefined ? phrase('Looking for changes') : phrase('Looking for changes in {0}', path),
  async run({ path }, { queries }) {
    const changes = await queries.changes(path, maxChanges);
    const result = toResult(changes);
    return { result, text: toText(path, changes, result) };
  },
});

/** Converts the changes to the result. Creates diffs until `maxAllDiffsChars` is used up; later ones are `null`. */
function toResult({ since, changes, remaining, notes }: WorkspaceChanges): Result {
  let remainingChars = maxAllDiffsChars;
  const diffOf = (change: Extract<FileChange, { kind: 'modified' }>): string | null => {
    const { path, before, after } = change;
    if (before === undefined || after === undefined || remainingChars < minDiffChars) return null;
    const diff = displayText(unifiedDiff(path, before, after, { maxChars: Math.min(maxDiffChars, remainingChars) }));
    remainingChars -= diff.length;
    return diff;
  };
  const result: Result = {
    since: since === undefined ? null : new Date(since).toISOString(),
    created: [],
    modified: [],
    deleted: [],
    renamed: [],
    origins: [],
    truncated: remaining > 0,
    notes: [...notes],
  };
  for (const change of changes) {
    if (change.by !== undefined) result.origins.push({ filePath: change.path, by: [...change.by] });
    if (change.kind === 'modified') {
      const { path: filePath, unsaved, executable } = change;
      const mode = executable === undefined ? {} : { executable };
      result.modified.push({ filePath, diff: diffOf(change), unsaved, ...mode });
    } else if (change.kind === 'renamed') result.renamed.push({ from: change.from, to: change.path });
    else result[change.kind].push(change.path);
  }
  return result;
}

function toText(path: string | undefined, workspaceChanges: WorkspaceChanges, result: Result): string {
  const { since, changes, remaining, notes } = workspaceChanges;
  const { created, modified, deleted, renamed } = result;
  const authorsByPath = new Map(result.origins.map(({ filePath, by }) => [filePath, ` (by ${by.join(', or ')})`]));
  const formatAuthors = (filePath: string): string => authorsByPath.get(filePath) ?? '';
  const modeOnlyPaths = new Set(changes.filter(changesOnlyMode).map((change) => change.path));
  return [
    formatHeadline(since, result),
    ...(since === undefined ? ['This was the first call: the next one will compare with what is there now.'] : []),
    ...created.map((filePath) => `created ${filePath}${formatAuthors(filePath)}`),
    ...deleted.map((filePath) => `deleted ${filePath}${formatAuthors(filePath)}`),
    ...renamed.map(({ from, to }) => `renamed ${from} → ${to}${formatAuthors(to)}`),
    ...modified.flatMap(({ filePath, diff, unsaved, executable }) => {
      const state = unsaved ? ' (unsaved, in the editor)' : '';
      const lacksDiff = diff === null && !modeOnlyPaths.has(filePath);
      const advice = lacksDiff ? '; no diff, read it with redline_read_file' : '';
      const headline = `modified ${filePath}${state}${formatAuthors(filePath)}${describeMode(executable)}${advice}`;
      return diff === null ? [headline] : [headline, diff.trimEnd()];
    }),
    ...(remaining > 0
      ? [`${pluralize(remaining, 'more change')}; continue with ${formatNextCall('redline_changes_since', { path })}`]
      : []),
    ...notes,
  ].join('\n');
}

function formatHeadline(since: number | undefined, { created, modified, deleted, renamed }: Result): string {
  const counts = Object.entries({ created, modified, deleted, renamed }).flatMap(([kind, { length }]) =>
    length > 0 ? [`${length} ${kind}`] : [],
  );
  const isFirstCall = since === undefined;
  const period = isFirstCall ? 'since you read it' : `since ${new Date(since).toISOString()}`;
  if (counts.length > 0) return `${counts.join(', ')} ${period}.`;
  return `Nothing changed ${isFirstCall ? 'in what you have read' : period}.`;
}

/** Whether only the executable bit of a file changed: such a change has no texts. */
function changesOnlyMode(change: FileChange): boolean {
  return change.kind === 'modified' && change.executable !== undefined && change.after === undefined;
}

function describeMode(executable: boolean | undefined): string {
  if (executable === undefined) return '';
  return executable ? '; made executable' : '; no longer executable';
}

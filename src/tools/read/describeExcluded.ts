// Describes which files a search excluded or skipped, and the reasons: as a sentence to append to an answer's headline,
// or as further lines of the answer.

import * as z from 'zod/mini';
import type { ExcludedCounts, SkippedFiles } from '../../core/search/textSearch.ts';
import { pluralize } from '../../core/wording/phrase.ts';

/**
 * The result field `excluded` of both search tools: the same fields as `ExcludedCounts`. Null if something was found, since
 * files are only counted for an empty answer.
 */
export const excludedFields = z.nullable(
  z.object({
    byGlob: z.number(),
    byExcludes: z.number(),
    hidden: z.number(),
    ignored: z.number(),
    byRules: z.number(),
    links: z.number(),
    atLeast: z.boolean(),
  }),
);

/**
 * Describes the exclusions of an empty answer, as sentences with a leading space to append to its headline; `''` if there
 * are none.
 *
 * @param verb what the tool does with a file, for the advice about ignored ones
 */
export function describeExcluded(excluded: ExcludedCounts | undefined, verb: 'searches' | 'finds'): string {
  if (excluded === undefined) return '';
  const { byGlob, byExcludes, hidden, ignored, byRules, links, atLeast } = excluded;
  const reasons = [
    ...(byGlob > 0 ? [`${byGlob} by the glob`] : []),
    ...(ignored > 0 ? [`${ignored} ignored by git (includeIgnored: true ${verb} them)`] : []),
    ...(byExcludes > 0 ? [`${byExcludes} by files.exclude or search.exclude`] : []),
    ...(hidden > 0 ? [`${hidden} hidden`] : []),
    ...(links > 0 ? [`${pluralize(links, 'symbolic link')} (${links === 1 ? 'it is' : 'they are'} not followed)`] : []),
  ];
  const denied = describeDenied(byRules);
  if (reasons.length > 0) return ` Excluded${atLeast ? ', at least' : ''}: ${reasons.join(', ')}.${denied}`;
  return (atLeast ? ' What was excluded was not counted, because that took too long.' : '') + denied;
}

/** A sentence with a leading space, the same for both tools; `''` for no file. */
function describeDenied(count: number): string {
  if (count === 0) return '';
  const was = count === 1 ? 'was' : 'were';
  return ` The user's rules forbid reading ${pluralize(count, 'file')} in the workspace, which ${was} not searched; ask the user if needed.`;
}

/**
 * The line of an answer that lists files that were not searched because they are not text; no line if there are no such
 * files.
 */
export function describeSkipped({ count: total, files }: SkippedFiles): string[] {
  if (total === 0) return [];
  const list = files.map(({ path, reason }) => `${path} (${reason})`).join(', ');
  const rest = total > files.length ? ` and ${total - files.length} more` : '';
  const verbs = total === 1 ? 'is not text and was' : 'are not text and were';
  return [`${pluralize(total, 'file')} ${verbs} not searched: ${list}${rest}.`];
}

/** The line of an answer that says how many files were not searched because they need approval; none for no file. */
export function describeSecrets(count: number): string[] {
  if (count === 0) return [];
  const files = pluralize(count, 'file');
  const was = count === 1 ? 'was' : 'were';
  const them = count === 1 ? 'it' : 'them';
  return [`${files} that may contain secrets ${was} not searched, because reading ${them} needs the user's approval.`];
}

// Formats the call that a model should send next, as JSON, for answers that are truncated.
import { maxLineChars } from '../../core/diff/excerpt.ts';
import { pluralize } from '../../core/wording/phrase.ts';

/** A call that a model can send next: the tool's name and its input as JSON, without undefined and false properties. */
export function formatNextCall(tool: string, input: Readonly<Record<string, unknown>>): string {
  const setFields = Object.entries(input).filter(([, value]) => value !== undefined && value !== false);
  return `${tool} ${JSON.stringify(Object.fromEntries(setFields))}`;
}

/** The part of a read's input that the next call repeats. */
export interface ReadTarget {
  readonly filePath: string;
  readonly cell: string | undefined;
}

/** Describes how to read the rest of a page's first truncated line, 1-based, from `startColumn`, in UTF-16 units. */
export function describeLineRest(
  target: ReadTarget,
  line: number,
  startColumn: number,
  truncatedCount: number,
): string {
  const call = formatNextCall('redline_read_file', { ...target, startLine: line, maxLines: 1, startColumn });
  const headline =
    truncatedCount === 1 ? `Line ${line} was truncated` : `${pluralize(truncatedCount, 'line')} were truncated`;
  return `${headline} at ${maxLineChars} characters; continue in line ${line} with ${call}`;
}

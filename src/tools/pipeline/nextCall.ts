// Formats the next call for a model as JSON.
import type { Location } from '../../core/change/change.ts';
import { maxLineChars } from '../../core/diff/excerpt.ts';
import { pluralize } from '../shared/common.ts';

/** A call that a model can send next: the tool's name and its input as JSON, without undefined and false properties. */
export function formatNextCall(tool: string, input: Readonly<Record<string, unknown>>): string {
  const setFields = Object.entries(input).filter(([, value]) => value !== undefined && value !== false);
  return `${tool} ${JSON.stringify(Object.fromEntries(setFields))}`;
}

/** Describes how to read the rest of a truncated line. */
export function describeLineRest(at: Location, line: number, startColumn: number, truncatedLines: number): string {
  const call = formatNextCall('redline_read_file', { filePath: at.path, startLine: line, maxLines: 1, startColumn });
  const headline =
    truncatedLines === 1 ? `Line ${line} was truncated` : `${pluralize(truncatedLines, 'line')} were truncated`;
  return `${headline} at ${maxLineChars} characters; continue in line ${line} with ${call}`;
}

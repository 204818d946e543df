// Defines the URL of a schema found in a text, and reads it from a match of a regular expression.

/** A URL that was found in a text. */
export interface FoundSchema {
  readonly url: string;
  /** The searched text: that of the file, perhaps with escapes decoded or comments removed, but with the same lines. */
  readonly text: string;
  /** Offset of the URL in `text`, in UTF-16 units. */
  readonly offset: number;
}

/** The URL in the only group that matched, as a list. @param match of a pattern with flag `d` */
export function schemasOfMatch(text: string, match: RegExpExecArray): readonly FoundSchema[] {
  const group = match.findIndex((part, index) => index > 0 && part !== undefined);
  const [url, range] = [match[group], match.indices?.[group]];
  return url === undefined || range === undefined ? [] : [{ url: foldLines(url), text, offset: range[0] }];
}

/** Joins the lines of a URL as YAML does, without empty ones. */
function foldLines(url: string): string {
  const lines = url.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

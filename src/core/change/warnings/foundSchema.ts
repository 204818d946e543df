// Defines a schema's URL as found in a text by a regular expression.

/** A URL that was found in a text. */
export interface FoundSchema {
  readonly address: string;
  /** The searched text, which may be decoded or have no comments. */
  readonly text: string;
  /** Offset of the URL in `text`, in UTF-16 units. */
  readonly offset: number;
}

/**
 * The URL of a match, which is that of the only group that matched, as a list. @param match of a pattern with flag `d`
 */
export function schemasOfMatch(text: string, match: RegExpExecArray): readonly FoundSchema[] {
  const group = match.findIndex((part, index) => index > 0 && part !== undefined);
  const [address, range] = [match[group], match.indices?.[group]];
  return address === undefined || range === undefined ? [] : [{ address: foldLines(address), text, offset: range[0] }];
}

/** Joins the lines of a URL as YAML does, without empty ones. */
function foldLines(address: string): string {
  const lines = address.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

import { lineStarts } from './text.ts';

/** What has a text that never becomes another. */
export interface WithText {
  readonly text: string;
}

const known = new WeakMap<WithText, Int32Array>();

/** The `lineStarts` of a text, found once for all who place something in it or compare it. */
export function startsOf(content: WithText): Int32Array {
  const starts = known.get(content) ?? lineStarts(content.text);
  known.set(content, starts);
  return starts;
}

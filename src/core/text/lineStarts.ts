import { lineStarts } from './text.ts';

const cache = new WeakMap<{ readonly text: string }, Int32Array>();

/** The `lineStarts` of an immutable content, computed once. */
export function startsOf(content: { readonly text: string }): Int32Array {
  const starts = cache.get(content) ?? lineStarts(content.text);
  cache.set(content, starts);
  return starts;
}

// Finds uses of files and definitions that a user excluded from a call, so that the rest is broken without them.
import type { Change } from './change.ts';
import { changedLines } from './summary.ts';
import { splitLines } from '../text/text.ts';

/** A line that would be written, and uses a part that would not. */
export interface MissingPart {
  /** The planned change with the line. */
  readonly change: Change;
  /** The line in the new text, 1-based. */
  readonly line: number;
  /** The missing definition; undefined if a whole file is missing. */
  readonly name?: string;
  /** The path of the file with the missing definition. */
  readonly from: string;
}

const maxFound = 20;

/** Keywords before the name that they define, in the languages that most agents write. */
const definition =
  /\b(?:function\*?|class|interface|type|enum|const|let|var|def|fn|func|struct|trait|record|module)\s+([\p{L}_$][\p{L}\p{N}_$]{2,})/gu;

/** Relative imports: `'./a'`, and Python's `from .a import`. */
const imported = /['"`](\.{1,2}\/[^'"`\s]+)['"`]|\bfrom\s+\.(\w+)\s+import\b/g;

const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

interface KeptFile {
  readonly planned: Change;
  readonly path: string;
  readonly imports: ReadonlySet<string>;
  readonly defined: ReadonlySet<string>;
  readonly lines: readonly string[];
  readonly lineByWord: ReadonlyMap<string, number>;
  /** Lines that the change writes, 1-based. */
  readonly written: readonly number[];
}

/**
 * Finds lines that use a file or a definition that would not be written.
 * @param keptOf returns the version of a planned change that would be written; undefined for an excluded one
 */
export function findMissingParts(
  planned: readonly Change[],
  keptOf: (change: Change) => Change | undefined,
): readonly MissingPart[] {
  const files = planned.filter((change) => keptOf(change) === undefined && addsFile(change));
  // If a whole file is missing, the warning about its import suffices.
  const others = planned.filter((change) => !files.includes(change));
  const names = others.flatMap((change) =>
    lostNames(change, keptOf(change)).map((name) => ({ name, path: change.at.path })),
  );
  if (files.length === 0 && names.length === 0) return [];
  const missing: MissingPart[] = [];
  for (const user of planned.flatMap((change) => keptText(change, keptOf(change)))) {
    for (const { at } of files) {
      if (!has(user.imports, at.path)) continue;
      const line = user.written.find((each) => has(importsIn(user.path, user.lines[each - 1] ?? ''), at.path));
      if (line !== undefined) missing.push({ change: user.planned, line, from: at.path });
    }
    for (const { name, path } of names) {
      if (path !== user.path && (!has(user.imports, path) || user.defined.has(name))) continue;
      const line = user.lineByWord.get(name);
      if (line !== undefined) missing.push({ change: user.planned, line, name, from: path });
    }
    if (missing.length >= maxFound) break;
  }
  return missing.slice(0, maxFound);
}

function addsFile({ kind }: Change): boolean {
  return kind === 'create' || kind === 'move' || kind === 'copy';
}

/** Names that a change would define, and its included part does not. */
function lostNames(planned: Change, kept: Change | undefined): readonly string[] {
  if (kept === planned || !('after' in planned) || planned.after.kind !== 'text') return [];
  const keptText =
    kept === undefined ? textBefore(planned) : 'after' in kept && kept.after.kind === 'text' ? kept.after.text : '';
  const keptNames = definedIn(keptText);
  return [...definedIn(planned.after.text)].filter((name) => !keptNames.has(name));
}

function textBefore(change: Change): string {
  return 'before' in change && change.before.kind === 'text' ? change.before.text : '';
}

function keptText(planned: Change, kept: Change | undefined): KeptFile[] {
  if (kept === undefined || !('after' in kept) || kept.after.kind !== 'text') return [];
  const { text } = kept.after;
  const lines = splitLines(text).map(({ start, end }) => text.slice(start, end));
  const written = changedLines(kept).flatMap(({ start, end }) =>
    Array.from({ length: end - start + 1 }, (_, at) => start + at),
  );
  const { path } = kept.at;
  return [
    {
      planned,
      path,
      imports: importsIn(path, text),
      defined: definedIn(text),
      lines,
      lineByWord: wordsIn(lines, written),
      written,
    },
  ];
}

function definedIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(definition)].flatMap(([, name]) => name ?? []));
}

/** The first written line of each word. */
function wordsIn(lines: readonly string[], written: readonly number[]): ReadonlyMap<string, number> {
  const lineByWord = new Map<string, number>();
  for (const line of written) {
    for (const [found] of (lines[line - 1] ?? '').matchAll(word))
      if (!lineByWord.has(found)) lineByWord.set(found, line);
  }
  return lineByWord;
}

/** The files that a text of the file `from` imports, with and without their extensions. */
function importsIn(from: string, text: string): ReadonlySet<string> {
  const targets = [...text.matchAll(imported)].map(([, relative, python]) => resolved(from, relative ?? `./${python}`));
  return new Set(targets.flatMap((target) => [target, withoutExtension(target), `${target}/index`]));
}

function has(imports: ReadonlySet<string>, path: string): boolean {
  return imports.has(path) || imports.has(withoutExtension(path));
}

function resolved(from: string, relative: string): string {
  const segments = from.split('/').slice(0, -1);
  for (const segment of relative.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, '');
}

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

const maxMissingParts = 20;

/** Keywords before the name that they define, in the languages that most agents write. */
const definitionPattern =
  /\b(?:function\*?|class|interface|type|enum|const|let|var|def|fn|func|struct|trait|record|module)\s+([\p{L}_$][\p{L}\p{N}_$]{2,})/gu;

/** Relative imports: `'./a'`, and Python's `from .a import`. */
const importPattern = /['"`](\.{1,2}\/[^'"`\s]+)['"`]|\bfrom\s+\.(\w+)\s+import\b/g;

const wordPattern = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

interface WrittenFile {
  readonly planned: Change;
  readonly path: string;
  readonly imports: ReadonlySet<string>;
  readonly definitions: ReadonlySet<string>;
  readonly lines: readonly string[];
  readonly lineByWord: ReadonlyMap<string, number>;
  /** Lines that the change writes, 1-based. */
  readonly writtenLines: readonly number[];
}

/**
 * Finds lines that use a file or a definition that would not be written.
 * @param writtenVersionOf returns the version of a planned change that would be written; undefined for an excluded one
 */
export function findMissingParts(
  planned: readonly Change[],
  writtenVersionOf: (change: Change) => Change | undefined,
): readonly MissingPart[] {
  const missingFiles = planned.filter((change) => writtenVersionOf(change) === undefined && addsFile(change));
  // If a whole file is missing, the warning about its import suffices.
  const otherChanges = planned.filter((change) => !missingFiles.includes(change));
  const missingNames = otherChanges.flatMap((change) =>
    missingNamesOf(change, writtenVersionOf(change)).map((name) => ({ name, path: change.at.path })),
  );
  if (missingFiles.length === 0 && missingNames.length === 0) return [];
  const missingParts: MissingPart[] = [];
  for (const usingFile of planned.flatMap((change) => writtenFileOf(change, writtenVersionOf(change)))) {
    for (const { at } of missingFiles) {
      if (!importsFile(usingFile.imports, at.path)) continue;
      const line = usingFile.writtenLines.find((lineNumber) =>
        importsFile(importsIn(usingFile.path, usingFile.lines[lineNumber - 1] ?? ''), at.path),
      );
      if (line !== undefined) missingParts.push({ change: usingFile.planned, line, from: at.path });
    }
    for (const { name, path } of missingNames) {
      if (path !== usingFile.path && (!importsFile(usingFile.imports, path) || usingFile.definitions.has(name)))
        continue;
      const line = usingFile.lineByWord.get(name);
      if (line !== undefined) missingParts.push({ change: usingFile.planned, line, name, from: path });
    }
    if (missingParts.length >= maxMissingParts) break;
  }
  return missingParts.slice(0, maxMissingParts);
}

function addsFile({ kind }: Change): boolean {
  return kind === 'create' || kind === 'move' || kind === 'copy';
}

/** Names that a change would define, and its included part does not. */
function missingNamesOf(planned: Change, writtenVersion: Change | undefined): readonly string[] {
  if (writtenVersion === planned || !('after' in planned) || planned.after.kind !== 'text') return [];
  const writtenText =
    writtenVersion === undefined
      ? textBefore(planned)
      : 'after' in writtenVersion && writtenVersion.after.kind === 'text'
        ? writtenVersion.after.text
        : '';
  const writtenNames = definitionsIn(writtenText);
  return [...definitionsIn(planned.after.text)].filter((name) => !writtenNames.has(name));
}

function textBefore(change: Change): string {
  return 'before' in change && change.before.kind === 'text' ? change.before.text : '';
}

function writtenFileOf(planned: Change, writtenVersion: Change | undefined): WrittenFile[] {
  if (writtenVersion === undefined || !('after' in writtenVersion) || writtenVersion.after.kind !== 'text') return [];
  const { text } = writtenVersion.after;
  const lines = splitLines(text).map(({ start, end }) => text.slice(start, end));
  const writtenLines = changedLines(writtenVersion).flatMap(({ start, end }) =>
    Array.from({ length: end - start + 1 }, (_, at) => start + at),
  );
  const { path } = writtenVersion.at;
  return [
    {
      planned,
      path,
      imports: importsIn(path, text),
      definitions: definitionsIn(text),
      lines,
      lineByWord: firstLineByWord(lines, writtenLines),
      writtenLines,
    },
  ];
}

function definitionsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(definitionPattern)].flatMap(([, name]) => name ?? []));
}

/** The first written line of each word. */
function firstLineByWord(lines: readonly string[], writtenLines: readonly number[]): ReadonlyMap<string, number> {
  const lineByWord = new Map<string, number>();
  for (const line of writtenLines) {
    for (const [word] of (lines[line - 1] ?? '').matchAll(wordPattern))
      if (!lineByWord.has(word)) lineByWord.set(word, line);
  }
  return lineByWord;
}

/** The files that a text of the file `from` imports, with and without their extensions. */
function importsIn(from: string, text: string): ReadonlySet<string> {
  const targets = [...text.matchAll(importPattern)].map(([, relative, python]) =>
    resolveImport(from, relative ?? `./${python}`),
  );
  return new Set(targets.flatMap((target) => [target, withoutExtension(target), `${target}/index`]));
}

function importsFile(imports: ReadonlySet<string>, path: string): boolean {
  return imports.has(path) || imports.has(withoutExtension(path));
}

function resolveImport(from: string, relative: string): string {
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

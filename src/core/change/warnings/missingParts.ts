// Finds what breaks if the user excludes a part of a call: a line that is written and uses an excluded file or
// definition, or a line whose edit is excluded and that uses something which the call removes. A heuristic by words and
// relative imports, for a warning in the review.
import { addToGroup } from '../../cache/maps.ts';
import type { Change } from '../change.ts';
import { writtenLineRanges } from '../summary.ts';
import { definitionsIn, firstLineByWord, importsFile, importsIn, withoutExtension, wordsIn } from './codeReferences.ts';
import { splitLines } from '../../text/text.ts';

/** A line that uses a file or definition which will be missing. */
export interface MissingPart {
  /** The planned change of the file with the line. */
  readonly change: Change;
  /** The line, 1-based, in the text that the file would have. */
  readonly line: number;
  /** The missing definition; undefined if a whole file is missing. */
  readonly name?: string;
  /** The path of the missing file, or of the one with the missing definition. */
  readonly from: string;
  /** Whether the call removes the part, and the use stays because its edit is excluded; else the part is excluded. */
  readonly isRemoved: boolean;
}

/** Maximum number of missing parts listed. */
const maxMissingParts = 20;

/** A file that will be missing, or, with a name, a definition in it. */
interface MissingTarget {
  readonly path: string;
  readonly name?: string;
}

/** The version of a planned change that would be written; undefined for an excluded one. */
type VersionOf = (change: Change) => Change | undefined;

/** Missing targets by path, with and without extension, since imports often omit it. */
type TargetsByPath = ReadonlyMap<string, readonly MissingTarget[]>;

/** Finds lines that use a file or a definition which will be missing, at most `maxMissingParts`. */
export function findMissingParts(planned: readonly Change[], writtenVersionOf: VersionOf): readonly MissingPart[] {
  const excluded = indexTargets(excludedTargets(planned, writtenVersionOf));
  const removed = indexTargets(removedTargets(planned, writtenVersionOf));
  const missingParts: MissingPart[] = [];
  if (excluded.size + removed.size === 0) return missingParts;
  for (const change of planned) {
    const written = writtenVersionOf(change);
    const uses = [...findUses(change, written, excluded), ...findRemainingUses(change, written, removed)];
    // Limited before the spread: very many arguments would overflow the stack.
    missingParts.push(...uses.slice(0, maxMissingParts));
    if (missingParts.length >= maxMissingParts) break;
  }
  return missingParts.slice(0, maxMissingParts);
}

function indexTargets(targets: readonly MissingTarget[]): TargetsByPath {
  const targetsByPath = new Map<string, MissingTarget[]>();
  for (const target of targets) {
    for (const path of new Set([target.path, withoutExtension(target.path)])) addToGroup(targetsByPath, path, target);
  }
  return targetsByPath;
}

/** Uses of targets in the lines that a version of a planned change writes. */
function findUses(planned: Change, version: Change | undefined, targetsByPath: TargetsByPath): MissingPart[] {
  if (targetsByPath.size === 0 || version === undefined) return [];
  const { path } = version.at;
  const text = textAfter(version);
  const imports = importsIn(path, text);
  const targets = new Set([path, ...imports].flatMap((usedPath) => targetsByPath.get(usedPath) ?? []));
  // Fast path: most files neither have nor import a target.
  if (targets.size === 0) return [];
  const definitions = definitionsIn(text);
  const { lines, writtenLines } = splitWrittenLines(version, text);
  const lineByWord = firstLineByWord(lines, writtenLines);
  const findUse = ({ path: from, name }: MissingTarget): number | undefined => {
    // A file that defines the same name uses its own definition.
    const isRedefined = name !== undefined && definitions.has(name);
    const canUse = path === from || (importsFile(imports, from) && !isRedefined);
    if (!canUse) return undefined;
    if (name !== undefined) return lineByWord.get(name);
    return writtenLines.find((line) => importsFile(importsIn(path, lines[line - 1] ?? ''), from));
  };
  return [...targets].flatMap((target) => {
    const line = findUse(target);
    if (line === undefined) return [];
    const { path: from, name } = target;
    return [{ change: planned, line, ...(name === undefined ? {} : { name }), from, isRemoved: false }];
  });
}

/** Uses of removed targets that stay in a file because their edits are excluded. */
function findRemainingUses(planned: Change, written: Change | undefined, removed: TargetsByPath): MissingPart[] {
  const uses = removed.size === 0 ? [] : findUses(planned, reversalOfExcluded(planned, written), removed);
  if (uses.length === 0) return [];
  const text = textAfter(planned);
  const imports = importsIn(planned.at.path, text);
  const words = wordsIn(text);
  const isInPlannedText = ({ name, from }: MissingPart): boolean =>
    name === undefined ? importsFile(imports, from) : words.has(name);
  return uses.filter((use) => !isInPlannedText(use)).map((use) => ({ ...use, isRemoved: true }));
}

/** New files and definitions that would not be written. */
function excludedTargets(planned: readonly Change[], writtenVersionOf: VersionOf): MissingTarget[] {
  const missingFiles = new Set(planned.filter((change) => writtenVersionOf(change) === undefined && addsFile(change)));
  // If a whole file is missing, the warning about its import suffices.
  const otherChanges = planned.filter((change) => !missingFiles.has(change));
  const missingNames = otherChanges.flatMap((change) =>
    missingNamesOf(change, writtenVersionOf(change)).map((name) => ({ name, path: change.at.path })),
  );
  return [...Array.from(missingFiles, ({ at }) => ({ path: at.path })), ...missingNames];
}

/** Old files and definitions that would be gone. */
function removedTargets(planned: readonly Change[], writtenVersionOf: VersionOf): MissingTarget[] {
  // Without an exclusion, the call is as its author meant it.
  if (planned.every((change) => writtenVersionOf(change) === change)) return [];
  const written = planned.flatMap((change) => writtenVersionOf(change) ?? []);
  const newPaths = new Set(written.flatMap(({ kind, at }) => (kind === 'delete' ? [] : [at.path])));
  return written.flatMap((change): MissingTarget[] => {
    if (change.kind === 'delete' || change.kind === 'move') {
      const { path } = change.kind === 'move' ? change.from : change.at;
      return newPaths.has(path) ? [] : [{ path }];
    }
    const namesAfter = definitionsIn(textAfter(change));
    const removedNames = [...definitionsIn(textBefore(change))].filter((name) => !namesAfter.has(name));
    return removedNames.map((name) => ({ name, path: change.at.path }));
  });
}

/** A change from the planned text to the written one. Its changed lines are those whose planned edit is excluded. */
function reversalOfExcluded(planned: Change, written: Change | undefined): Change | undefined {
  if (planned.kind !== 'update' || written === planned) return undefined;
  return {
    ...planned,
    before: planned.after,
    after: written?.kind === 'update' ? written.after : planned.before,
    edits: undefined,
  };
}

function addsFile({ kind }: Change): boolean {
  return kind === 'create' || kind === 'move' || kind === 'copy';
}

/** Names that a change would define, and its included part does not. */
function missingNamesOf(planned: Change, writtenVersion: Change | undefined): readonly string[] {
  if (writtenVersion === planned || !('after' in planned) || planned.after.kind !== 'text') return [];
  const writtenText = writtenVersion === undefined ? textBefore(planned) : textAfter(writtenVersion);
  const writtenNames = definitionsIn(writtenText);
  return [...definitionsIn(planned.after.text)].filter((name) => !writtenNames.has(name));
}

function textAfter(change: Change): string {
  return 'after' in change && change.after.kind === 'text' ? change.after.text : '';
}

function textBefore(change: Change): string {
  return 'before' in change && change.before.kind === 'text' ? change.before.text : '';
}

/** The lines of a change's new text, and the numbers (1-based) of those that it writes. */
function splitWrittenLines(
  written: Change,
  text: string,
): { readonly lines: readonly string[]; readonly writtenLines: readonly number[] } {
  const lines = splitLines(text).map(({ start, end }) => text.slice(start, end));
  const writtenLines = writtenLineRanges(written).flatMap(({ start, end }) =>
    Array.from({ length: end - start + 1 }, (_, index) => start + index),
  );
  return { lines, writtenLines };
}

// Finds details that a user could overlook in the diff of a change, such as text that the diff shows only after
// scrolling: far to the right, or below many blank lines.
import type { Change } from '../change.ts';
import { comparableText } from '../changeComparison.ts';
import { isDeviceName } from '../../path/misleadingNames.ts';
import { findNewRemoteSchemas, type RemoteSchema } from './remoteSchemas.ts';
import { findNewSecrets, type SecretFinding } from './secrets.ts';
import { locationsOf } from '../summary.ts';
import { countTowardsYield, runSync, type Yielding } from '../../async/yielding.ts';
import { findHidden, findNewHidden, type HiddenFinding } from '../../text/hiddenCharacters.ts';

/** Details that a user could overlook in the diff of a change. */
export interface Warnings {
  /** New invisible, reordering or look-alike characters, at most `maxFindings`; lines are those of the new text. */
  readonly hidden: readonly HiddenFinding[];
  /** Hidden characters in the change's paths. */
  readonly inPath: readonly HiddenFinding[];
  /** New URLs of schemas, which the editor would fetch. */
  readonly schemas: readonly RemoteSchema[];
  /** New secrets in plain text, such as access tokens. */
  readonly secrets: readonly SecretFinding[];
  /** New text that a diff shows only after scrolling far to the right or down. */
  readonly outOfSight: readonly OutOfSight[];
  /** Whether the change makes a file executable. */
  readonly makesExecutable: boolean;
  /** Whether a new name is a device name on Windows. */
  readonly hasDeviceName: boolean;
}

/** A line with text outside the visible part of a diff. */
export interface OutOfSight {
  /** The cause that moves it out of sight: white space in the line, blank lines above it, or its own length. */
  readonly kind: 'blanks' | 'blankLines' | 'longLine';
  /** 1-based. */
  readonly line: number;
}

/** Maximum number of findings of one kind (of `inPath`, for each path). `schemas` has a lower one, `maxSchemas`. */
export const maxFindings = 100;

/** Cached warnings by change. Changes are immutable, so each is searched once. */
const warningsByChange = new WeakMap<Change, { readonly warnings: Warnings | undefined }>();

/** Finds details of a change that a user could overlook, once for each change; undefined if there are none. */
export function findWarningsSync(change: Change): Warnings | undefined {
  return runSync(findWarnings(change));
}

/** `findWarningsSync` as a time-sliced generator. */
export function* findWarnings(change: Change): Yielding<Warnings | undefined> {
  const cached = warningsByChange.get(change) ?? { warnings: yield* computeWarnings(change) };
  warningsByChange.set(change, cached);
  return cached.warnings;
}

/** Fills the cache of `findWarningsSync`; only a review needs it. */
export function* precomputeWarnings(changes: readonly Change[]): Yielding<void> {
  for (const change of changes) {
    yield* findWarnings(change);
    yield;
  }
}

function* computeWarnings(change: Change): Yielding<Warnings | undefined> {
  const before = 'before' in change ? comparableText(change.before) : undefined;
  const after = 'after' in change ? comparableText(change.after) : undefined;
  const edits = change.kind === 'update' ? change.edits : undefined;
  const hidden = after === undefined ? [] : findNewHidden(before, after, edits, maxFindings);
  yield;
  const schemas = after === undefined ? [] : findNewRemoteSchemas(before, after, change.at.path);
  yield;
  const warnings = {
    hidden,
    inPath: locationsOf(change).flatMap(({ path }) => findHidden(path, maxFindings)),
    schemas,
    secrets: after === undefined ? [] : yield* findNewSecrets(before, after, maxFindings),
    outOfSight: after === undefined ? [] : yield* findNewlyOutOfSight(before, after),
    hasDeviceName: change.kind !== 'update' && change.kind !== 'delete' && change.at.path.split('/').some(isDeviceName),
    makesExecutable: 'mode' in change && change.mode?.after === true && change.mode.before !== true,
  };
  // This list must contain every list and flag of `Warnings`: a missing one would be dropped if it were the only
  // warning.
  const lists = [warnings.hidden, warnings.inPath, warnings.schemas, warnings.secrets, warnings.outOfSight];
  const hasFlag = warnings.makesExecutable || warnings.hasDeviceName;
  return hasFlag || lists.some((list) => list.length > 0) ? warnings : undefined;
}

/** Columns of one run of white space that push the text after it out of a diff; a tab counts as four. */
const hidingRunColumns = 80;
/** Total columns of white space with this effect, in runs of at least `minRunColumns`: shorter ones align code. */
const hidingTotalColumns = 160;
const minRunColumns = 20;
/** White space that may reach `minRunColumns`. Fewer units of alternating blanks and tabs are not seen as one run. */
const longRuns = new RegExp(`\\s{${minRunColumns},}|\\t+`, 'g');
/** Maximum length of a line that counts as short, in UTF-16 units. */
const maxLineChars = 1000;
/** Number of blank lines that push the text below them out of a diff. */
const hidingBlankLines = 50;
/** Maximum number of findings in the old text that are remembered; with more, some of them may count as new. */
const maxKnownFindings = 10_000;

interface LineOutOfSight extends OutOfSight {
  /** Text of the line, by which a finding is recognized in the old text. */
  readonly text: string;
}

/** The first `maxFindings` findings in `after` that are not in `before`, in order. */
function* findNewlyOutOfSight(before: string | undefined, after: string): Yielding<readonly OutOfSight[]> {
  const findings = yield* findOutOfSight(after, maxFindings + maxKnownFindings);
  if (findings.length === 0) return [];
  const knownKeys = new Set((yield* findOutOfSight(before ?? '', maxKnownFindings)).map(findingKey));
  const newFindings = findings.filter((finding) => !knownKeys.has(findingKey(finding)));
  return newFindings.slice(0, maxFindings).map(({ kind, line }) => ({ kind, line }));
}

function findingKey({ kind, text }: LineOutOfSight): string {
  return `${kind} ${text}`;
}

function* findOutOfSight(text: string, limit: number): Yielding<LineOutOfSight[]> {
  const findings: LineOutOfSight[] = [];
  const sinceYield = { units: 0 };
  let blankLines = 0;
  let line = 0;
  for (let start = 0; start < text.length && findings.length < limit;) {
    const end = endOfLine(text, start);
    line += 1;
    // Fast path: a short line that begins with text has no findings, unless blank lines precede it.
    const isHarmless = end - start <= minRunColumns && blankLines === 0 && !mayBeBlank(text.charCodeAt(start));
    const content = isHarmless ? '' : text.slice(start, end);
    if (content.trim() !== '') {
      for (const kind of kindsOutOfSight(content, blankLines)) findings.push({ kind, line, text: content });
      blankLines = 0;
    } else if (!isHarmless) blankLines += 1;
    start = text.startsWith('\r\n', end) ? end + 2 : end + 1;
    if (countTowardsYield(sinceYield, 1)) yield;
  }
  return findings;
}

/** The kinds of findings on a line with text, below a number of blank lines. */
function kindsOutOfSight(content: string, blankLines: number): OutOfSight['kind'][] {
  const kinds: OutOfSight['kind'][] = [];
  if (blankLines >= hidingBlankLines) kinds.push('blankLines');
  if (content.length > maxLineChars) kinds.push('longLine');
  if (content.length > minRunColumns && hasWideBlanks(content)) kinds.push('blanks');
  return kinds;
}

/** Whether a UTF-16 unit may be white space or a line ending: it is not a visible ASCII character. */
function mayBeBlank(code: number): boolean {
  return code <= 0x20 || code > 0x7e;
}

const lineEnd = /[\r\n]/g;

function endOfLine(text: string, start: number): number {
  lineEnd.lastIndex = start;
  return lineEnd.exec(text)?.index ?? text.length;
}

/** Whether white space pushes text of a line out of sight; trailing white space does not count. */
function hasWideBlanks(line: string): boolean {
  let total = 0;
  for (const [run] of line.trimEnd().matchAll(longRuns)) {
    const columns = run.length + 3 * (run.split('\t').length - 1);
    if (columns >= hidingRunColumns) return true;
    if (columns >= minRunColumns) total += columns;
  }
  return total >= hidingTotalColumns;
}

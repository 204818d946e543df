import type { Change, FileContent } from '../../../src/core/change/change.ts';
import { binaryKind, looksBinary } from '../../../src/core/text/bytes.ts';
import { composeEdits } from '../../../src/core/diff/composeEdits.ts';
import { findWarningsSync } from '../../../src/core/change/warnings/warnings.ts';
import * as encodings from '../../../src/core/text/encoding.ts';
import { groupEvents } from '../../../src/core/toReview/historyGroups.ts';
import { invertChange, invertCall } from '../../../src/core/change/inverse.ts';
import {
  blobHashesOf,
  totalBytes,
  storedContentsOf,
  type JournalEntry,
} from '../../../src/core/journal/journalEntry.ts';
import { toStored, loadChange } from '../../../src/core/journal/storedChange.ts';
import { excludeWithDependents, findDependencies, includeAgain } from '../../../src/core/change/exclude.ts';
import { withoutImpliedFolders } from '../../../src/core/change/summary.ts';
import * as summary from '../../../src/core/change/summary.ts';
import { isPartialWrite } from '../../../src/core/journal/partialWrite.ts';
import { locationOf } from '../change/changes.ts';
import { outcomesHold } from './outcomes.ts';

const latin = (text: string): Uint8Array => Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 0xff);

interface BytesInput {
  /** One character a byte. */
  readonly bytes: string;
  readonly other: string;
  readonly cut: number;
}

/** One side of a change: a text in an encoding, bytes, a folder, or a link's target. */
type Side =
  | { readonly text: string; readonly encoding: 'utf8' | 'utf16le' | 'utf8bom' }
  | { readonly binary: string }
  | { readonly link: string }
  | 'folder';

/** A change, with paths for its locations. */
interface ChangeInput {
  readonly kind: Change['kind'];
  readonly at: string;
  readonly from?: string;
  readonly before?: Side;
  readonly after?: Side;
  readonly mode?: { readonly before: boolean; readonly after: boolean };
}

function contentOf(side: Side): unknown {
  if (side === 'folder') return { kind: 'directory' };
  if ('link' in side) return { kind: 'link', target: side.link };
  const text = 'text' in side ? side.text : side.binary;
  const known = { bytes: encodings.encodeUtf8(text), sha256: JSON.stringify(text) };
  return 'text' in side ? { kind: 'text', ...side, ...known } : { kind: 'binary', ...known };
}

function changeOf({ at, from, before, after, ...rest }: ChangeInput): Change {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows are changes
  return {
    ...rest,
    at: locationOf(at),
    ...(from === undefined ? {} : { from: locationOf(from) }),
    ...(before === undefined ? {} : { before: contentOf(before) }),
    ...(after === undefined ? {} : { after: contentOf(after) }),
  } as Change;
}

/** A change of an outcome, in a line. */
function short(change: Change): string {
  const side = (content: FileContent | { readonly kind: string; readonly target?: string }): string =>
    'text' in content ? content.text : 'target' in content ? `→ ${content.target}` : content.kind;
  return [
    change.kind,
    ...('from' in change ? [change.from.path] : []),
    change.at.path,
    ...('before' in change ? [side(change.before)] : []),
    ...('after' in change ? [side(change.after)] : []),
    ...('mode' in change ? [JSON.stringify(change.mode)] : []),
  ].join(' | ');
}

interface CallInput {
  readonly changes: readonly ChangeInput[];
  /** Which of the changes are excluded, and which share a session. */
  readonly bits: number;
  readonly at: number;
}

/** The warnings about a change with the names of the recorded outcomes. */
function recordedWarningsOf(change: Change): object | undefined {
  const warnings = findWarningsSync(change);
  if (warnings === undefined) return undefined;
  const { hasDeviceName: device, makesExecutable: executable, ...findings } = warnings;
  return { ...findings, device, executable };
}

describe('what comes of bytes and of changes', () => {
  outcomesHold('bytes', ({ cut, ...texts }: BytesInput) => {
    const [bytes, other] = [latin(texts.bytes), latin(texts.other)];
    const decoded = encodings.decodeUtf8(bytes);
    return {
      binary: looksBinary(bytes),
      kind: binaryKind(bytes),
      bom: encodings.detectBom(bytes),
      unmarked: encodings.detectUnmarkedUtf16(bytes),
      text: encodings.displayText(decoded.text),
      errors: decoded.errors,
      again: encodings.encodeUtf8(decoded.text),
      wide: (['utf16le', 'utf16be'] as const).map((encoding) => {
        const { text, ...rest } = encodings.decodeUtf16(bytes, encoding);
        return [encodings.displayText(text), rest, encodings.encodeUtf16(text, encoding)];
      }),
      partial: [
        isPartialWrite(bytes.slice(0, cut), other, bytes),
        isPartialWrite(other, bytes, other),
        isPartialWrite(Uint8Array.of(...bytes.slice(0, cut), ...other.slice(cut)), other, bytes),
      ],
    };
  });

  outcomesHold('changes', async ({ max, ...input }: ChangeInput & { readonly max: number }) => {
    const change = changeOf(input);
    const contents = new Map(storedContentsOf(change).map((side) => [side.sha256, side.bytes]));
    const stored = toStored(change);
    const restored = await loadChange(
      stored,
      async (hash) => contents.get(hash) ?? new Uint8Array(),
      async (bytes) => encodings.decodeUtf8(bytes).text,
    );
    return {
      words: summary.describeChange(change),
      diff: summary.diffOf(change, max),
      counts: summary.countsOf(change),
      linesChanged: summary.countChangedLines(change),
      changedLines: summary.writtenLineRanges(change),
      locations: summary.locationsOf(change).map(({ path }) => path),
      warnings: recordedWarningsOf(change),
      stored,
      restored: short(restored),
      inverse: short(invertChange(change)),
    };
  });

  outcomesHold('calls', ({ changes: rows, bits, at }: CallInput) => {
    const changes = rows.map(changeOf);
    const chosen = new Set(changes.filter((_, index) => (bits & (1 << index)) > 0));
    const indexes = (set: ReadonlySet<Change>): number[] =>
      changes.flatMap((each, index) => (set.has(each) ? [index] : []));
    const entries = changes.map((each, index): JournalEntry => ({
      version: 2,
      id: String(index),
      time: new Date(index * bits * 9000).toISOString(),
      title: 't',
      tool: 'x',
      ...(index % 3 === at % 3 ? {} : { session: String(bits >> index) }),
      state: 'applied',
      bytes: 1,
      changes: [toStored(each)],
    }));
    const included = changes[at % changes.length];
    return {
      total: summary.sumCounts(changes),
      bytes: totalBytes(changes),
      blobs: entries.map(blobHashesOf),
      groups: groupEvents(entries, []).map(({ calls }) => calls.map(({ id }) => id)),
      inverse: invertCall(changes).map(short),
      excluded: indexes(excludeWithDependents(findDependencies(changes), chosen)),
      included: included === undefined ? [] : indexes(includeAgain(findDependencies(changes), chosen, [included])),
      planned: withoutImpliedFolders(changes).length,
    };
  });

  outcomesHold(
    'edits',
    ({ before, steps }: { readonly before: string; readonly steps: Parameters<typeof composeEdits>[1] }) =>
      composeEdits(before, steps),
  );
});

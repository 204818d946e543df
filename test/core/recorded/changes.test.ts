import type { Change, Content, FileContent, Location } from '../../../src/core/change/change.ts';
import { binaryKind, looksBinary } from '../../../src/core/text/binary.ts';
import { composeEdits } from '../../../src/core/diff/composeEdits.ts';
import { warningsOf } from '../../../src/core/change/warnings.ts';
import {
  decodeUtf16,
  decodeUtf8,
  detectBom,
  displayText,
  encodeUtf16,
  encodeUtf8,
  unmarkedUtf16,
} from '../../../src/core/text/encoding.ts';
import { groupCalls } from '../../../src/core/journal/historyGroups.ts';
import { inverse, inverseOf } from '../../../src/core/change/inverse.ts';
import {
  blobsOf,
  bytesOf,
  contentsOf,
  fromStored,
  toStored,
  type JournalEntry,
} from '../../../src/core/journal/journalEntry.ts';
import { exclude, include } from '../../../src/core/change/exclude.ts';
import { withoutImpliedFolders } from '../../../src/core/change/impliedFolders.ts';
import {
  changedLines,
  countsOf,
  diffOf,
  linesChanged,
  locationsOf,
  totalOf,
  wordsOf,
} from '../../../src/core/change/summary.ts';
import { isPartialWrite } from '../../../src/core/journal/partialWrite.ts';
import { numbersFrom, type Draw } from '../../random.ts';
import { assertRecorded, outcomesOf, pick, some } from './recorded.ts';

const magic =
  "\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8|RIFF1234WEBPVP8|II*\0|MM\0*|\0\0\x01\0|BM|8BPS\0|%PDF-|PK\x03\x04|PK\x05\x06|\x1f\x8b|BZh|\xfd7zXZ\0|\x28\xb5\x2f\xfd|7z\xbc\xaf'\x1c|Rar!\x1a\x07|!<arch>\n|\x7fELF|MZ|\xcf\xfa\xed\xfe|\xce\xfa\xed\xfe|\xca\xfe\xba\xbe\0\0\0\x02|\xca\xfe\xba\xbe|\0asm|BC\xc0\xde|SQLite format 3\0|ID3|OggS|fLaC|RIFF1234WAVEfmt |1234ftyp|\x1a\x45\xdf\xa3|wOFF|wOFF2|OTTO\0|\0\x01\0\0|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|DIRC\0|PACK\0|text|".split(
    '|',
  );
const units =
  'a|\n|\0|\xef\xbb\xbf|\xff\xfe|\xfe\xff|é|\xc3\xa9|\xe2\x82\xac|\xf0\x9f\x98\x80|\xc0\xaf|\xed\xa0\x80|\xf4\x90\x80\x80|\x80|\xc3|\xe2\x82|a\0|\0a|=\xd8\0\xde|\0\xd8|\xd8\0|\xd8=\xde\0|\xdc\0|\r\n'.split(
    '|',
  );
const latin = (text: string): Uint8Array => Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 0xff);

const texts = ['', 'a\n', 'a\nb\n', 'a\nb\nc', 'b\n\u200bx\n', 'a\r\nb\r\n', 'import os\n', 'b\na\n'];

function file(draw: Draw): FileContent {
  const text = pick(draw, texts);
  const bytes = encodeUtf8(text);
  const sha256 = String(texts.indexOf(text));
  return draw(4) === 0
    ? { kind: 'binary', bytes, sha256 }
    : { kind: 'text', text, encoding: pick(draw, ['utf8', 'utf8', 'utf16le', 'utf8bom']), bytes, sha256 };
}

function content(draw: Draw): Content {
  return draw(5) > 0 ? file(draw) : pick<Content>(draw, [{ kind: 'directory' }, { kind: 'link', target: 'a' }]);
}

function at(draw: Draw): Location {
  const path = pick(draw, ['a', 'b', 'd', 'd/a', 'd/e', 'd/e/f', 'x.ts', 'D']);
  return { uri: `file:///w/${path}`, path, real: `file:///w/${path}` };
}

function change(draw: Draw): Change {
  const mode = draw(4) === 0 ? { mode: { before: draw(2) === 0, after: draw(2) === 0 } } : {};
  const [before, after] = [content(draw), content(draw)];
  return pick<Change>(draw, [
    { kind: 'create', at: at(draw), after: file(draw), ...mode },
    { kind: 'create', at: at(draw), after: { kind: 'link', target: 'b' } },
    { kind: 'update', at: at(draw), before: file(draw), after: file(draw), ...mode },
    { kind: 'delete', at: at(draw), before, ...mode },
    { kind: 'move', from: at(draw), at: at(draw), before, after, ...mode },
    { kind: 'copy', from: at(draw), at: at(draw), after, ...mode },
    { kind: 'createDirectory', at: at(draw) },
  ]);
}

describe('what comes of bytes and of changes', () => {
  it('is as it was: bytes', async () => {
    const draw = numbersFrom(41);
    const make = () => ({
      bytes: latin(
        pick(draw, magic) +
          (draw(9) === 0 ? 'x'.repeat(200 + draw(80)) + 'ustar' : '') +
          some(draw, units, 12).join(''),
      ),
      other: latin(some(draw, units, 6).join('')),
      cut: draw(14),
    });
    const work = ({ bytes, other, cut }: ReturnType<typeof make>) => {
      const decoded = decodeUtf8(bytes);
      const wide = (['utf16le', 'utf16be'] as const).map((encoding) => {
        const { text, ...rest } = decodeUtf16(bytes, encoding);
        return [displayText(text), rest, encodeUtf16(text, encoding)];
      });
      return [
        looksBinary(bytes),
        binaryKind(bytes),
        detectBom(bytes),
        unmarkedUtf16(bytes),
        displayText(decoded.text),
        decoded.errors,
        encodeUtf8(decoded.text),
        wide,
        isPartialWrite(bytes.slice(0, cut), other, bytes),
        isPartialWrite(other, bytes, other),
        isPartialWrite(Uint8Array.of(...bytes.slice(0, cut), ...other.slice(cut)), other, bytes),
      ];
    };
    assertRecorded('bytes', await outcomesOf(3000, make, work));
  });

  it('is as it was: changes', async () => {
    const draw = numbersFrom(42);
    const make = () => ({
      changes: Array.from({ length: 1 + draw(6) }, () => change(draw)),
      bits: draw(64),
      at: draw(6),
      max: 30 + draw(100),
    });
    const work = async ({ changes, bits, at, max }: ReturnType<typeof make>) => {
      const stored = changes.map(toStored);
      const contents = new Map(changes.flatMap(contentsOf).map((side) => [side.sha256, side.bytes]));
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
      return [
        changes.map((each) => [
          wordsOf(each),
          diffOf(each, max),
          countsOf(each),
          linesChanged(each),
          changedLines(each),
          locationsOf(each),
          warningsOf(each),
        ]),
        totalOf(changes),
        stored,
        await Promise.all(
          stored.map((each) =>
            fromStored(
              each,
              async (hash) => contents.get(hash) ?? new Uint8Array(),
              async (bytes) => decodeUtf8(bytes).text,
            ),
          ),
        ),
        bytesOf(changes),
        entries.map(blobsOf),
        groupCalls(entries).map(({ calls, ...group }) => [group, calls.map(({ id }) => id)]),
        changes.map(inverse),
        inverseOf(changes),
        indexes(exclude(changes, chosen)),
        indexes(include(changes, chosen, changes[at % changes.length] ?? pick(numbersFrom(1), changes))),
        withoutImpliedFolders(changes).length,
      ];
    };
    assertRecorded('changes', await outcomesOf(1500, make, work));
  });

  it('is as it was: edits of edits', async () => {
    const draw = numbersFrom(43);
    const make = () => {
      const before = 'abcdefghijklmnop'.slice(0, draw(17));
      let length = before.length;
      const steps = Array.from({ length: draw(4) }, () => {
        let from = 0;
        const edits = [];
        for (let left = draw(4); left > 0; left--) {
          const start = from + draw(length - from + 1);
          const end = start + draw(length - start + 1);
          edits.push({ start, end, text: 'XYZ'.slice(draw(4)) });
          from = end;
        }
        length += edits.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
        return edits;
      });
      return { before, steps };
    };
    assertRecorded('edits', await outcomesOf(1500, make, ({ before, steps }) => composeEdits(before, steps)));
  });
});

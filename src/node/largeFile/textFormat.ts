// Detects the encoding of a large file, and creates the function that decodes its lines for display.

import {
  countReplacements,
  decodeUtf16,
  decodeUtf8,
  detectBom,
  displayText,
  detectUnmarkedUtf16,
} from '../../core/text/encoding.ts';
import { ToolError } from '../../core/wording/errors.ts';

export interface DecodedText {
  readonly text: string;
  /** Number of bytes or units that are invalid in the encoding; each is U+FFFD in the text. */
  readonly errorCount: number;
}

/**
 * A text encoding and how to decode it. Invariant: no other character contains the code units of CR and LF, so lines
 * are split before they are decoded.
 */
export interface TextFormat {
  /** VS Code's name of the encoding. */
  readonly name: string;
  /** Bytes of a code unit, and so of a CR or LF. */
  readonly unitBytes: 1 | 2;
  /** Order of the bytes in a unit; false for units of one byte. */
  readonly bigEndian: boolean;
  /** Number of bytes of the byte order mark at the start of the file. */
  readonly bomBytes: number;
  /** Decodes a line, without byte order mark. It may be truncated: part of a character at its end is U+FFFD, too. */
  readonly decode: (bytes: Uint8Array) => DecodedText;
}

/** WHATWG labels by VS Code's names, where `getWhatwgLabel` cannot derive them. */
const whatwgLabelByName: ReadonlyMap<string, string> = new Map([
  ['shiftjis', 'shift_jis'],
  ['eucjp', 'euc-jp'],
  ['euckr', 'euc-kr'],
  ['koi8r', 'koi8-r'],
  ['koi8u', 'koi8-u'],
  ['cp950', 'big5'],
  ['big5hkscs', 'big5-hkscs'],
]);

/**
 * Detects the format of a file by its first bytes, or else uses the requested encoding.
 *
 * @param requestedEncoding VS Code's name
 * @throws `ToolError` `ENCODING` for an encoding that this platform cannot decode
 */
export function detectTextFormat(head: Uint8Array, requestedEncoding = 'utf8'): TextFormat {
  const bom = detectBom(head);
  // A file without a byte order mark is plain UTF-8, also if `utf8bom` was requested.
  const unmarkedEncoding = requestedEncoding === 'utf8bom' ? 'utf8' : requestedEncoding;
  const name = bom?.encoding ?? detectUnmarkedUtf16(head) ?? unmarkedEncoding;
  const bomBytes = bom?.length ?? 0;
  if (name === 'utf16le' || name === 'utf16be') {
    return {
      name,
      unitBytes: 2,
      bigEndian: name === 'utf16be',
      bomBytes,
      decode: (bytes) => toDecodedText(decodeUtf16(bytes, name)),
    };
  }
  const decode =
    name === 'utf8' || name === 'utf8bom'
      ? (bytes: Uint8Array) => toDecodedText(decodeUtf8(bytes))
      : createLegacyDecoder(name);
  return { name, unitBytes: 1, bigEndian: false, bomBytes, decode };
}

function toDecodedText({ text, errors }: { readonly text: string; readonly errors: number }): DecodedText {
  return { text: errors === 0 ? text : displayText(text), errorCount: errors };
}

/** WHATWG's label of an encoding. Most differ from VS Code's name only by dashes. */
function getWhatwgLabel(name: string): string {
  const label = whatwgLabelByName.get(name);
  return label ?? name.replace(/^windows(\d+)$/, 'windows-$1').replace(/^iso8859(\d+)$/, 'iso-8859-$1');
}

/** Creates the decoder of an encoding other than Unicode's. @throws as `detectTextFormat` */
function createLegacyDecoder(name: string): TextFormat['decode'] {
  // A WHATWG decoder treats the label iso-8859-1 as windows-1252.
  if (name === 'iso88591') return (bytes) => ({ text: Buffer.from(bytes).toString('latin1'), errorCount: 0 });
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(getWhatwgLabel(name));
  } catch {
    throw new ToolError(
      'ENCODING',
      `The encoding ${name} cannot be decoded here. Open the file in the editor, then read it.`,
    );
  }
  return (bytes) => {
    const text = decoder.decode(bytes);
    return { text, errorCount: countReplacements(text) };
  };
}

import * as vscode from 'vscode';
import { looksBinary } from '../../core/text/binary.ts';
import type { FaithfulText, FileContent } from '../../core/change/change.ts';
import {
  decodeUtf8,
  decodeUtf16,
  detectBom,
  encodeUtf8,
  encodeUtf16,
  unmarkedUtf16,
  type Decoded,
} from '../../core/text/encoding.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { sha256 } from '../../core/text/hash.ts';
import { sameBytes } from '../../core/text/sameBytes.ts';
import { filesSettings } from './filesSettings.ts';

export interface DecodedFile {
  readonly content: FileContent;
  readonly encodingErrors: number;
}

const marks: Readonly<Record<string, Uint8Array>> = {
  utf8bom: Uint8Array.of(0xef, 0xbb, 0xbf),
  utf16le: Uint8Array.of(0xff, 0xfe),
  utf16be: Uint8Array.of(0xfe, 0xff),
};

/**
 * The bytes of a file as text in the encoding that VS Code decides on (byte order mark, an open document's own,
 * `files.encoding`), or as binary content.
 */
export async function decodeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<DecodedFile> {
  const hash = sha256(bytes);
  if (looksBinary(bytes)) {
    return { content: { kind: 'binary', bytes, sha256: await hash }, encodingErrors: 0 };
  }
  const encoding = detectBom(bytes)?.encoding ?? unmarkedUtf16(bytes) ?? (await chosenEncoding(uri));
  const { text, errors, faithful } = await decodeAs(bytes, encoding);
  const content = { kind: 'text', text, encoding, bytes, sha256: await hash } as const;
  return { content: faithful ? content : { ...content, lossy: true }, encodingErrors: errors };
}

/** The text of bytes in a known encoding, without a byte order mark. */
export async function decodeText(bytes: Uint8Array, encoding: string): Promise<string> {
  return (await decodeAs(bytes, encoding)).text;
}

/** Text as bytes, with the encoding's byte order mark. Throws ENCODING, naming the first character it cannot hold. */
export async function encodeText(text: string, encoding: string): Promise<FaithfulText> {
  const bytes = await encodeBytes(text, encoding);
  return { kind: 'text', text, encoding, bytes, sha256: await sha256(bytes) };
}

/** VS Code hands no larger document to extensions. */
const largestDocument = 50 * 1024 * 1024;

/** The encoding that a new file gets: `files.encoding`. */
export function configuredEncoding(uri: vscode.Uri): string {
  return filesSettings(uri).encoding;
}

/** The languages that have an encoding of their own in the settings. */
export function languagesWithEncoding(uri: vscode.Uri): readonly string[] {
  return filesSettings(uri).languagesWithEncoding;
}

/** The encoding of a file without a byte order mark; for a file too large for the editor no guess is made. */
export async function chosenEncoding(uri: vscode.Uri, size = 0): Promise<string> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return withoutMark(open.encoding);
  const files = filesSettings(uri);
  // Which language a file is in only the editor knows.
  const asks = files.guessesEncoding || files.languagesWithEncoding.length > 0;
  if (!asks || size > largestDocument) return withoutMark(files.encoding);
  // What is yet to be made cannot be opened.
  const encoding = await vscode.workspace.openTextDocument(uri).then(
    (document) => document.encoding,
    () => files.encoding,
  );
  return withoutMark(encoding);
}

/** An encoding that is only told apart by its mark, for bytes that have none. */
function withoutMark(encoding: string): string {
  return encoding === 'utf8bom' ? 'utf8' : encoding;
}

async function decodeAs(bytes: Uint8Array, encoding: string): Promise<Decoded> {
  const mark = marks[encoding];
  const marked = mark !== undefined && mark.every((byte, at) => bytes[at] === byte);
  const body = marked ? bytes.subarray(mark.length) : bytes;
  if (encoding === 'utf8' || encoding === 'utf8bom') return decodeUtf8(body);
  if (encoding === 'utf16le' || encoding === 'utf16be') {
    const decoded = decodeUtf16(body, encoding);
    return { ...decoded, faithful: decoded.faithful && marked };
  }
  const text = await vscode.workspace.decode(bytes, { encoding });
  const again = await vscode.workspace.encode(text, { encoding });
  return { text, errors: text.split('\uFFFD').length - 1, faithful: sameBytes(bytes, again) };
}

async function encodeBytes(text: string, encoding: string): Promise<Uint8Array> {
  const mark = marks[encoding] ?? new Uint8Array();
  if (encoding === 'utf8' || encoding === 'utf8bom') return concat(mark, encodeUtf8(text));
  if (encoding === 'utf16le' || encoding === 'utf16be') return concat(mark, encodeUtf16(text, encoding));
  const bytes = await vscode.workspace.encode(text, { encoding });
  const again = await vscode.workspace.decode(bytes, { encoding });
  if (again !== text) refuseCharacter(text, again, encoding);
  return bytes;
}

function refuseCharacter(text: string, again: string, encoding: string): never {
  let at = 0;
  while (at < text.length && text[at] === again[at]) at++;
  const codePoint = text.codePointAt(at) ?? 0;
  const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  throw new ToolError(
    'ENCODING',
    `The file's encoding (${encoding}) cannot represent ${name} "${String.fromCodePoint(codePoint)}". Nothing was changed; use a character that it can represent.`,
  );
}

function concat(head: Uint8Array, tail: Uint8Array): Uint8Array {
  if (head.length === 0) return tail;
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}

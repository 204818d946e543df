// Converts between texts and bytes as VS Code does: for files, and for the texts of Redline's virtual files.

import * as vscode from 'vscode';
import type { FaithfulText, FileContent } from '../../core/change/change.ts';
import {
  countReplacements,
  decodeUtf8,
  decodeUtf16,
  detectBom,
  encodeUtf8,
  encodeUtf16,
  detectUnmarkedUtf16,
  type Decoded,
  encodingProbe,
} from '../../core/text/encoding.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { looksBinary, sha256, concatBytes, equalBytes } from '../../core/text/bytes.ts';
import { openDocument } from './openDocuments.ts';
import { filesSettings, usesOneEncoding } from './filesSettings.ts';

export interface DecodedFile {
  readonly content: FileContent;
  /** Number of invalid byte sequences, which are decoded to U+FFFD; 0 for binary content. */
  readonly encodingErrors: number;
}

/** The byte order marks that VS Code writes, by encoding. */
const boms: Readonly<Record<string, Uint8Array>> = {
  utf8bom: Uint8Array.of(0xef, 0xbb, 0xbf),
  utf16le: Uint8Array.of(0xff, 0xfe),
  utf16be: Uint8Array.of(0xfe, 0xff),
};

/**
 * Decodes a file as text, in the encoding that VS Code would choose (by the byte order mark, else the encoding of an
 * open document, else `files.encoding`), or as binary content.
 */
export async function decodeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<DecodedFile> {
  const hash = sha256(bytes);
  if (looksBinary(bytes)) {
    return { content: { kind: 'binary', bytes, sha256: await hash }, encodingErrors: 0 };
  }
  const encoding = detectBom(bytes)?.encoding ?? detectUnmarkedUtf16(bytes) ?? (await chosenEncoding(uri));
  const { text, errors, faithful } = await decodeAs(bytes, encoding);
  const content = { kind: 'text', text, encoding, bytes, sha256: await hash } as const;
  // Lossy: encoding the text again would give other bytes.
  return { content: faithful ? content : { ...content, lossy: true }, encodingErrors: errors };
}

/** Decodes bytes in a known encoding. The text has no byte order mark. */
export async function decodeText(bytes: Uint8Array, encoding: string): Promise<string> {
  return (await decodeAs(bytes, encoding)).text;
}

/**
 * Encodes text, with the encoding's byte order mark.
 * @throws ToolError ENCODING, naming the first character that cannot be encoded
 */
export async function encodeText(text: string, encoding: string): Promise<FaithfulText> {
  const bytes = await encodeBytes(text, encoding);
  return { kind: 'text', text, encoding, bytes, sha256: await sha256(bytes) };
}

/**
 * Maximum size of a file that VS Code opens as a document for extensions (`_MODEL_SYNC_LIMIT` in its sources). The
 * descriptions of the tools repeat it as 50 MiB.
 */
const maxDocumentBytes = 50 * 1024 * 1024;

/**
 * The encoding of a file without a byte order mark, as VS Code would choose it.
 * @param size of the file in bytes, if known: above `maxDocumentBytes`, the encoding is not guessed
 */
export async function chosenEncoding(uri: vscode.Uri, size = 0): Promise<string> {
  const open = openDocument(uri);
  if (open !== undefined) return withoutBom(open.encoding);
  const files = filesSettings(uri);
  // If the encoding depends on the file's content or language, only the editor knows it, once it has opened the file.
  if (usesOneEncoding(files) || size > maxDocumentBytes) return withoutBom(files.encoding);
  // A file that does not exist yet cannot be opened.
  const encoding = await vscode.workspace.openTextDocument(uri).then(
    (document) => document.encoding,
    () => configuredEncoding(uri),
  );
  return withoutBom(encoding);
}

/**
 * The encoding that the settings give to a new file, which may depend on the language of its name. If that cannot be
 * determined, the encoding for all languages.
 */
export async function configuredEncoding(uri: vscode.Uri): Promise<string> {
  const { encoding, languagesWithEncoding } = filesSettings(uri);
  const encodings = languagesWithEncoding.map((languageId) =>
    vscode.workspace.getConfiguration('files', { uri, languageId }).get<string>('encoding', encoding),
  );
  if (encodings.every((other) => other === encoding)) return encoding;
  // VS Code does not expose the encoding for a name, but uses it to encode: the bytes of a probe text reveal it.
  const probeBytes = await vscode.workspace.encode(encodingProbe, { uri });
  for (const candidate of new Set([encoding, ...encodings])) {
    const candidateBytes = await vscode.workspace.encode(encodingProbe, { encoding: candidate });
    if (equalBytes(candidateBytes, probeBytes)) return candidate;
  }
  return encoding;
}

/** The same encoding, but without a byte order mark: `utf8bom` becomes `utf8`. */
function withoutBom(encoding: string): string {
  return encoding === 'utf8bom' ? 'utf8' : encoding;
}

async function decodeAs(bytes: Uint8Array, encoding: string): Promise<Decoded> {
  const bom = boms[encoding];
  const hasBom = bom !== undefined && bom.every((byte, index) => bytes[index] === byte);
  const body = hasBom ? bytes.subarray(bom.length) : bytes;
  if (encoding === 'utf8' || encoding === 'utf8bom') return decodeUtf8(body);
  if (encoding === 'utf16le' || encoding === 'utf16be') {
    const decoded = decodeUtf16(body, encoding);
    // Without a mark, encoding the text again would add one.
    return { ...decoded, faithful: decoded.faithful && hasBom };
  }
  const text = await vscode.workspace.decode(bytes, { encoding });
  const reencoded = await vscode.workspace.encode(text, { encoding });
  return { text, errors: countReplacements(text), faithful: equalBytes(bytes, reencoded) };
}

/** Encodes text, with the encoding's byte order mark. @throws ToolError ENCODING */
async function encodeBytes(text: string, encoding: string): Promise<Uint8Array> {
  const bom = boms[encoding] ?? new Uint8Array();
  if (encoding === 'utf8' || encoding === 'utf8bom') return concatBytes([bom, encodeUtf8(text)]);
  if (encoding === 'utf16le' || encoding === 'utf16be') return concatBytes([bom, encodeUtf16(text, encoding)]);
  const bytes = await vscode.workspace.encode(text, { encoding });
  const decoded = await vscode.workspace.decode(bytes, { encoding });
  if (decoded !== text) throwUnencodable(text, decoded, encoding);
  return bytes;
}

/** Throws ENCODING for the first character that did not survive encoding. */
function throwUnencodable(text: string, decoded: string, encoding: string): never {
  let index = 0;
  while (index < text.length && text[index] === decoded[index]) index++;
  const codePoint = text.codePointAt(index) ?? 0;
  const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  throw new ToolError(
    'ENCODING',
    `The file's encoding (${encoding}) cannot represent ${name} "${String.fromCodePoint(codePoint)}". Nothing was changed; use a character that it can represent.`,
  );
}

/**
 * Encodes the text of a virtual file as UTF-8, which needs a byte order mark wherever VS Code may choose another
 * encoding. VS Code removes two marks (when decoding, and when splitting into lines), so a text with its own mark gets two
 * more.
 */
export function encodeVirtualFile(text: string, file: vscode.Uri): Uint8Array {
  return new TextEncoder().encode('\uFEFF'.repeat(byteOrderMarksBefore(text, file)) + text);
}

/**
 * Number of byte order marks to prepend to a text.
 * @param file the URI that VS Code opens, by which it chooses the encoding
 */
export function byteOrderMarksBefore(text: string, file: vscode.Uri): number {
  if (text.startsWith('\uFEFF')) return 2;
  const settings = filesSettings(file);
  return settings.encoding === 'utf8' && usesOneEncoding(settings) ? 0 : 1;
}

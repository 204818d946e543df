// Works on the bytes of files without decoding them: joins, compares and hashes them, and tells binary files from text
// by their start.
import { detectBom, detectUnmarkedUtf16 } from './encoding.ts';
import { bytesPerMebibyte } from './sizeLimits.ts';

/** Concatenates bytes into a new array. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joinedBytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    joinedBytes.set(part, offset);
    offset += part.length;
  }
  return joinedBytes;
}

/** Whether two arrays have the same bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/**
 * Node's hash functions, which need no copy and no other thread. Not imported: a web worker has no Node modules. Marked
 * pure, so that the bridge, which hashes nothing, is bundled without it.
 */
const nodeCrypto = /* @__PURE__ */ (() => globalThis.process?.getBuiltinModule?.('node:crypto'))();

/** Maximum number of bytes hashed synchronously: a few milliseconds of work. */
const maxSyncBytes = 8 * bytesPerMebibyte;

/** SHA-256 (FIPS 180-4) of bytes as 64 lower-case hexadecimal digits. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  if (nodeCrypto !== undefined && bytes.length <= maxSyncBytes) return nodeCrypto.hash('sha256', bytes, 'hex');
  // `digest` rejects shared memory, which has to be copied.
  const digest = await globalThis.crypto.subtle.digest('SHA-256', isUnshared(bytes) ? bytes : new Uint8Array(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isUnshared(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}

interface Signature {
  readonly name: string;
  /** Bytes as Latin-1 text. */
  readonly magic: string;
  /** Offset of these bytes in the file; 0 if omitted. */
  readonly offset?: number;
  /** Whether no text has these bytes there. Other signatures count only in a file with a NUL byte. */
  readonly isCertain: boolean;
}

/**
 * Magic bytes of file formats, from the formats' specifications and the signatures of file(1). The first that matches
 * counts, so a longer one comes before its own beginning (Mach-O universal, Java class).
 */
const signatures: readonly Signature[] = [
  { name: 'PNG image', magic: '\x89PNG\r\n\x1a\n', isCertain: true },
  { name: 'JPEG image', magic: '\xff\xd8\xff', isCertain: true },
  { name: 'GIF image', magic: 'GIF8', isCertain: false },
  { name: 'WebP image', magic: 'WEBPVP8', offset: 8, isCertain: true },
  { name: 'TIFF image', magic: 'II*\0', isCertain: true },
  { name: 'TIFF image', magic: 'MM\0*', isCertain: true },
  { name: 'icon', magic: '\0\0\x01\0', isCertain: true },
  { name: 'BMP image', magic: 'BM', isCertain: false },
  { name: 'Photoshop image', magic: '8BPS\0', isCertain: true },
  { name: 'PDF document', magic: '%PDF-', isCertain: true },
  { name: 'ZIP archive', magic: 'PK\x03\x04', isCertain: true },
  { name: 'ZIP archive', magic: 'PK\x05\x06', isCertain: true },
  { name: 'gzip archive', magic: '\x1f\x8b', isCertain: true },
  { name: 'bzip2 archive', magic: 'BZh', isCertain: false },
  { name: 'xz archive', magic: '\xfd7zXZ\0', isCertain: true },
  { name: 'Zstandard archive', magic: '\x28\xb5\x2f\xfd', isCertain: true },
  { name: '7-Zip archive', magic: "7z\xbc\xaf'\x1c", isCertain: true },
  { name: 'RAR archive', magic: 'Rar!\x1a\x07', isCertain: true },
  { name: 'tar archive', magic: 'ustar', offset: 257, isCertain: false },
  { name: 'ar archive', magic: '!<arch>\n', isCertain: false },
  { name: 'ELF executable', magic: '\x7fELF', isCertain: true },
  { name: 'Windows executable', magic: 'MZ', isCertain: false },
  { name: 'Mach-O executable', magic: '\xcf\xfa\xed\xfe', isCertain: true },
  { name: 'Mach-O executable', magic: '\xce\xfa\xed\xfe', isCertain: true },
  { name: 'Mach-O universal executable', magic: '\xca\xfe\xba\xbe\0\0\0\x02', isCertain: true },
  { name: 'Java class', magic: '\xca\xfe\xba\xbe', isCertain: true },
  { name: 'WebAssembly module', magic: '\0asm', isCertain: true },
  { name: 'LLVM bitcode', magic: 'BC\xc0\xde', isCertain: true },
  { name: 'SQLite database', magic: 'SQLite format 3\0', isCertain: true },
  { name: 'MP3 audio', magic: 'ID3', isCertain: false },
  { name: 'Ogg media', magic: 'OggS', isCertain: false },
  { name: 'FLAC audio', magic: 'fLaC', isCertain: false },
  { name: 'WAVE audio', magic: 'WAVEfmt ', offset: 8, isCertain: false },
  { name: 'MP4 or other ISO media', magic: 'ftyp', offset: 4, isCertain: false },
  { name: 'Matroska or WebM video', magic: '\x1a\x45\xdf\xa3', isCertain: true },
  { name: 'WOFF font', magic: 'wOFF', isCertain: false },
  { name: 'WOFF2 font', magic: 'wOF2', isCertain: false },
  { name: 'OpenType font', magic: 'OTTO\0', isCertain: true },
  { name: 'TrueType font', magic: '\0\x01\0\0', isCertain: true },
  { name: 'old Office document', magic: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', isCertain: true },
  { name: 'git index', magic: 'DIRC\0', isCertain: true },
  { name: 'git pack', magic: 'PACK\0', isCertain: true },
];

/** Number of bytes searched for a NUL, the same as in git (`buffer_is_binary`, xdiff-interface.c). */
const headBytes = 8000;

/**
 * Whether the bytes at the start of a file are not text: they have a certain signature, or a NUL without being UTF-16.
 * `binaryCandidatePattern` must match in all these files.
 */
export function looksBinary(bytes: Uint8Array): boolean {
  const bom = detectBom(bytes);
  if (bom?.encoding === 'utf16le' || bom?.encoding === 'utf16be') return false;
  if (signatures.some(({ isCertain, magic, offset }) => isCertain && startsWith(bytes, magic, offset))) return true;
  return hasNul(bytes) && detectUnmarkedUtf16(bytes) === undefined;
}

/** Name of the format of a binary file ("PNG image", "ZIP archive"); undefined for text and for unknown signatures. */
export function binaryKind(bytes: Uint8Array): string | undefined {
  if (detectBom(bytes) !== undefined) return undefined;
  const isBinary = hasNul(bytes);
  return signatures.find(({ isCertain, magic, offset }) => (isCertain || isBinary) && startsWith(bytes, magic, offset))
    ?.name;
}

function hasNul(bytes: Uint8Array): boolean {
  return bytes.subarray(0, headBytes).includes(0);
}

function startsWith(bytes: Uint8Array, magic: string, offset = 0): boolean {
  for (let i = 0; i < magic.length; i++) if (bytes[offset + i] !== magic.charCodeAt(i)) return false;
  return true;
}

/**
 * A regular expression over bytes, in ripgrep's syntax, that matches in every file that `looksBinary`: a NUL, or a
 * certain signature without one. It may also match in other files, so it only preselects.
 */
export function binaryCandidatePattern(): string {
  const magics = signatures
    .filter(({ isCertain, magic }) => isCertain && !magic.includes('\0'))
    // Truncated at a line feed, since ripgrep matches line by line.
    .map(({ magic }) => magic.slice(0, magic.search(/$|\n/)));
  const escapedMagics = magics.map((magic) =>
    Array.from(magic, (unit) => `\\x${unit.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  );
  return ['\\x00', ...escapedMagics].join('|');
}

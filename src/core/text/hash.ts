// Hashes bytes with SHA-256.
import { bytesPerMebibyte } from './sizeLimits.ts';

/** Node's hash functions, which need no copy and no other thread. Not imported: a web worker has no Node modules. */
const nodeCrypto = globalThis.process?.getBuiltinModule?.('node:crypto');

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

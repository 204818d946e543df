/**
 * Node's own hashing, which neither copies the bytes nor waits for another thread. It is asked for and not imported, since
 * a web worker, where this runs too, has none.
 */
const node = globalThis.process?.getBuiltinModule?.('node:crypto');

/** Bytes that are hashed while everybody else waits: some milliseconds' work. */
const atOnce = 8 * 1024 * 1024;

/** SHA-256 (FIPS 180-4) of bytes as 64 lower-case hexadecimal digits; made by the platform, in Node and in a web worker. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  if (node !== undefined && bytes.length <= atOnce) return node.hash('sha256', bytes, 'hex');
  // The platform takes its own copy of the bytes, but none that are shared.
  const digest = await globalThis.crypto.subtle.digest('SHA-256', isUnshared(bytes) ? bytes : new Uint8Array(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isUnshared(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}

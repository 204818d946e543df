/** SHA-256 (FIPS 180-4) of bytes as 64 lower-case hexadecimal digits; made by the platform, in Node and in a web worker. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

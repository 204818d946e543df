/** Values that go over the bridge are JSON; bytes, and what has no JSON, stand in it as objects with one key. */
export function toWire(value: unknown): unknown {
  if (value === undefined) return { $undefined: true };
  if (value instanceof Uint8Array) return { $bytes: toBase64(value) };
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toWire(each)]));
}

export function fromWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWire);
  if (typeof value !== 'object' || value === null) return value;
  if ('$undefined' in value) return undefined;
  if ('$bytes' in value) return Uint8Array.from(atob(String(value.$bytes)), (character) => character.charCodeAt(0));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fromWire(each)]));
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

// Formats sizes for display.

const units = ['KiB', 'MiB', 'GiB', 'TiB'];

/** Formats a number of bytes: `512 bytes`, `1.2 KiB`, `3.4 GiB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  let size = bytes;
  let unit = '';
  for (const next of units) {
    // Below this, `toFixed(1)` does not round up to 1024.0.
    if (size < 1023.95) break;
    size /= 1024;
    unit = next;
  }
  return `${size.toFixed(1)} ${unit}`;
}

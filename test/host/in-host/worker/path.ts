/** As much of `node:path` as the suites use, for the paths of a machine with `/`. */
export function join(...parts: readonly string[]): string {
  const whole = parts.filter((part) => part !== '').join('/');
  const kept: string[] = [];
  for (const segment of whole.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (segment !== '..' || !whole.startsWith('/')) kept.push(segment);
  }
  const joined = kept.join('/');
  return whole.startsWith('/') ? `/${joined}` : joined || '.';
}

export function dirname(file: string): string {
  const end = file.lastIndexOf('/');
  if (end < 0) return '.';
  return end === 0 ? '/' : file.slice(0, end);
}

export function basename(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

export const sep = '/';

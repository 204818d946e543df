/** A file by what is in it. */
export interface Hashed {
  readonly path: string;
  readonly sha256: string | undefined;
}

export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** SHA-256 of no bytes: empty files are alike without one having become the other. */
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Which of the files that went are some of those that came, with the very same bytes. Of several equal ones, those of
 * the same name belong together, and the others in the order of their paths.
 */
export function renamesAmong(gone: readonly Hashed[], come: readonly Hashed[]): Rename[] {
  const renames: Rename[] = [];
  const left = new Map<string, string[]>();
  for (const { path, sha256 } of gone) {
    if (sha256 === undefined || sha256 === empty) continue;
    left.set(sha256, [...(left.get(sha256) ?? []), path]);
  }
  const take = (path: string, sha256: string | undefined, which: (from: string) => boolean): boolean => {
    const candidates = sha256 === undefined ? undefined : left.get(sha256);
    const at = candidates?.findIndex(which) ?? -1;
    const [from] = at < 0 ? [] : (candidates?.splice(at, 1) ?? []);
    if (from !== undefined) renames.push({ from, to: path });
    return from !== undefined;
  };
  const rest = come.filter(({ path, sha256 }) => !take(path, sha256, (from) => nameOf(from) === nameOf(path)));
  for (const { path, sha256 } of rest) take(path, sha256, () => true);
  return renames;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

import { sharedEnd } from '../parse/headerPath.ts';
import type { FilePatch, FilePaths } from '../parse/types.ts';

/** A reading of the headers of a patch. */
export interface PrefixRule {
  /** The names of a file without prefixes, or `undefined` where the reading does not fit. */
  readonly pathsOf: (file: FilePatch) => FilePaths | undefined;
  /** False for a prefix that ends somewhere inside a name, which only a file that exists can bear out. */
  readonly isCertain: boolean;
}

/** No more components than this are dropped unasked. */
const maxDropped = 8;

/** The readings of a patch's headers in the order in which they are to be tried. */
export function prefixRules(files: readonly FilePatch[]): readonly PrefixRule[] {
  const pairs = files.slice(0, 3).flatMap(prefixPairs);
  const hasPrefix = pairs.length === 0 && files.every((file) => hasUsualPrefix(file));
  const strips = Array.from({ length: maxDropped + 1 }, (_, count) => count);
  const ordered = hasPrefix && !files.some(hasEqualPaths) ? [1, 0, ...strips.slice(2)] : strips;
  return [...pairs.map(cutRule), ...ordered.map(stripRule)];
}

/** Drops a number of path components; git's `rename from` lines have no prefix, hence one component less. */
export function stripRule(count: number): PrefixRule {
  const pathsOf = (file: FilePatch): FilePaths | undefined => {
    if (file.pathForm === 'plain') return plain(file, count);
    if (file.barePaths !== undefined) {
      return named(
        file,
        drop(file.barePaths.from, Math.max(0, count - 1)),
        drop(file.barePaths.to, Math.max(0, count - 1)),
      );
    }
    return named(file, drop(file.oldPath, count), drop(file.newPath, count));
  };
  return { pathsOf, isCertain: true };
}

/** The paths of an envelope stand as they are; only `a/`, `b/` or a slash in front is let go where they lead nowhere. */
function plain(file: FilePatch, count: number): FilePaths | undefined {
  if (count === 0) return { from: file.oldPath, to: file.newPath };
  if (count > 1) return undefined;
  const cut = (path: string | undefined): string | undefined => path?.replace(/^(?:[ab]\/|\/+|\.\/)/, '');
  return { from: cut(file.oldPath), to: cut(file.newPath) };
}

function cutRule({ from, to, isCertain }: PrefixPair): PrefixRule {
  const pathsOf = (file: FilePatch): FilePaths | undefined => {
    if (file.pathForm === 'plain') return plain(file, 0);
    if (file.barePaths !== undefined) return named(file, file.barePaths.from, file.barePaths.to);
    return named(file, cut(file.oldPath, from), cut(file.newPath, to));
  };
  return { pathsOf, isCertain };
}

function named(file: FilePatch, from: string | undefined, to: string | undefined): FilePaths | undefined {
  if (from === undefined && file.oldPath !== undefined) return undefined;
  if (to === undefined && file.newPath !== undefined) return undefined;
  return { from, to };
}

function cut(path: string | undefined, prefix: string): string | undefined {
  return path?.startsWith(prefix) === true && path.length > prefix.length ? path.slice(prefix.length) : undefined;
}

function drop(path: string | undefined, count: number): string | undefined {
  if (path === undefined || count === 0) return path;
  const rest = path
    .split('/')
    .filter((part, at) => part !== '' || at > 0)
    .slice(count);
  return rest.length === 0 || rest.join('/') === '' ? undefined : rest.join('/');
}

/** The prefixes of the old and the new side. */
interface PrefixPair {
  readonly from: string;
  readonly to: string;
  readonly isCertain: boolean;
}

/** The two prefixes that the two paths of one file show, cut at a slash and, for odd ones, anywhere. */
function prefixPairs(file: FilePatch): readonly PrefixPair[] {
  const from = file.gitPaths?.from ?? file.oldPath;
  const to = file.gitPaths?.to ?? file.newPath;
  if (file.pathForm === 'plain' || from === undefined || to === undefined) return [];
  if (file.barePaths !== undefined) return barePair(from, to, file.barePaths);
  if (from === to) return [];
  const shared = sharedEnd(from, to);
  const tail = from.slice(from.length - shared);
  const cutAt = (start: number, isCertain: boolean): PrefixPair => ({
    from: from.slice(0, from.length - shared + start),
    to: to.slice(0, to.length - shared + start),
    isCertain,
  });
  if (tail.startsWith('/')) return tail.length > 1 ? [cutAt(1, true)] : [];
  const whole = cutAt(0, true);
  if ([whole.from, whole.to].every((prefix) => prefix === '' || prefix.endsWith('/'))) return [whole];
  // An odd prefix ends at a dash that both share (`old-`), since hardly a name begins with one, or else anywhere before the
  // next slash, or behind it.
  const odd = [0, ...oddStarts(tail), tail.indexOf('/') + 1].filter((start) => start < tail.length);
  const anywhere = odd.map((start) => cutAt(start, false));
  return tail.startsWith('-') && tail.length > 1 ? [cutAt(1, true), ...anywhere] : anywhere;
}

function oddStarts(tail: string): number[] {
  const slash = tail.indexOf('/');
  const length = Math.min(slash < 0 ? tail.length - 1 : slash, 12);
  return Array.from({ length }, (_, at) => at + 1);
}

function barePair(from: string, to: string, bare: { readonly from: string; readonly to: string }): readonly PrefixPair[] {
  if (!from.endsWith(bare.from) || !to.endsWith(bare.to)) return [];
  const lengths = [from.length - bare.from.length, to.length - bare.to.length] as const;
  return [{ from: from.slice(0, lengths[0]), to: to.slice(0, lengths[1]), isCertain: true }];
}

function hasEqualPaths(file: FilePatch): boolean {
  const from = file.gitPaths?.from ?? file.oldPath;
  return from !== undefined && from === (file.gitPaths?.to ?? file.newPath);
}

function hasUsualPrefix(file: FilePatch): boolean {
  return [file.oldPath, file.newPath].every((path) => path === undefined || /^[abciow]\//.test(path));
}

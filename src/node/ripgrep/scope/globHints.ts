// Converts globs to folders and file names to which ripgrep can restrict itself (hints).
import { expandBraces } from '../../../core/pattern/braces.ts';
import { mayNameFolder, type GlobTarget } from '../../../core/search/searchFilter.ts';

/**
 * Restricts ripgrep to a superset of the files that globs match; the globs decide about each file afterwards. Ripgrep's
 * own `--glob` is unsuitable, since it overrides ignore rules.
 */
export interface RgHints {
  /** Folders that contain all wanted files, `''` for the root. */
  readonly folders: readonly string[];
  /** Globs of file names, one of which matches every wanted file; empty if unknown. */
  readonly nameGlobs: readonly string[];
  /** Whether the hints match exactly the same files as the globs, so that these need not be applied any more. */
  readonly isExact: boolean;
}

/** The hint of one pattern without braces. */
interface PatternHint {
  readonly folder: string;
  /** Glob of file names; undefined if unknown. */
  readonly name?: string;
  readonly isExact: boolean;
}

/** Syntax that only the globs themselves interpret. NUL cannot be in a program's argument. */
const unsupportedSyntax = /[[\]{}\\\0]/;

const noHint: PatternHint = { folder: '', isExact: false };

/**
 * Computes the hints of globs together. Exact: `src/**` gives the folder `src`, and `*.ts` the name `*.ts` in the root.
 * Not exact: `src/*.ts` gives the folder `src` and the name `*.ts`, which ripgrep also finds deeper in `src`.
 * @param globs non-negated globs, in the syntax of `createSearchFilter`
 */
export function computeGlobHints(globs: readonly string[], globTarget: GlobTarget): RgHints {
  if (globs.length === 0) return { folders: [''], nameGlobs: [], isExact: true };
  const hints = globs.flatMap((glob) => expandBraces(glob)).map((pattern) => computeHint(pattern, globTarget));
  const folders = [...new Set(hints.map(({ folder }) => folder))];
  const names = hints.map(({ name }) => name);
  return {
    folders: folders.filter((folder) => !folders.some((other) => folder !== other && isInFolder(folder, other))),
    nameGlobs: names.every((name) => name !== undefined) ? [...new Set(names)] : [],
    // With several folders, ripgrep would look for every name in each of them.
    isExact: hints.every(({ isExact }) => isExact) && folders.length === 1,
  };
}

/** Whether a path is a folder or is below it. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/**
 * The hint of a pattern:
 *
 *     *.ts         a name at any depth: exact
 *     src/         a folder at any depth: no hint
 *     src/lib/     a folder below the root, also written `src/lib/**`: exact
 *     src/*.ts     a name in a folder: not exact, unless a `**` is between them
 */
function computeHint(pattern: string, globTarget: GlobTarget): PatternHint {
  if (unsupportedSyntax.test(pattern)) return noHint;
  // A pattern that begins with `/` or `./` starts at the root.
  const isRooted = /^(?:\.\/|\/)/.test(pattern);
  const folders = pattern.replace(/^(?:\.\/|\/)+/, '').split('/');
  const lastSegment = folders.pop() ?? '';
  // A name such as `*.ts`, at any depth.
  if (folders.length === 0 && !isRooted)
    return lastSegment === '**' ? { folder: '', isExact: true } : createNameHint('', lastSegment, globTarget);
  // A folder such as `src/`, at any depth.
  if (folders.length === 1 && lastSegment === '' && !isRooted) return noHint;
  const wildcardIndex = folders.findIndex((name) => /[*?]/.test(name));
  const plainCount = wildcardIndex < 0 ? folders.length : wildcardIndex;
  const folder = folders.slice(0, plainCount).join('/');
  const wildcardFolders = folders.slice(plainCount);
  // A whole folder, such as `src/lib/` or `src/**`.
  if (lastSegment === '' || lastSegment === '**') return { folder, isExact: wildcardFolders.length === 0 };
  const hint = createNameHint(folder, lastSegment, globTarget);
  // With a folder, ripgrep finds a name at any depth. Among globs, only one such as `src/**/*.ts` means the same.
  return { ...hint, isExact: hint.isExact && wildcardFolders.join('/') === '**' };
}

/** The hint of a pattern's last segment, a name at any depth in a folder; no name if ripgrep cannot express it. */
function createNameHint(folder: string, name: string, globTarget: GlobTarget): PatternHint {
  // The name may also be a folder, or `**` may span folders, or it has a colon, which `--type-add` cannot express.
  const hasNoNameHint =
    (mayNameFolder(name) && globTarget === 'filesAndFolders') || name.includes('**') || name.includes(':');
  if (hasNoNameHint || name === '') return { folder, isExact: false };
  // Ripgrep's `?` is a byte, not a character.
  if (name.includes('?')) return { folder, name: name.replace(/[*?]+/g, '*'), isExact: false };
  return { folder, name, isExact: true };
}

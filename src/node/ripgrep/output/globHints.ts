// Converts globs to a cheaper restriction that ripgrep can apply first.
import { expandBraces } from '../../../core/pattern/braces.ts';
import { mayNameFolder } from '../../../core/search/searchFilter.ts';

/**
 * Restricts ripgrep to a superset of the files that globs match; the globs decide about each file afterwards. Ripgrep's
 * own `--glob` is unsuitable, since it overrides ignore rules.
 */
export interface RgHints {
  /** Folders that contain all included files, `''` for the root. */
  readonly folders: readonly string[];
  /** Globs of file names, one of which matches every included file; empty if unknown. */
  readonly names: readonly string[];
  /** Whether the hints match exactly the same files as the globs. */
  readonly exact: boolean;
}

const noHints: RgHints = { folders: [''], names: [], exact: false };

/**
 * Computes hints: `src/**` gives the folder `src`, and `*.ts` the name `*.ts` in the root, both exactly.
 * @param globs non-negated globs, in the syntax of `createSearchFilter`
 * @param wholePath whether globs match the file itself, not the folder it is in, as in `createSearchFilter`
 */
export function computeGlobHints(globs: readonly string[], wholePath: boolean): RgHints {
  if (globs.length === 0) return { folders: [''], names: [], exact: true };
  const hints = globs.flatMap((glob) => expandBraces(glob)).map((pattern) => computeHint(pattern, wholePath));
  const folders = [...new Set(hints.flatMap((hint) => hint.folders))];
  return {
    folders: folders.filter((folder) => !folders.some((other) => folder !== other && isInFolder(folder, other))),
    names: hints.every(({ names }) => names.length > 0) ? [...new Set(hints.flatMap(({ names }) => names))] : [],
    // With several folders and several names, ripgrep combines each with each.
    exact: hints.every(({ exact }) => exact) && (hints.length === 1 || (folders.length === 1 && folders[0] === '')),
  };
}

/** Whether a path is a folder or is below it. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

function computeHint(pattern: string, wholePath: boolean): RgHints {
  if (/[[\]{}\\\0]/.test(pattern)) return noHints;
  const rooted = /^(?:\.\/|\/)/.test(pattern);
  const parts = pattern.replace(/^(?:\.\/|\/)+/, '').split('/');
  const lastSegment = parts.pop() ?? '';
  if (parts.length === 0 && !rooted)
    return lastSegment === '**' ? { ...noHints, exact: true } : createNameHint('', lastSegment, wholePath);
  const firstWild = parts.findIndex((part) => /[*?]/.test(part));
  const folder = parts.slice(0, firstWild < 0 ? parts.length : firstWild).join('/');
  const middleParts = firstWild < 0 ? [] : parts.slice(firstWild);
  // A single name with a trailing slash is a folder at any depth.
  if (lastSegment === '' && parts.length === 1 && !rooted) return noHints;
  if (lastSegment === '' || lastSegment === '**')
    return { folders: [folder], names: [], exact: middleParts.length === 0 };
  const hint = createNameHint(folder, lastSegment, wholePath);
  return { ...hint, exact: hint.exact && middleParts.length === 1 && middleParts[0] === '**' };
}

function createNameHint(folder: string, last: string, wholePath: boolean): RgHints {
  // Ripgrep's `--type-add` cannot express a colon.
  const isUnclear = (mayNameFolder(last) && !wholePath) || last.includes('**') || last.includes(':');
  return { folders: [folder], names: isUnclear ? [] : [last], exact: !isUnclear };
}

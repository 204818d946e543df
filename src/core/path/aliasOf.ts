import type { RealRoot } from './judgeRealPath.ts';
import type { OutsidePath } from './resolvePath.ts';
import { isUnder, normalize, splitAbsolute, type Flavour } from './root.ts';

/** A folder on the way to a path: how much of the path is left behind it, and where it really is. */
export interface Step {
  /** Absolute, as it was asked for. */
  readonly path: string;
  /** The path from there on, with `/`; `''` at its end. */
  readonly rest: string;
}

/** The folders that a path passes, the highest first, and the path itself. */
export function stepsOf({ absolute }: Pick<OutsidePath, 'absolute'>, flavour: Flavour): readonly Step[] {
  const { segments } = splitAbsolute(absolute, flavour.windows);
  const separator = flavour.windows ? '\\' : '/';
  const top = absolute.slice(0, absolute.length - segments.join(separator).length);
  return segments.map((_segment, index) => ({
    path: top + segments.slice(0, index + 1).join(separator),
    rest: segments.slice(index + 1).join('/'),
  }));
}

/**
 * The absolute path inside a workspace folder that a step by another name stands for: the workspace folder, or what lies in it, may
 * be reached by a link (`/tmp` for `/private/tmp`). What is behind the step stays as it was asked for, so that links in it are seen.
 */
export function namedInside(
  { rest }: Step,
  real: string,
  roots: readonly RealRoot[],
  flavour: Flavour,
): string | undefined {
  const at = splitReal(real, flavour);
  const holder = roots
    .map(({ root, real: realRoot }) => ({ root, ...splitReal(realRoot, flavour) }))
    .filter(({ volume, segments }) => volume === at.volume && isUnder(at.segments, segments, flavour.caseInsensitive))
    .sort((a, b) => b.segments.length - a.segments.length)[0];
  if (holder === undefined) return undefined;
  const below = at.segments.slice(holder.segments.length);
  const names = [...below, ...rest.split('/').filter((name) => name !== '')];
  const separator = flavour.windows && holder.root.path.includes('\\') ? '\\' : '/';
  return [holder.root.path.replace(/[\\/]$/, ''), ...names].join(separator);
}

function splitReal(path: string, flavour: Flavour): { volume: string; segments: string[] } {
  const { volume, segments } = splitAbsolute(path, flavour.windows);
  return { volume, segments: normalize(segments) };
}

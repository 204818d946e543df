import { phrase } from '../wording/phrase.ts';
import { ToolError } from '../wording/errors.ts';
import { quote } from './askedPath.ts';
import type { RealPath } from './realPaths.ts';
import type { InsidePath, OutsidePath } from './resolvePath.ts';
import { isUnder, normalize, splitAbsolute, type Flavour, type Root } from './root.ts';
import type { Doubt } from './segment.ts';

/** A root and the real path it leads to, so that a root that is a link holds what is in it. */
export interface RealRoot {
  readonly root: Root;
  readonly real: string;
}

/** Reading and writing follow links; deleting and moving mean the link itself. */
export type LinkMeaning = 'target' | 'link';

/** A path as it was asked for, and where it really is: all the rules need to know. */
export interface JudgedPath {
  readonly asked: InsidePath | OutsidePath;
  /** The workspace folder that really holds it; undefined where it is outside all of them. */
  readonly root: Root | undefined;
  /** Relative to that folder's real path; undefined outside. */
  readonly relative: string | undefined;
  /** The same place seen from the other workspace folders that hold it, where one folder lies inside another. */
  readonly elsewhere: readonly { readonly root: Root; readonly relative: string }[];
  /** The real path itself. For the person who is asked; never for a model, when it is outside. */
  readonly absolute: string;
  /** True where the real place is spelled otherwise than the asked one: a link, another case, a short name. */
  readonly linked: boolean;
  readonly doubts: readonly Doubt[];
}

/**
 * Decides where a path really is. Throws VALIDATION_ERROR for links that lead nowhere and for special files, whose
 * reading may never end, and PERMISSION_DENIED where the file system does not let us look. Being outside is no error
 * here but an answer, since the rules have a say in it.
 */
export function judgeRealPath(
  asked: InsidePath | OutsidePath,
  real: RealPath,
  roots: readonly RealRoot[],
  flavour: Flavour,
  links: LinkMeaning = 'target',
): JudgedPath {
  const usable = links === 'link' ? real.own : real.real;
  const path = usable ?? real.reached ?? (asked.kind === 'outside' ? asked.absolute : undefined);
  if (path === undefined) throw unusable(asked, real, links);
  const { volume, segments } = splitReal(path, flavour);
  const isAsked = (root: Root): boolean => asked.kind === 'inside' && root.uri === asked.root.uri;
  const [holder, ...others] = roots
    .map(({ root, real: realRoot }) => ({ root, ...splitReal(realRoot, flavour) }))
    .filter((root) => root.volume === volume && isUnder(segments, root.segments, flavour.caseInsensitive))
    .sort((a, b) => b.segments.length - a.segments.length || Number(isAsked(b.root)) - Number(isAsked(a.root)));
  // What stands outside, or on the way there, is told only with the person's leave.
  const isThere = asked.kind === 'inside' && real.real !== undefined;
  if (links === 'target' && (holder !== undefined || isThere)) refuseUnusable(asked, real);
  if (holder !== undefined) {
    if (asked.folder) refuseFolderSpelling(asked, real, links);
    if (usable === undefined) throw unreachable(asked);
  }
  const below = (root: { readonly segments: readonly string[] }): string =>
    segments.slice(root.segments.length).join('/');
  const relative = holder === undefined ? undefined : below(holder);
  const elsewhere = others.map((other) => ({ root: other.root, relative: below(other) }));
  const linked =
    asked.kind === 'outside' || holder === undefined || !isAsked(holder.root) || relative !== asked.relative;
  const doubts = [...asked.doubts];
  if (links === 'target' && real.target === 'file' && real.names > 1) {
    doubts.push({
      words: phrase('the file has {0} names (hard links), so it changes in other places, too', real.names),
      reading: false,
    });
  }
  return { asked, root: holder?.root, relative, elsewhere, absolute: path, linked, doubts };
}

/** What is wrong with a path of which not even a part was found. */
function unusable(asked: InsidePath | OutsidePath, real: RealPath, links: LinkMeaning): ToolError {
  if (links === 'target') refuseUnusable(asked, real);
  return unreachable(asked);
}

function splitReal(path: string, flavour: Flavour): { volume: string; segments: string[] } {
  const { volume, segments } = splitAbsolute(path, flavour.windows);
  return { volume, segments: normalize(segments) };
}

function refuseUnusable(asked: InsidePath | OutsidePath, real: RealPath): void {
  const path = quote(asked.display);
  const check = 'Check what it is with redline_path_info.';
  switch (real.target) {
    case 'loop':
      throw new ToolError('VALIDATION_ERROR', `${path} is a link that leads back to itself. ${check}`);
    case 'broken':
      throw new ToolError(
        'VALIDATION_ERROR',
        `${path} leads nowhere: part of it is not a folder or is too long. ${check}`,
      );
    case 'unreadable':
      throw unreachable(asked);
    case 'fifo':
    case 'socket':
    case 'device':
    case 'other':
      throw new ToolError('VALIDATION_ERROR', `${path} is not a file or folder but a ${nameOf(real.target)}. ${check}`);
    case 'file':
    case 'folder':
    case 'missing':
  }
}

/** A path with a slash at its end names a folder, and never the file or the link that stands there. */
function refuseFolderSpelling(asked: InsidePath | OutsidePath, real: RealPath, links: LinkMeaning): void {
  const file = real.target === 'file';
  if (!file && !(links === 'link' && real.entry === 'link')) return;
  throw new ToolError(
    'VALIDATION_ERROR',
    `${quote(asked.display)} ends with a slash or a dot, which means a folder, but it is a ${file ? 'file' : 'link'}. Send the path without it.`,
  );
}

function nameOf(kind: 'fifo' | 'socket' | 'device' | 'other'): string {
  return kind === 'fifo' ? 'named pipe' : kind === 'other' ? 'special file' : kind;
}

function unreachable(asked: InsidePath | OutsidePath): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `The file system does not allow access to ${quote(asked.display)}. Do not try again.`,
  );
}

import type { Content, FileContent } from '../../change/change.ts';
import type { Yielding } from '../../async/yielding.ts';
import { ToolError, type ErrorCode } from '../../wording/errors.ts';

/** What planning a patch needs of the world. Paths are taken as the patch writes them, prefixes stripped. */
export interface PatchWorkspace {
  /**
   * The identity of a path: two spellings of one file give the same string, whether or not anything is there.
   * Throws a ToolError for a path that must not be used.
   */
  identify(path: string): Promise<string>;
  /** What is there now, the link itself and not what it leads to; `undefined` for nothing. Throws like `identify`. */
  read(path: string): Promise<Content | undefined>;
  /**
   * Reads, many at a time, what `read` will be asked for next, as far as nobody has to be asked for leave; what fails is
   * left to `read`.
   */
  prefetch(paths: readonly string[]): Promise<void>;
  /** Does work in turns, and lets others have theirs in between. */
  runYielding<T>(turns: Yielding<T>): Promise<T>;
}

/** A world that is asked only once about each path and each file, so that a plan sees one state of it. */
export function withCache(world: PatchWorkspace): PatchWorkspace {
  const ids = new Map<string, Promise<string>>();
  const contents = new Map<string, Promise<Content | undefined>>();
  const remember = <T>(map: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> => {
    const known = map.get(key) ?? ask();
    map.set(key, known);
    return known;
  };
  const identify = (path: string): Promise<string> => remember(ids, path, () => world.identify(path));
  return {
    ...world,
    identify,
    read: async (path) => remember(contents, await identify(path), () => world.read(path)),
  };
}

/** Errors that prove that a path names no file here, so another reading of the patch's paths is tried. */
const absences: readonly ErrorCode[] = ['NOT_FOUND', 'VALIDATION_ERROR', 'OUTSIDE_WORKSPACE'];
/** Errors that prove that something is there. */
const presences: readonly ErrorCode[] = ['TOO_LARGE', 'ENCODING'];

/**
 * True where something is at a path that may be used. Throws what does not tell, such as too many open files: another
 * reading of the patch, taken for the want of this file, would name another one.
 */
export async function isThere(world: PatchWorkspace, path: string): Promise<boolean> {
  try {
    return (await world.read(path)) !== undefined;
  } catch (error) {
    if (error instanceof ToolError && absences.includes(error.code)) return false;
    if (error instanceof ToolError && presences.includes(error.code)) return true;
    throw error;
  }
}

/**
 * The file in a content.
 *
 * @throws ToolError NOT_FOUND for nothing, VALIDATION_ERROR for a folder, PATCH_INVALID for a symbolic link.
 */
export function asFile(content: Content | undefined, path: string): FileContent {
  if (content === undefined) {
    throw new ToolError(
      'NOT_FOUND',
      `${path} does not exist, but the patch changes it. Check the path, or pass strip if it has a prefix.`,
    );
  }
  if (content.kind === 'directory') {
    throw new ToolError(
      'VALIDATION_ERROR',
      `${path} is a folder, and a patch changes only files. Name the files in it.`,
    );
  }
  if (content.kind === 'link') throw isLink(path);
  if (content.kind === 'large' || content.kind === 'unread')
    throw new ToolError('TOO_LARGE', `${path} is too large for a patch. Remove it from the patch.`);
  return content;
}

/** The error for symbolic links. */
export function isLink(path: string): ToolError {
  return new ToolError(
    'PATCH_INVALID',
    `${path} is a symbolic link (mode 120000), which a patch may not create or change. Remove it from the patch, and change the file it points to.`,
  );
}

// Defines the port to the workspace for planning a patch, and checks what is at a path.
import type { Content, FileContent } from '../../change/change.ts';
import type { Yielding } from '../../async/yielding.ts';
import { ToolError, type ErrorCode, invalidPatchError, validationError } from '../../wording/errors.ts';

/** The workspace for planning a patch. Paths are spelled as in the patch, without a prefix such as `a/`. */
export interface PatchWorkspace {
  /**
   * The id of the file at a path, the same for all spellings, whether or not the file exists.
   *
   * @throws ToolError for a path that must not be used
   */
  identify(path: string): Promise<string>;
  /**
   * The content at a path (at a link, the link itself); undefined if nothing is there.
   *
   * @throws ToolError as `identify`, and for content that cannot be read
   */
  read(path: string): Promise<Content | undefined>;
  /** Reads files in parallel for later calls of `read`, except files that need approval. Leaves errors to `read`. */
  prefetch(paths: readonly string[]): Promise<void>;
  /** Runs a generator, and lets the event loop run between its yields. */
  runYielding<T>(work: Yielding<T>): Promise<T>;
}

/** Errors that prove that a path is not a file of the workspace: it is missing, malformed or outside. */
const absenceCodes: readonly ErrorCode[] = ['NOT_FOUND', 'VALIDATION_ERROR', 'OUTSIDE_WORKSPACE'];
/** Errors that prove that something is there. */
const presenceCodes: readonly ErrorCode[] = ['TOO_LARGE', 'ENCODING'];

/**
 * Whether a usable file is at a path.
 *
 * @throws any error that proves neither, such as too many open files, since a wrong `false` could select another file
 */
export async function fileExists(workspace: PatchWorkspace, path: string): Promise<boolean> {
  try {
    return (await workspace.read(path)) !== undefined;
  } catch (error) {
    if (error instanceof ToolError && absenceCodes.includes(error.code)) return false;
    if (error instanceof ToolError && presenceCodes.includes(error.code)) return true;
    throw error;
  }
}

/**
 * Requires that a content is a file.
 *
 * @throws ToolError NOT_FOUND if nothing is there, VALIDATION_ERROR for a folder, PATCH_INVALID for a symbolic link,
 * TOO_LARGE for a file too large to be read
 */
export function requireFile(content: Content | undefined, path: string): FileContent {
  if (content === undefined) {
    throw new ToolError(
      'NOT_FOUND',
      `${path} does not exist, but the patch changes it. Check the path, or pass strip if it has a prefix.`,
    );
  }
  if (content.kind === 'directory') {
    throw validationError(`${path} is a folder, and a patch changes only files. Name the files in it.`);
  }
  if (content.kind === 'link') throw linkRefusedError(path);
  if (content.kind === 'large' || content.kind === 'unread')
    throw new ToolError('TOO_LARGE', `${path} is too large for a patch. Remove it from the patch.`);
  return content;
}

/** The error for symbolic links. */
export function linkRefusedError(path: string): ToolError {
  return invalidPatchError(
    `${path} is a symbolic link (mode 120000), which a patch may not create or change. Remove it from the patch, and change the file it points to.`,
  );
}

// Gives the patch engine access to the workspace, and checks the hashes that a caller of `redline_apply_patch` expects.

import type { Content, Location } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { forEachConcurrently, runYielding } from '../../async/eventLoop.ts';
import type { Workspace } from '../ports/ports.ts';
import type { ToolContext } from '../shared/tool.ts';
import * as z from 'zod/mini';
import type { FileOutcome, PatchWorkspace } from '../../core/patch/files/patchedFiles.ts';
import { checkExpectedSha256 } from '../shared/hashes.ts';

/** Gives the patch engine access to the workspace. Does not follow symlinks; resolves each path once. */
export function createPatchWorkspace({
  workspace,
}: ToolContext): PatchWorkspace & { locate(path: string): Promise<Location> } {
  const locations = new Map<string, Promise<Location>>();
  /**
   * The contents that `prefetch` and `read` have read, by path as spelled in the patch. The engine has its own cache by
   * file.
   */
  const contents = new Map<string, Content | undefined>();
  const locate = (path: string): Promise<Location> => {
    const location = locations.get(path) ?? workspace.locate(path, 'link');
    locations.set(path, location);
    return location;
  };
  const readAhead = async (path: string): Promise<void> => {
    const at = await locate(path);
    // Reading a secret would prompt the user, perhaps for a file that the engine does not need.
    if (!workspace.isSecret(at)) contents.set(path, await readContent(workspace, path, at));
  };
  return {
    runYielding,
    locate,
    identify: async (path) => (await locate(path)).real,
    async read(path) {
      if (!contents.has(path)) contents.set(path, await readContent(workspace, path, await locate(path)));
      return contents.get(path);
    },
    prefetch: (paths) => {
      const unreadPaths = [...new Set(paths)].filter((path) => !contents.has(path));
      // `read` reports the errors.
      return forEachConcurrently(unreadPaths, (path) => readAhead(path).catch(() => undefined));
    },
  };
}

async function readContent(workspace: Workspace, path: string, at: Location): Promise<Content | undefined> {
  const stat = await workspace.stat(at);
  if (stat === undefined) return undefined;
  // The engine only needs to know that it is a link.
  if (stat.type === 'symlink') return { kind: 'link', target: '' };
  if (stat.type === 'directory') return { kind: 'directory' };
  // With an error code such as NOT_FOUND, the engine would try a file with a similar path.
  if (stat.type === 'other') {
    throw new ToolError(
      'PATCH_INVALID',
      `${path} is a special file, which a patch cannot change. Name a regular file.`,
    );
  }
  return (await workspace.read(at)).content;
}

/** Input field of the hashes that a caller expects. */
export const expectedFilesField = z.optional(
  z
    .array(
      z.strictObject({
        filePath: z.string().check(z.minLength(1), z.describe('The file, as in other calls.')),
        sha256: z
          .string()
          .check(
            z.regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits'),
            z.describe('The SHA-256 it must have now.'),
          ),
      }),
    )
    .check(z.describe('Refuse unless these files now have these SHA-256 hashes (from earlier answers).')),
);

type ExpectedFiles = z.infer<typeof expectedFilesField>;

/** Checks files against the hashes that a caller expects; returns their canonical URIs. @throws ToolError STALE */
export async function checkExpectedFiles(
  { workspace }: ToolContext,
  expected: ExpectedFiles = [],
): Promise<ReadonlySet<string>> {
  const listedUris = new Set<string>();
  for (const { filePath, sha256 } of expected) {
    const at = await workspace.locate(filePath);
    listedUris.add(at.real);
    checkExpectedSha256((await workspace.read(at)).content, sha256, at.path);
  }
  return listedUris;
}

/**
 * Requires that `listedUris`, of `checkExpectedFiles`, are exactly the existing files that a patch touches: of a move
 * or copy, the source. @throws ToolError VALIDATION_ERROR
 */
export async function requireExactFiles(
  { workspace }: ToolContext,
  outcomes: readonly FileOutcome[],
  listedUris: ReadonlySet<string>,
): Promise<void> {
  /** Display paths by canonical URI. */
  const touchedPaths = new Map<string, string>();
  for (const outcome of outcomes.filter(({ action }) => action !== 'add')) {
    const at = await workspace.locate('from' in outcome ? outcome.from : outcome.path);
    touchedPaths.set(at.real, at.path);
  }
  const unlistedPaths = [...touchedPaths].filter(([real]) => !listedUris.has(real)).map(([, path]) => path);
  const untouchedCount = [...listedUris].filter((real) => !touchedPaths.has(real)).length;
  if (unlistedPaths.length === 0 && untouchedCount === 0) return;
  const mismatch =
    unlistedPaths.length > 0
      ? `it does not list ${unlistedPaths.join(', ')}`
      : `it lists ${untouchedCount} that the patch does not touch`;
  throw new ToolError(
    'VALIDATION_ERROR',
    `requireExactFileMatch is set, but expectedSha256 does not list exactly the files that the patch touches: ${mismatch}. Correct the list, or the patch.`,
  );
}

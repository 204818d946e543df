// Defines the tool that applies a patch of one or more files, all or nothing.

import * as z from 'zod/mini';
import { flagField, integerField, textField } from '../shared/fields.ts';
import { withCautions } from '../../core/change/reviewTexts.ts';
import {
  requireFaithful,
  type Change,
  type Content,
  type FileContent,
  type Location,
  type ModeChange,
} from '../../core/change/change.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { encodeUtf8 } from '../../core/text/encoding.ts';
import type { FileOutcome, NewContent, PatchWorkspace } from '../../core/patch/files/patchedFiles.ts';
import { checkExpectedFiles, expectedFilesField, findMissingFoldersAbove, requireExactFiles } from './stateBefore.ts';
import {
  createCautions,
  createTitle,
  describeFile,
  describePatch,
  patchedFile,
  withPathWarning,
} from './patchResults.ts';
import { forEachConcurrently, mapConcurrently, runYielding } from '../../async/eventLoop.ts';
import type { Workspace } from '../ports/ports.ts';
import { changeTool } from '../shared/defineTool.ts';
import type { ToolContext } from '../shared/tool.ts';

export const applyPatch = changeTool({
  name: 'redline_apply_patch',
  displayName: 'Apply Patch',
  referenceName: 'redlineApplyPatch',
  description:
    'Applies a patch to one or more files, all or nothing: a unified diff, a git diff or the "*** Begin Patch" format. The user reviews the diff first.',
  userDescription: 'Apply a patch, after your review',
  icon: 'diff',
  aliases: { patch: 'patchText', input: 'patchText', diff: 'patchText' },
  input: z.object({
    patchText: textField(
      'The patch; it may create, delete, rename and copy files, binary ones too. Prose and code fences around it are ignored. Hunks are placed by their own lines, so wrong line numbers do not matter; a hunk that cannot be placed with certainty is refused. A file may grow to 50 MiB.',
    ),
    strip: z.optional(
      integerField(
        'How many leading path components to drop, as in patch -p (default: inferred from the files).',
        0,
        50,
      ),
    ),
    expectedSha256: expectedFilesField,
    requireExactFileMatch: flagField(
      'Refuse unless expectedSha256 lists exactly the existing files that the patch touches.',
    ),
  }),
  result: z.object({ filesModified: z.number(), files: z.array(patchedFile) }),
  progress: () => phrase('Applying a patch'),
  async plan({ patchText, strip, expectedSha256, requireExactFileMatch }, context) {
    // Loaded with the first patch, which many sessions do not have.
    const [{ parsePatchYielding }, { planPatch }, { findForeignPath }] = await Promise.all([
      import('../../core/patch/parse/parse.ts'),
      import('../../core/patch/files/planPatch.ts'),
      import('../../core/patch/files/prefixRules.ts'),
    ]);
    const patch = await runYielding(parsePatchYielding(patchText));
    const workspace = createPatchWorkspace(context);
    const outcomes = await planPatch(patch, workspace, { strip });
    const foreignPath = await findForeignPath(patch.files, workspace);
    const listedUris = await checkExpectedFiles(context, expectedSha256);
    if (requireExactFileMatch) await requireExactFiles(context, outcomes, listedUris);
    const findMissing = createMissingFolderFinder(context);
    const plannedFiles = await mapConcurrently(outcomes, async (outcome) => {
      const at = withPathWarning(await workspace.locate(outcome.path), foreignPath);
      const isExisting = outcome.action === 'delete' || outcome.action === 'update';
      const missingFolders = isExisting ? [] : await findMissing(at);
      const change = await toChange(context, outcome, at);
      const cautionedChange = change && withCautions(change, createCautions(outcome, at));
      return { outcome, at, change: cautionedChange, missingFolders };
    });
    const fileChanges = plannedFiles.flatMap(({ change }) => change ?? []);
    // Several files may need the same new folder.
    const newFolders = new Map(plannedFiles.flatMap(({ missingFolders }) => missingFolders.map((at) => [at.uri, at])));
    const folderChanges = Array.from(newFolders.values(), (at): Change => ({ kind: 'createDirectory', at }));
    return {
      title: createTitle(fileChanges),
      changes: [...folderChanges, ...fileChanges],
      notes: plannedFiles.map((file) => describeFile(file)),
      describe: (applied) => describePatch(plannedFiles, fileChanges, applied),
    };
  },
});

/** Gives the patch engine access to the workspace. Does not follow symlinks; resolves each path once. */
function createPatchWorkspace({
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

/** Returns `findMissingFoldersAbove` with a cache by folder, since a patch may add many files to one. */
function createMissingFolderFinder(context: ToolContext): (at: Location) => Promise<readonly Location[]> {
  const missingByFolder = new Map<string, Promise<readonly Location[]>>();
  return (at) => {
    const folder = at.uri.slice(0, at.uri.lastIndexOf('/'));
    const missing = missingByFolder.get(folder) ?? findMissingFoldersAbove(context, at);
    missingByFolder.set(folder, missing);
    return missing;
  };
}

/** The change with the effect of a patch on a file; undefined if the file already is as the patch would make it. */
async function toChange(context: ToolContext, outcome: FileOutcome, at: Location): Promise<Change | undefined> {
  const modes = await readModeChange(context, outcome);
  switch (outcome.action) {
    case 'add': {
      const after = await encodeContent(context, at, outcome.after);
      return { kind: 'create', at, after, ...modes };
    }
    case 'delete':
      return { kind: 'delete', at, before: outcome.before };
    case 'update': {
      if (outcome.unchanged) return undefined;
      const { before, edits } = outcome;
      const after = await encodeContent(context, at, outcome.after, before);
      if (after.sha256 === before.sha256 && modes.mode === undefined) return undefined;
      return { kind: 'update', at, before, after, ...(edits === undefined ? {} : { edits }), ...modes };
    }
    case 'move':
    case 'copy': {
      const from = await context.workspace.locate(outcome.from, 'link');
      // On a case-insensitive file system, two spellings name the same file.
      if (from.real === at.real)
        throw new ToolError(
          'PATCH_INVALID',
          `${from.path} and ${at.path} are the same place here. Nothing was changed. Rename it to another name first, then to ${at.path}.`,
        );
      const { before } = outcome;
      const after = await encodeContent(context, at, outcome.after, before);
      if (outcome.action === 'move') return { kind: 'move', from, at, before, after, ...modes };
      // Cautions about omitted text are not computed for copies, so these are the cautions of an update of the source.
      const { withAbbreviationCautions } = await import('../pipeline/preparePlan.ts');
      const [update] = await withAbbreviationCautions([{ kind: 'update', at, before, after }]);
      return { kind: 'copy', from, at, after, ...modes, cautions: update?.cautions };
    }
  }
}

/** Encodes a new content like the file `before` that it replaces, if any. Equal text keeps the file's bytes. */
async function encodeContent(
  context: ToolContext,
  at: Location,
  content: NewContent,
  before?: FileContent,
): Promise<FileContent> {
  const { workspace } = context;
  if (content.kind === 'binary') return workspace.decode(at, content.bytes);
  // Without its byte order mark, the file has the encoding that programs would detect.
  if (content.removesBom === true) return workspace.decode(at, encodeUtf8(content.text));
  if (before?.kind !== 'text') return workspace.encodeNew(at, content.text);
  return before.text === content.text ? before : workspace.rewrite(requireFaithful(before, at.path), content.text);
}

/**
 * The field `mode` of a change; no field if the file keeps its mode. That of an existing file before the change is read,
 * since a patch may omit or misstate it, and an undo goes back to it. @throws ToolError PATCH_INVALID
 */
async function readModeChange({ queries }: ToolContext, outcome: FileOutcome): Promise<{ mode?: ModeChange }> {
  const { before: statedBefore, after: statedAfter } = outcome.modes;
  if (statedAfter === undefined || statedAfter === statedBefore) return {};
  const after = isExecutable(statedAfter);
  const stated = statedBefore === undefined ? undefined : isExecutable(statedBefore);
  if (outcome.action === 'add' || outcome.action === 'copy') return { mode: { before: stated, after } };
  const { permissions = '' } = await queries.facts('from' in outcome ? outcome.from : outcome.path);
  // File systems without modes have no such letters.
  const before = /^([r-][w-][x-]){3} /.test(permissions) ? permissions[2] === 'x' : stated;
  return before === after ? {} : { mode: { before, after } };
}

/** Whether a mode of git means an executable file. @throws ToolError PATCH_INVALID for other modes than these */
function isExecutable(mode: string): boolean {
  if (/^100(644|755|664|775)$/.test(mode)) return /^100(755|775)$/.test(mode);
  throw new ToolError('PATCH_INVALID', `The patch sets the file mode ${mode}. Only 100644 and 100755 can be set.`);
}

// Defines the tools that move and copy a file, link or directory.

import * as z from 'zod/mini';
import { flagField, textField } from '../shared/fields.ts';
import type { Change, Content, Location } from '../../core/change/change.ts';
import { bytesPerMebibyte, wholeFileLimit } from '../../core/text/sizeLimits.ts';
import { phrase, pluralize, type Phrase } from '../../core/wording/phrase.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { isSameName } from '../../core/path/pathParts.ts';
import { countApplied, findAppliedChange } from '../shared/appliedChanges.ts';
import { findMissingFoldersAbove } from './stateBefore.ts';
import type { ImportEdits } from './planImportEdits.ts';
import { createUpdate } from './serviceEdits.ts';
import type { Applied } from '../ports/ports.ts';
import { changeTool } from '../shared/defineTool.ts';
import type { ToolContext } from '../shared/tool.ts';
import { collectTree, maxTreeMebibytes, requireUndoable, type TreeEntry } from '../read/collectTree.ts';

type Verb = 'move' | 'copy';

const overwriteField = flagField(
  'Replace a file at the new path (never a directory). Without this, the call is refused if anything is there.',
);

const updateImportsField = flagField(
  'Also update the imports: of the file itself, and in all files that import it. For one TypeScript or JavaScript file.',
);

export const movePath = changeTool({
  displayName: 'Move',
  referenceName: 'redlineMove',
  description:
    'Moves or renames a file, a symbolic link, or a directory with everything in it. The user reviews it first and can undo it.',
  userDescription: 'Move or rename a file or folder, after your review',
  icon: 'arrow-right',
  ...createNamesAndResult('move'),
  input: z.object({ ...createPathFields('move'), updateImports: updateImportsField }),
  progress: ({ from, to }) => phrase('Moving {0} to {1}', from, to),
  plan: (input, context) => planTransfer('move', input, context),
});

export const copyPath = changeTool({
  displayName: 'Copy',
  referenceName: 'redlineCopy',
  description:
    'Copies (duplicates) a file, a symbolic link, or a directory with everything in it. The user reviews it first and can undo it.',
  userDescription: 'Copy a file or folder, after your review',
  icon: 'copy',
  ...createNamesAndResult('copy'),
  input: z.object(createPathFields('copy')),
  progress: ({ from, to }) => phrase('Copying {0} to {1}', from, to),
  plan: (input, context) => planTransfer('copy', input, context),
});

function createNamesAndResult<V extends Verb>(verb: V) {
  return {
    name: `redline_${verb}` as const,
    aliases: { source: 'from', oldPath: 'from', destination: 'to', newPath: 'to' },
    result: z.object({ from: z.string(), to: z.string(), files: z.number(), overwritten: z.boolean() }),
  };
}

function createPathFields(verb: Verb) {
  return {
    from: textField(`What to ${verb}, relative to the workspace folder with "/".`),
    to: textField('The new path itself, not the directory to put it in. Missing parent directories are created.'),
    overwrite: overwriteField,
  };
}

/** The input of both tools; `updateImports` only of the move. */
interface Input {
  readonly from: string;
  readonly to: string;
  readonly overwrite: boolean;
  readonly updateImports?: boolean;
}

/** Plans a move or copy (both: a transfer). */
async function planTransfer(verb: Verb, { from, to, overwrite, updateImports = false }: Input, context: ToolContext) {
  const source = await context.workspace.locate(from, 'link');
  const target = await context.workspace.locate(to, 'link');
  rejectSameOrNestedTarget(source, target, verb);
  const entries = await collectTree(context, source);
  rejectTooLarge(context, verb, entries, target);
  const overwriteChanges = await planOverwrite(context, target, overwrite);
  const missingFolders = await findMissingFoldersAbove(context, target);
  const fileCount = entries.filter(({ content }) => content.kind !== 'directory').length;
  const entryChanges = await planEntries(context, verb, entries, target);
  const imports = updateImports ? await addImportEdits(context, source, target, entryChanges) : undefined;
  // Applied in this order: a target needs its folder, and an overwritten file must be gone before it is replaced.
  const changes = [
    ...missingFolders.map((at): Change => ({ kind: 'createDirectory', at })),
    ...overwriteChanges,
    ...(imports?.changes ?? entryChanges),
  ];
  // Only these changes count as moved or copied: not new folders, the overwritten file, and files that import a moved
  // one.
  const transferChanges = changes.filter(({ kind }) => kind === verb);
  return {
    title: createTitle(verb, source.path, target.path),
    changes,
    notes: noteMissedImports(imports?.missed),
    describe(applied: Applied) {
      const counts = countApplied(transferChanges, applied);
      const verbPast = verb === 'move' ? 'Moved' : 'Copied';
      const overwritten = overwriteChanges.some(({ at }) => findAppliedChange(applied, at) !== undefined);
      return {
        headline: `${verbPast} ${describeAmount(counts, source.path, target.path, fileCount)}.`,
        result: { from: source.path, to: target.path, files: counts?.appliedCount ?? fileCount, overwritten },
      };
    },
  };
}

function createTitle(verb: Verb, from: string, to: string): Phrase {
  return verb === 'move' ? phrase('Move {0} to {1}', from, to) : phrase('Copy {0} to {1}', from, to);
}

/** Adds the updates of imports to the move of one file. @throws ToolError VALIDATION_ERROR if it is not one text file */
async function addImportEdits(context: ToolContext, source: Location, target: Location, moves: readonly Change[]) {
  const [move, ...others] = moves;
  if (move?.kind !== 'move' || others.length > 0 || move.before.kind !== 'text') {
    throw new ToolError(
      'VALIDATION_ERROR',
      `updateImports is for one text file, and ${source.path} is none. Nothing was changed. Move its files one by one, or call again without updateImports.`,
    );
  }
  const { planImportEdits } = await import('./planImportEdits.ts');
  const { importers, ownEdits, ...missed } = await planImportEdits(context, source, target);
  const after = ownEdits === undefined ? move.after : await context.workspace.rewrite(ownEdits.content, ownEdits.after);
  const changes: Change[] = [{ ...move, after }];
  for (const importer of importers) changes.push(await createUpdate(context, importer));
  return { changes, missed };
}

function noteMissedImports(missed: Pick<ImportEdits, 'missedImports' | 'isTruncated'> | undefined): string[] {
  const notes: string[] = [];
  if (missed !== undefined && missed.missedImports.length > 0)
    notes.push(
      `The language service does not update the import at ${missed.missedImports.join(', ')}. Edit it yourself.`,
    );
  if (missed?.isTruncated === true)
    notes.push('Too many places have the name of the file to look at all; there may be imports that were not updated.');
  return notes;
}

function describeAmount(counts: ReturnType<typeof countApplied>, from: string, to: string, fileCount: number): string {
  if (counts === undefined) return `${from} to ${to} (${pluralize(fileCount, 'file')})`;
  return `${counts.appliedCount} of ${counts.plannedCount} files from ${from} to ${to}; ${counts.text}`;
}

/** Rejects a target that is the source itself, or is below it. */
function rejectSameOrNestedTarget(source: Location, target: Location, verb: Verb): void {
  if (source.real === target.real) {
    // On a case-insensitive file system, both paths are spellings of one name.
    const changesCase = verb === 'move' && source.path !== target.path && isSameName(source.path, target.path, true);
    const advice = changesCase ? ` To change its spelling, move it to another name first, then to ${target.path}.` : '';
    throw new ToolError(
      'NO_CHANGE',
      `${source.path} and ${target.path} are the same place. Nothing was changed.${advice}`,
    );
  }
  if (target.real.startsWith(`${source.real.replace(/\/$/, '')}/`)) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `A directory cannot be ${verb === 'move' ? 'moved' : 'copied'} into itself. Choose a path outside it.`,
    );
  }
}

/** Rejects a transfer to another file system of files too large to load, and the copy of a folder with such files. */
function rejectTooLarge({ workspace }: ToolContext, verb: Verb, entries: readonly TreeEntry[], target: Location): void {
  if (verb === 'copy' && entries.length > 1)
    requireUndoable(entries, (file) => `Copy ${file} by itself, and the others one by one.`);
  const isTooLarge = ({ at, content }: TreeEntry): boolean => {
    // A large file is written in parts, which only the local disk allows. Content that was not read is moved or copied by
    // its file system, which works only within it.
    if (content.kind === 'large') return !workspace.isLocal(target);
    return content.kind === 'unread' && !isSameFileSystem(at, target);
  };
  const tooLarge = entries.find(isTooLarge);
  if (tooLarge === undefined) return;
  throw new ToolError(
    'TOO_LARGE',
    `${tooLarge.at.path} is too large to be held in memory (more than ${wholeFileLimit / bytesPerMebibyte} MiB, or more than ${maxTreeMebibytes} MiB together with the other files), and ${target.path} is on another file system. Nothing was changed. Choose a path beside it, or tell the user.`,
  );
}

/** Whether two URIs have the same scheme and authority. */
function isSameFileSystem(one: Location, other: Location): boolean {
  const schemeAndAuthority = /^[^:/?#]+:(?:\/\/[^/?#]*)?/;
  return schemeAndAuthority.exec(one.uri)?.[0] === schemeAndAuthority.exec(other.uri)?.[0];
}

/** The deletion of an existing file at the new path; none if there is none. @throws ToolError ALREADY_EXISTS */
async function planOverwrite(context: ToolContext, target: Location, overwrite: boolean): Promise<Change[]> {
  const stat = await context.workspace.stat(target);
  if (stat === undefined) return [];
  if (stat.type === 'directory' || !overwrite) {
    const advice =
      stat.type === 'directory' ? 'Send the full new path below it.' : 'Set overwrite: true to replace it.';
    throw new ToolError('ALREADY_EXISTS', `${target.path} already exists. ${advice}`);
  }
  const entries = await collectTree(context, target);
  requireUndoable(entries, (file) => `Delete ${file} with redline_delete first, then call again.`);
  return entries.map(({ at, content }) => ({ kind: 'delete', at, before: content }));
}

/** The changes for each of `collectTree`'s entries; a move also deletes the emptied folders, innermost first. */
async function planEntries(
  context: ToolContext,
  verb: Verb,
  entries: readonly TreeEntry[],
  target: Location,
): Promise<Change[]> {
  /** The new locations by relative path: of the root, and of each folder. */
  const targets = new Map<string, Location>([['', target]]);
  const changes: Change[] = [];
  for (const { at, relativePath, content } of entries) {
    const to = targets.get(relativePath) ?? (await locateTarget(context, targets, relativePath));
    if (content.kind === 'directory') {
      targets.set(relativePath, to);
      changes.push({ kind: 'createDirectory', at: to, original: at });
    } else changes.push(createTransfer(verb, at, to, content));
  }
  if (verb === 'copy') return changes;
  const emptiedFolders = entries.filter(({ content }) => content.kind === 'directory').toReversed();
  return [...changes, ...emptiedFolders.map(({ at, content }): Change => ({ kind: 'delete', at, before: content }))];
}

/** Locates an entry below the target. `targets` must have its folder: `collectTree` lists folders before contents. */
async function locateTarget(
  context: ToolContext,
  targets: ReadonlyMap<string, Location>,
  relativePath: string,
): Promise<Location> {
  const slash = relativePath.lastIndexOf('/');
  const folder = targets.get(slash < 0 ? '' : relativePath.slice(0, slash));
  if (folder === undefined) throw new RangeError(`no folder for ${relativePath}`);
  return context.workspace.child(folder, relativePath.slice(slash + 1), 'link');
}

function createTransfer(verb: Verb, from: Location, at: Location, content: Content): Change {
  // Of content that was not read, omits `modified`: a file system may give a moved file another time.
  const after: Content = content.kind === 'unread' ? { kind: content.kind, size: content.size } : content;
  return verb === 'move' ? { kind: 'move', from, at, before: content, after } : { kind: 'copy', from, at, after };
}

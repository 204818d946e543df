// Defines the tool that deletes a file, a symbolic link or a directory.
import * as z from 'zod/mini';
import { flagField, textField } from '../shared/fields.ts';
import type { Change, Location } from '../../core/change/change.ts';
import { phrase, pluralize } from '../../core/wording/phrase.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { countApplied } from '../shared/appliedChanges.ts';
import type { Applied } from '../ports/ports.ts';
import { changeTool } from '../shared/defineTool.ts';
import type { ToolContext } from '../shared/tool.ts';
import { collectTree, requireUndoable } from '../read/collectTree.ts';

export const deletePath = changeTool({
  name: 'redline_delete',
  displayName: 'Delete',
  referenceName: 'redlineDelete',
  description:
    'Deletes (removes) a file, a symbolic link, or, with recursive, a directory and everything in it. The user reviews it first and can undo it.',
  userDescription: 'Delete a file or folder, after your review',
  icon: 'trash',
  aliases: { filePath: 'path', dirPath: 'path' },
  input: z.object({
    path: textField(
      'What to delete, relative to the workspace folder with "/". Of a symbolic link, only the link is deleted, never its target.',
    ),
    recursive: flagField(
      'Delete a directory and everything in it; the review lists it all. Without this, a directory is refused.',
    ),
  }),
  result: z.object({ path: z.string(), type: z.string(), deleted: z.array(z.string()) }),
  progress: ({ path }) => phrase('Deleting {0}', path),
  async plan({ path, recursive }, context) {
    const at = await context.workspace.locate(path, 'link');
    await requireDeletable(context, at, recursive);
    const entries = await collectTree(context, at);
    // A single file may be deleted even if it cannot be undone: its review always asks the user.
    if (entries.length > 1) requireUndoable(entries, (file) => `Delete ${file} by itself first, then call again.`);
    // `collectTree` lists folders before their contents, which must be deleted first.
    const changes = entries
      .toReversed()
      .map((entry): Change => ({ kind: 'delete', at: entry.at, before: entry.content }));
    const kind = entries[0]?.content.kind ?? 'file';
    // Without its content, a file is neither text nor binary.
    const type = kind === 'large' || kind === 'unread' ? 'file' : kind;
    const undoNote =
      kind === 'unread' ? 'The file was too large to be kept, so this cannot be undone.' : 'The user can undo it.';
    return {
      title: type === 'directory' ? phrase('Delete {0} and everything in it', at.path) : phrase('Delete {0}', at.path),
      changes,
      notes: [],
      describe: (applied) => ({
        headline: `${formatHeadline(at.path, changes, applied)} ${undoNote}`,
        result: { path: at.path, type, deleted: applied.changes.map((change) => change.at.path) },
      }),
    };
  },
});

/** Refuses a workspace folder and, unless `recursive`, any directory. @throws ToolError VALIDATION_ERROR */
async function requireDeletable({ workspace }: ToolContext, at: Location, recursive: boolean): Promise<void> {
  if ((await workspace.parent(at)) === undefined) {
    throw new ToolError(
      'VALIDATION_ERROR',
      `${at.path} is a workspace folder, which cannot be deleted. Name what is in it.`,
    );
  }
  const stat = await workspace.stat(at);
  if (stat?.type !== 'directory' || recursive) return;
  const { length: entryCount } = await workspace.list(at);
  throw new ToolError(
    'VALIDATION_ERROR',
    `${at.path} is a directory with ${pluralize(entryCount, 'entry', 'entries')}. Call again with recursive: true to delete it with everything in it.`,
  );
}

function formatHeadline(path: string, changes: readonly Change[], applied: Applied): string {
  const counts = countApplied(changes, applied);
  if (counts !== undefined)
    return `Deleted ${counts.appliedCount} of ${counts.plannedCount} files in ${path}; ${counts.text}.`;
  const suffix =
    applied.changes.length > 1 ? ` with everything in it (${pluralize(applied.changes.length, 'path')})` : '';
  return `Deleted ${path}${suffix}.`;
}

// Defines the tool that creates, overwrites or appends to a file.

import * as z from 'zod/mini';
import { anyTextField, expectedSha256Field, filePathAliases, filePathField } from '../shared/fields.ts';
import {
  isFileContent,
  requireFaithful,
  type Change,
  type FaithfulText,
  type FileContent,
  type LargeContent,
  type Location,
} from '../../core/change/change.ts';
import { wholeFileLimit } from '../../core/text/sizeLimits.ts';
import { endingBefore } from '../../core/text/text.ts';
import { phrase, type Phrase, pluralize } from '../../core/wording/phrase.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { findAppliedChange, hashFields, withDiffAndHashes } from '../shared/appliedChanges.ts';
import { checkExpectedSha256, findMissingFoldersAbove, keepLineEndings, requireText } from './stateBefore.ts';
import type { LargeSnapshot } from '../ports/ports.ts';
import { changeTool } from '../shared/defineTool.ts';
import type { ToolContext } from '../shared/tool.ts';
import type { PlannedContent } from './writeLarge.ts';

type Mode = 'create' | 'overwrite' | 'append';

export const writeFile = changeTool({
  name: 'redline_write_file',
  displayName: 'Write File',
  referenceName: 'redlineWriteFile',
  description:
    'Writes a text file: creates a new file with its folders, overwrites a file, or appends to it. To change a part use redline_edit_file. The user reviews it first.',
  userDescription: 'Create, overwrite or append to a file, after your review',
  icon: 'new-file',
  aliases: { ...filePathAliases, fileContent: 'content', contents: 'content', text: 'content' },
  input: z.object({
    filePath: filePathField,
    content: anyTextField(
      'The complete text of the file, or with "append" the text to add at its end. A placeholder for omitted text ("rest of code unchanged") is shown to the user with a warning. At most 50 MiB.',
    ),
    mode: z._default(
      z
        .enum(['create', 'overwrite', 'append'])
        .check(
          z.describe('"create" refuses an existing file; "overwrite" (default) and "append" create a missing one.'),
        ),
      'overwrite',
    ),
    expectedSha256: expectedSha256Field,
  }),
  result: z.object({
    filePath: z.string(),
    created: z.boolean(),
    mode: z.enum(['create', 'overwrite', 'append']),
    bytesWritten: z.number(),
    newSize: z.number(),
    diff: z.string(),
    ...hashFields,
  }),
  progress: ({ filePath, mode }) =>
    mode === 'append' ? phrase('Appending to {0}', filePath) : phrase('Writing {0}', filePath),
  async plan({ filePath, content, mode, expectedSha256 }, context) {
    const at = await context.workspace.locate(filePath);
    const existing = await readExisting(context, at, mode);
    const before = existing && getContent(existing);
    const isNew = before === undefined;
    if (!isNew) checkExpectedSha256(before, expectedSha256, at.path);
    else if (expectedSha256 !== undefined)
      throw new ToolError(
        'NOT_FOUND',
        `${at.path} does not exist, so it has no SHA-256. Omit expectedSha256 to create it.`,
      );
    const { after, notes } = await planContent(context, at, existing, content, mode);
    const changes = isNew ? await planCreation(context, at, after) : planUpdate(at, before, after, mode);
    return {
      title: createTitle(isNew, mode, at.path),
      changes,
      notes: [...notes],
      describe(applied) {
        const change = findAppliedChange(applied, at);
        const written = getContentAfter(change) ?? after;
        const newSize = sizeOf(written);
        const keptBytes = mode === 'append' && !isNew ? countKeptBytes(before, written) : 0;
        const bytesWritten = newSize - keptBytes;
        return {
          headline: formatHeadline(isNew, mode, at.path, { bytesWritten, newSize }),
          result: withDiffAndHashes({ filePath: at.path, created: isNew, mode, bytesWritten, newSize }, change),
        };
      },
    };
  },
});

function createTitle(isNew: boolean, mode: Mode, path: string): Phrase {
  if (isNew) return phrase('Create {0}', path);
  return mode === 'append' ? phrase('Append to {0}', path) : phrase('Overwrite {0}', path);
}

function formatHeadline(
  isNew: boolean,
  mode: Mode,
  path: string,
  { bytesWritten, newSize }: { readonly bytesWritten: number; readonly newSize: number },
): string {
  if (isNew) return `Created ${path} (${pluralize(newSize, 'byte')}).`;
  if (mode !== 'append') return `Overwrote ${path} (${pluralize(newSize, 'byte')}).`;
  return `Appended ${pluralize(bytesWritten, 'byte')} to ${path} (now ${pluralize(newSize, 'byte')}).`;
}

/** Number of bytes before the appended text; 0 if the user edited that part, so that the whole file was written. */
function countKeptBytes(before: WholeContent, after: WholeContent): number {
  const isKept = before.kind === 'text' && after.kind === 'text' && after.text.startsWith(before.text);
  return isKept || after.kind === 'large' ? sizeOf(before) : 0;
}

/** The content of a regular file, in memory or too large for that. */
type WholeContent = FileContent | LargeContent;

function getContent(existing: FileContent | LargeSnapshot): WholeContent {
  return isLargeSnapshot(existing) ? existing.content : existing;
}

function isLargeSnapshot(existing: FileContent | LargeSnapshot): existing is LargeSnapshot {
  return 'content' in existing;
}

/** The content that a change writes to a regular file; undefined for other changes, and without a change. */
function getContentAfter(change: Change | undefined): WholeContent | undefined {
  if (change === undefined || !('after' in change)) return undefined;
  const { after } = change;
  return isFileContent(after) || after.kind === 'large' ? after : undefined;
}

function sizeOf(content: WholeContent): number {
  return content.kind === 'large' ? content.size : content.bytes.length;
}

/**
 * Reads the content at the path; undefined if nothing is there. @throws ToolError ALREADY_EXISTS if the mode is
 * `create`
 */
async function readExisting(
  context: ToolContext,
  at: Location,
  mode: Mode,
): Promise<FileContent | LargeSnapshot | undefined> {
  const stat = await context.workspace.stat(at);
  if (stat === undefined) return undefined;
  if (mode === 'create') {
    throw new ToolError('ALREADY_EXISTS', `${at.path} already exists. Use mode "overwrite", or choose another path.`);
  }
  if (stat.size > wholeFileLimit && context.workspace.isLocal(at)) return context.workspace.readLarge(at);
  return (await context.workspace.read(at)).content;
}

async function planCreation(context: ToolContext, at: Location, after: WholeContent): Promise<Change[]> {
  const missingFolders = await findMissingFoldersAbove(context, at);
  return [
    ...missingFolders.map((folder): Change => ({ kind: 'createDirectory', at: folder })),
    { kind: 'create', at, after },
  ];
}

function planUpdate(at: Location, before: WholeContent, after: WholeContent, mode: Mode): Change[] {
  if (before.sha256 === after.sha256) {
    throw new ToolError('NO_CHANGE', `${at.path} already has exactly this content. Nothing was changed.`);
  }
  // An overwrite has no edits, even if it only adds lines: the agent wrote the whole text.
  if (mode !== 'append' || before.kind !== 'text' || after.kind !== 'text')
    return [{ kind: 'update', at, before, after }];
  const end = before.text.length;
  return [{ kind: 'update', at, before, after, edits: [{ start: end, end, text: after.text.slice(end) }] }];
}

/** The content that the file will have; `newText` is all of it, or the appended part. */
async function planContent(
  context: ToolContext,
  at: Location,
  existing: FileContent | LargeSnapshot | undefined,
  newText: string,
  mode: Mode,
): Promise<PlannedContent> {
  const { workspace } = context;
  if (existing !== undefined && isLargeSnapshot(existing)) {
    const { appendToLarge, overwriteLarge } = await import('./writeLarge.ts');
    const planLarge = mode === 'append' ? appendToLarge : overwriteLarge;
    return planLarge(context, at, existing, newText);
  }
  const existingText = requireExistingText(existing, mode, at.path);
  const { text, notes } = keepLineEndings(newText, existingText);
  if (existingText === undefined) return { after: await workspace.encodeNew(at, text), notes };
  if (mode !== 'append') return { after: await workspace.rewrite(existingText, text), notes };
  if (existingText.text !== '' && endingBefore(existingText.text, existingText.text.length) === '') {
    notes.push('The file did not end with a line break, so the new text continues its last line.');
  }
  return { after: await workspace.rewrite(existingText, existingText.text + text), notes };
}

/** The text that is overwritten or extended; undefined for a new file, and if a binary file is overwritten. */
function requireExistingText(existing: FileContent | undefined, mode: Mode, path: string): FaithfulText | undefined {
  if (existing === undefined || (existing.kind === 'binary' && mode !== 'append')) return undefined;
  return requireFaithful(requireText(existing, path), path);
}

// Accepts and reverts single hunks, from the gutter's peek view or at the cursor.

import * as vscode from 'vscode';
import type { TextContent } from '../../core/change/change.ts';
import { compareLinesYielding } from '../../core/diff/lineBlocks.ts';
import type { DiffBlock } from '../../core/diff/lineDiff.ts';
import {
  areAllHunks,
  copyHunk,
  fromEditorHunk,
  fromLineBlock,
  type EditorHunk,
  type ReviewHunk,
} from '../../core/toReview/hunks.ts';
import { changedMeanwhileError } from '../../core/watch/fold.ts';
import type { ReviewItem } from '../../core/watch/reviewItem.ts';
import { withEol } from '../../core/text/lineEndings.ts';
import { failure, type ToolError } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { runYielding } from '../../async/eventLoop.ts';
import { decodeFile, encodeText } from '../files/codec.ts';
import { reviewScheme } from '../files/reviewUri.ts';
import { findActiveItem, findShownFile } from './activeItem.ts';
import { confirmPartialRevert, confirmRevert, reportFailure, runRevert, type ToReviewContext } from './runRevert.ts';
import { itemsText } from './toReviewTexts.ts';
import { fileOf } from './showRow.ts';

/** A hunk of an unreviewed file, with the texts of the file. */
interface LocatedHunk {
  readonly item: ReviewItem;
  readonly hunk: ReviewHunk;
  /** Undefined for a new file. */
  readonly baseline: TextContent | undefined;
  /** The current text of the file, with its own line endings. */
  readonly text: string;
  readonly encoding: string;
}

/** Commands for hunks, by command id. See `findHunk` for their arguments. */
export function hunkCommands(context: ToReviewContext) {
  const onHunk =
    (run: (located: LocatedHunk, context: ToReviewContext) => Promise<void>) =>
    async (...commandArguments: unknown[]): Promise<void> => {
      const located = await findHunk(commandArguments, context).catch((cause: unknown) => {
        reportFailure(context.log, cause, vscode.l10n.t('Redline cannot tell this change from others.'));
        return undefined;
      });
      if (located !== undefined) await run(located, context);
    };
  return { 'redline.toReview.keepHunk': onHunk(keepHunk), 'redline.toReview.revertHunk': onHunk(revertHunk) };
}

async function keepHunk(
  { item, hunk, baseline, text, encoding }: LocatedHunk,
  { watch, log, refresh }: ToReviewContext,
): Promise<void> {
  try {
    const newBaseline = copyHunk(baseline?.text ?? '', text, hunk, 'original');
    const { bytes } = await encodeText(newBaseline, baseline?.encoding ?? encoding);
    await watch.acceptPart(item, bytes);
    refresh();
  } catch (cause) {
    reportFailure(log, cause, vscode.l10n.t('Redline could not keep this part of {0}.', itemsText([item])));
  }
}

async function revertHunk({ item, hunk, baseline, text }: LocatedHunk, context: ToReviewContext): Promise<void> {
  // The only hunk of a new file is all of it.
  const isNewFile = baseline === undefined;
  const isConfirmed = await (isNewFile ? confirmRevert([item], { asksAnyway: false }) : confirmPartialRevert(item));
  if (!isConfirmed) return;
  const name = itemsText([item]);
  await runRevert(context, name, phrase('Revert a part of {0}', item.path), async (title, options) => {
    const reverted = copyHunk(baseline?.text ?? '', text, hunk, 'modified');
    const { reverter } = context;
    // Deletes the file, instead of leaving an empty one.
    if (isNewFile && reverted === '') return reverter.revertItems([item], title, options);
    const location = await reverter.createLocator()(item.folder, item.path);
    return reverter.rewriteText(location, text, reverted, title, options);
  });
}

/**
 * Finds the hunk of a command: the gutter's peek view passes `(uri, all hunks, index)`; from a key or the palette, the
 * hunk is at the cursor. Undefined if there is none, such as in a deleted file or a link.
 * @throws ToolError VALIDATION_ERROR for a file that has no hunks, STALE if it has changed meanwhile
 */
async function findHunk(
  commandArguments: readonly unknown[],
  context: ToReviewContext,
): Promise<LocatedHunk | undefined> {
  const [uri, editorHunks, index] = commandArguments;
  const item = uri instanceof vscode.Uri ? context.view.itemAt(uri) : findActiveItem(context.view);
  if (item?.current === undefined || item.current.mode === 'link') return undefined;
  context.view.refreshIfStale();
  const row = context.view.rowOf(item);
  // A moved file is two items, and only one of them has the hunk: reverting that alone would delete the file.
  if (row.movedFrom !== undefined)
    throw failure('VALIDATION_ERROR', phrase('{0} was moved. Keep or revert it as a whole.', item.path), '');
  // Before the first await, in which the focus may move.
  const cursor = findCursor(item);
  const isFromEditor = Array.isArray(editorHunks) && typeof index === 'number';
  if (!isFromEditor && (await context.openIfOutdated(row))) return undefined;
  const document = await vscode.workspace.openTextDocument(fileOf(item));
  const text = await readCurrentText(item, document, context);
  const baseline = await baselineOf(item, context);
  const before = baseline?.text ?? '';
  const hunk = isFromEditor ? selectHunk(before, text, editorHunks, index) : await hunkAtCursor(before, text, cursor);
  if (hunk === 'stale') throw changedMeanwhileError(item);
  return hunk === undefined ? undefined : { item, hunk, baseline, text, encoding: document.encoding };
}

/** The current text of an item's file, with its own line endings. Throws as `findHunk` does. */
async function readCurrentText(
  item: ReviewItem,
  document: vscode.TextDocument,
  { reverter }: ToReviewContext,
): Promise<string> {
  const current = await reverter.readSide(document.uri);
  if (current === undefined || current === 'folder' || current.mode === 'link') throw changedMeanwhileError(item);
  const { text } = current;
  if (text === undefined) throw notTextError(item);
  // The editor may not have detected the file's change yet.
  if (withEol(text, '\n') !== withEol(document.getText(), '\n')) throw changedMeanwhileError(item);
  return text;
}

/** The hunk at an index of the editor's hunks; `stale` if these are outdated. */
function selectHunk(
  baseline: string,
  text: string,
  editorHunks: readonly EditorHunk[],
  index: number,
): ReviewHunk | 'stale' | undefined {
  const hunks = editorHunks.map((hunk) => fromEditorHunk(hunk));
  return areAllHunks(baseline, text, hunks) ? hunks[index] : 'stale';
}

/** The text of an item's baseline; undefined for a new file. Throws as `findHunk` does. */
async function baselineOf(item: ReviewItem, { watch }: ToReviewContext): Promise<TextContent | undefined> {
  const { folder, baseline } = item;
  if (baseline === undefined) return undefined;
  const { content } = await decodeFile(fileOf(item), await watch.contentOf(folder, baseline));
  if (content.kind === 'text' && content.lossy !== true) return content;
  throw notTextError(item);
}

function notTextError({ path }: ReviewItem): ToolError {
  return failure('VALIDATION_ERROR', phrase('{0} is not text. Keep or revert it as a whole.', path), '');
}

interface Cursor {
  /** 0-based. */
  readonly line: number;
  /** The text of the left side, if the cursor is there. */
  readonly leftText: string | undefined;
}

/** The cursor in an item's file; undefined if another document has the focus, such as an output channel. */
function findCursor(item: ReviewItem): Cursor | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  if (findShownFile(document.uri)?.toString() !== fileOf(item).toString()) return undefined;
  const isLeftSide = document.uri.scheme === reviewScheme;
  return { line: selection.active.line, leftText: isLeftSide ? document.getText() : undefined };
}

async function hunkAtCursor(
  baseline: string,
  text: string,
  cursor: Cursor | undefined,
): Promise<ReviewHunk | undefined> {
  if (cursor === undefined) return undefined;
  const { line, leftText } = cursor;
  // The left side may lack what was kept since, and then counts other lines than the baseline.
  const leftBlock = leftText === undefined ? undefined : await blockAt(leftText, text, line, 'before');
  if (leftText !== undefined && leftBlock === undefined) return undefined;
  const block = await blockAt(baseline, text, leftBlock?.afterStart ?? line, 'after');
  return block && fromLineBlock(baseline, text, block);
}

/** The block of changed lines at a line of the text before or after. */
async function blockAt(
  before: string,
  after: string,
  line: number,
  side: 'before' | 'after',
): Promise<DiffBlock | undefined> {
  const { blocks } = await runYielding(compareLinesYielding(before, after));
  return blocks.find(({ beforeStart, beforeEnd, afterStart, afterEnd }) => {
    const [start, end] = side === 'before' ? [beforeStart, beforeEnd] : [afterStart, afterEnd];
    // A block without lines on this side is at the line that follows it.
    return line >= start && line < Math.max(end, start + 1);
  });
}

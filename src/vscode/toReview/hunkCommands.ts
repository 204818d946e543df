// Accepts and reverts single hunks, from the gutter's peek view or at the cursor.

import * as vscode from 'vscode';
import type { TextContent } from '../../core/change/change.ts';
import { compareLinesYielding } from '../../core/diff/lineBlocks.ts';
import {
  areAllHunks,
  copyHunk,
  fromEditorHunk,
  fromLineBlock,
  type EditorHunk,
  type ReviewHunk,
} from '../../core/toReview/hunks.ts';
import { changedMeanwhileError } from '../../core/watch/changedMeanwhile.ts';
import type { ReviewItem } from '../../core/watch/reviewItem.ts';
import { withEol } from '../../core/text/text.ts';
import { failure } from '../../core/wording/errors.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { runYielding } from '../../async/eventLoop.ts';
import { decodeFile, encodeText } from '../files/codec.ts';
import { reviewScheme } from '../files/reviewUri.ts';
import { findActiveItem } from './activeItem.ts';
import { reportFailure, revertAs, type ReviewCommandContext } from './reviewRun.ts';
import { itemsText } from './toReviewTexts.ts';
import { fileOf } from './showRow.ts';

/** A hunk, with both texts. */
interface LocatedHunk {
  readonly item: ReviewItem;
  readonly hunk: ReviewHunk;
  readonly baseline: TextContent | undefined;
  /** The current text of the file, with its own line endings. */
  readonly text: string;
  readonly encoding: string;
}

/** The commands on one hunk. */
export function hunkCommands(context: ReviewCommandContext) {
  const onHunk =
    (run: (located: LocatedHunk, context: ReviewCommandContext) => Promise<void>) =>
    async (...given: unknown[]): Promise<void> => {
      const located = await findHunk(given, context).catch((cause: unknown) => {
        reportFailure(context.log, cause, vscode.l10n.t('Redline cannot tell this change from others.'));
        return undefined;
      });
      if (located !== undefined) await run(located, context);
    };
  return { 'redline.toReview.keepHunk': onHunk(keepHunk), 'redline.toReview.revertHunk': onHunk(revertHunk) };
}

async function keepHunk(
  { item, hunk, baseline, text, encoding }: LocatedHunk,
  { watch, log, refresh }: ReviewCommandContext,
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

async function revertHunk({ item, hunk, baseline, text }: LocatedHunk, context: ReviewCommandContext): Promise<void> {
  const name = itemsText([item]);
  await revertAs(context, name, phrase('Revert a part of {0}', item.path), async (title, options) => {
    const reverted = copyHunk(baseline?.text ?? '', text, hunk, 'modified');
    const { reverter } = context;
    if (baseline === undefined && reverted === '') await reverter.revertItems([item], title, options);
    else {
      const location = await reverter.createLocator()(item.folder, item.path);
      await reverter.rewriteText(location, text, reverted, title, options);
    }
  });
}

/** The hunk passed by the gutter's peek view, `(uri, all hunks, index)`, or the one at the cursor. */
async function findHunk(
  commandArguments: readonly unknown[],
  context: ReviewCommandContext,
): Promise<LocatedHunk | undefined> {
  const [uri, editorHunks, index] = commandArguments;
  const item = uri instanceof vscode.Uri ? context.view.itemAt(uri) : findActiveItem(context.view);
  if (item?.current === undefined || item.current.mode === 'link') return undefined;
  const document = await vscode.workspace.openTextDocument(fileOf(item));
  const text = await context.reverter.textAt(document.uri);
  // The editor may not have detected the file's change yet.
  if (text === undefined || withEol(text, '\n') !== withEol(document.getText(), '\n'))
    throw changedMeanwhileError(item);
  const baseline = await baselineOf(item, context);
  const hunk = await selectHunk(baseline?.text ?? '', text, editorHunks, index);
  if (hunk === 'stale') throw changedMeanwhileError(item);
  return hunk === undefined ? undefined : { item, hunk, baseline, text, encoding: document.encoding };
}

/** The hunk at an index of the editor's hunks, or at the cursor; `stale` if the editor's hunks are outdated. */
async function selectHunk(
  baseline: string,
  text: string,
  editorHunks: unknown,
  index: unknown,
): Promise<ReviewHunk | 'stale' | undefined> {
  if (!Array.isArray(editorHunks) || typeof index !== 'number') return hunkAtCursor(baseline, text);
  const hunks = editorHunks.map((hunk: EditorHunk) => fromEditorHunk(hunk));
  return areAllHunks(baseline, text, hunks) ? hunks[index] : 'stale';
}

async function baselineOf(
  { folder, path, baseline }: ReviewItem,
  { watch }: ReviewCommandContext,
): Promise<TextContent | undefined> {
  if (baseline === undefined) return undefined;
  const file = vscode.Uri.joinPath(vscode.Uri.parse(folder, true), path);
  const { content } = await decodeFile(file, await watch.contentOf(folder, baseline));
  if (content.kind === 'text' && content.lossy !== true) return content;
  throw failure('VALIDATION_ERROR', phrase('{0} is not text. Keep or revert it as a whole.', path), '');
}

async function hunkAtCursor(baseline: string, text: string): Promise<ReviewHunk | undefined> {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  const line = selection?.active.line ?? 0;
  const isLeftSide = document?.uri.scheme === reviewScheme;
  const { blocks } = await runYielding(compareLinesYielding(baseline, text));
  const block = blocks.find(({ beforeStart, beforeEnd, afterStart, afterEnd }) => {
    const [start, end] = isLeftSide ? [beforeStart, beforeEnd] : [afterStart, afterEnd];
    return line >= start && line < Math.max(end, start + 1);
  });
  return block && fromLineBlock(baseline, text, block);
}

// Prepares the plan of a call for the rules and the review: rejects changes that are too large, adds cautions, computes
// the diffs ahead, and names the agent in the title. Loaded with the first change.

import type { Caution, Change } from '../../core/change/change.ts';
import { titleWithAgent, withCautions, abbreviationCaution, nameOfCaller } from '../../core/change/reviewTexts.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { bytesPerMebibyte, wholeFileLimit } from '../../core/text/sizeLimits.ts';
import { displayPathOf } from '../../core/change/summary.ts';
import { isNotebookPath } from '../../core/path/pathParts.ts';
import { contentsOfSides, isIrreversible } from '../../core/journal/storedChange.ts';
import { totalCopyBytes } from '../../core/journal/journalEntry.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { sizeText } from '../../core/wording/sizeText.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import { findAbbreviation } from '../../core/diff/abbreviation.ts';
import { compareChange, comparableTexts, precomputeComparisons } from '../../core/change/changeComparison.ts';
import type { Yielding } from '../../core/async/yielding.ts';
import { runYielding } from '../../async/eventLoop.ts';
import type { Plan, PreparedChange } from '../shared/tool.ts';
import type { RunningCall } from './carryOut.ts';

/** Plans a call. @throws as `prepared.plan` does; ToolError TOO_LARGE */
export async function preparePlan(prepared: PreparedChange, { context, world }: RunningCall): Promise<Plan> {
  const plan = await prepared.plan(context);
  requireWritableSize(plan.changes, world.maxWrittenBytes());
  const changes = await withPlanCautions(plan.changes);
  // Computes comparisons after the cautions: they are cached by change, and a change with a caution is a new object.
  await runYielding(precomputeComparisons(changes));
  return { ...plan, changes };
}

/** A plan whose title names the agent, if that is outside the editor; in the editor, the chat shows who calls. */
export async function prepareTitledPlan(prepared: PreparedChange, running: RunningCall): Promise<Plan> {
  const plan = await preparePlan(prepared, running);
  const agent = nameOfCaller(running.call.caller);
  return agent === undefined ? plan : { ...plan, title: titleWithAgent(agent, plan.title) };
}

/** Adds cautions to planned changes: about the history (undo, copies), placeholders for omitted text, and notebooks. */
async function withPlanCautions(changes: readonly Change[]): Promise<readonly Change[]> {
  return withNotebookCautions(await withAbbreviationCautions(withHistoryCautions(changes)));
}

async function withNotebookCautions(changes: readonly Change[]): Promise<readonly Change[]> {
  if (!changes.some(writesNotebook)) return changes;
  return Promise.all(changes.map(async (change) => (writesNotebook(change) ? withNotebookCaution(change) : change)));
}

/** Adds a caution to a change whose new text is not a valid notebook, whatever the old one was. */
async function withNotebookCaution(change: Change): Promise<Change> {
  if (!('after' in change) || change.after.kind !== 'text') return change;
  // Loaded with the first change of a notebook.
  const { readNotebook } = await import('../../core/notebook/notebook.ts');
  const notebook = await runYielding(readNotebook(change.after.text));
  if ('cells' in notebook) return change;
  const path = escapeForDisplay(change.at.path);
  const message = phrase('{0} will not be a valid notebook: {1}, in line {2}', path, notebook.reason, notebook.line);
  return withCautions(change, [{ message, requiresApproval: true }]);
}

/** Whether a change writes a text that must be a notebook. */
function writesNotebook(change: Change): boolean {
  return (
    'after' in change && change.after.kind === 'text' && change.after.text !== '' && isNotebookPath(change.at.path)
  );
}

/** Rejects a plan that writes more than `maxBytes` to a file. @throws ToolError TOO_LARGE */
function requireWritableSize(changes: readonly Change[], maxBytes: number): void {
  for (const change of changes) {
    const writtenBytes = countWrittenBytes(change);
    if (writtenBytes <= maxBytes) continue;
    throw new ToolError(
      'TOO_LARGE',
      `${displayPathOf(change)} would take ${writtenBytes} bytes, and a call writes at most ${maxBytes} bytes (${maxBytes / bytesPerMebibyte} MiB) to a file. Nothing was changed. Write less, or write the first part and add each other part with redline_write_file and mode "append".`,
    );
  }
}

/**
 * Counts the bytes that a change writes to a growing file, for the setting `maxWriteMegabytes`: the appended bytes, or
 * all bytes of a file that grows in another way. Returns 0 if the file does not grow.
 */
function countWrittenBytes(change: Change): number {
  if (!('after' in change)) return 0;
  if (change.after.kind === 'large') return change.kind === 'update' ? (change.after.tail?.bytes.length ?? 0) : 0;
  if (!('bytes' in change.after)) return 0;
  const bytesAfter = change.after.bytes.length;
  // A copy of a smaller file sends no new bytes.
  if (change.kind === 'copy') return bytesAfter > wholeFileLimit ? bytesAfter : 0;
  if (change.kind === 'create' || !('bytes' in change.before)) return bytesAfter;
  const bytesBefore = change.before.bytes.length;
  if (bytesAfter <= bytesBefore) return 0;
  return isAppend(change) ? bytesAfter - bytesBefore : bytesAfter;
}

function isAppend(change: Change): boolean {
  if (change.kind !== 'update' || change.before.kind !== 'text') return false;
  const { before, edits } = change;
  return edits !== undefined && edits.every(({ start, end }) => start === before.text.length && end === start);
}

/** Adds a caution to each change that cannot be undone, or for which the history must copy a large file. */
function withHistoryCautions(changes: readonly Change[]): Change[] {
  return changes.map((change) => {
    if (isIrreversible(change)) return withCautions(change, [createIrreversibleCaution(change)]);
    const size = totalCopyBytes([change]);
    return size === 0 ? change : withCautions(change, [createHistoryCopyCaution(displayPathOf(change), size)]);
  });
}

/** Requires approval, since no rule should allow an irreversible change without asking. */
function createIrreversibleCaution(change: Change): Caution {
  // `isIrreversible` found that one side was not read.
  const sizes = contentsOfSides(change).flatMap((side) => (side.kind === 'unread' ? sizeText(side.size) : []));
  const message = phrase(
    '{0} ({1}): Undo will not be available for this file',
    escapeForDisplay(displayPathOf(change)),
    sizes[0] ?? '',
  );
  return { message, requiresApproval: true };
}

/** Warns of the disk space that the history's copy of a large file takes, even if the file is deleted. */
function createHistoryCopyCaution(path: string, bytes: number): Caution {
  const message = phrase(
    '{0}: {1} will be kept in the history so that this can be undone',
    escapeForDisplay(path),
    sizeText(bytes),
  );
  return { message, requiresApproval: false };
}

/** Adds a caution to changes whose new text has a placeholder such as "rest of code unchanged": that text would be lost. */
export function withAbbreviationCautions(changes: readonly Change[]): Promise<readonly Change[]> {
  return runYielding(cautionAbbreviations(changes));
}

function* cautionAbbreviations(changes: readonly Change[]): Yielding<readonly Change[]> {
  const checkedChanges: Change[] = [];
  for (const change of changes) {
    const { before = '', after = '' } = comparableTexts(change);
    const comparison = writesText(change) ? yield* compareChange(change) : undefined;
    const abbreviation = comparison === undefined ? undefined : yield* findAbbreviation(before, after, comparison);
    const cautions =
      abbreviation === undefined ? [] : [abbreviationCaution(change.at.path, abbreviation.line, abbreviation.text)];
    checkedChanges.push(withCautions(change, cautions));
    yield;
  }
  return checkedChanges;
}

/** Whether a change writes new text; copies and moves do not. */
function writesText(change: Change): boolean {
  if (!('after' in change) || change.kind === 'copy') return false;
  if (change.after.kind === 'large') return change.kind === 'update' && change.after.tail !== undefined;
  if (change.after.kind !== 'text') return false;
  const isTextUnchanged =
    'before' in change && change.before.kind === 'text' && change.before.text === change.after.text;
  return !isTextUnchanged;
}

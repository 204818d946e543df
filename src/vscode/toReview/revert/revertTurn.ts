// Reverts all changes that an agent made in one of its turns, by any tool or command.

import * as vscode from 'vscode';
import { listTurns, changesOfTurn, type TurnChanges } from '../../../core/toReview/turnChanges.ts';
import type { Change } from '../../../core/change/change.ts';
import type { Turn } from '../../../core/watch/reviewItem.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import { failure } from '../../../core/wording/errors.ts';
import type { History } from '../../history/callHistory.ts';
import type { HistoryNode } from '../../history/historyView.ts';
import type { Disk } from '../../ports/localDisk.ts';
import { firstNames, authorLabel } from '../../shared/changeLabels.ts';
import { getPermissionsBefore } from './reverter.ts';
import { reportFailure, runRevert, type ToReviewContext } from '../runRevert.ts';
import { groupLabel } from '../toReviewTexts.ts';
import { listRevertible, type RevertibleTurn } from './revertibleTurn.ts';
import { planTurnRevert } from './turnPlan.ts';
import { askToRevert, revertWarnings, isSamePlan, type TurnQuestion } from './turnQuestion.ts';
import { notify } from '../../messages/notify.ts';
import { pick } from '../../messages/ask.ts';

export interface RevertTurnContext extends ToReviewContext {
  readonly history: History;
  readonly disk: Disk;
  readonly createTextFile: TurnQuestion['createTextFile'];
}

/** Maximum number of turns to choose from: the newest ones. */
const maxListedTurns = 50;
/** Maximum number of files of each kind that a message names. */
const maxNamedFiles = 10;
/** Maximum number of files that describe a turn to choose from. */
const maxFilesOfChoice = 3;

/**
 * Reverts a turn as one history entry, after a confirmation.
 * @param target a group of the list, or a group in the history; for anything else, asks which turn
 */
export async function revertTurn(context: RevertTurnContext, target: unknown): Promise<void> {
  const { watch, history, log } = context;
  await Promise.all([watch.refresh(), history.refresh()]);
  const turn = turnFrom(target, context) ?? (await pickTurn(context));
  if (turn === undefined) return;
  try {
    await askAndRevert(context, turn);
  } catch (cause) {
    const what = vscode.l10n.t('a turn of {0}', authorLabel(turn.agent));
    reportFailure(log, cause, vscode.l10n.t('Redline could not revert {0}.', what));
  }
}

/** Reverts a turn if the user agrees. Throws as `planTurnRevert` does; reports failures of writing itself. */
async function askAndRevert(context: RevertTurnContext, turn: Turn): Promise<void> {
  const { watch, history, reverter, disk, createTextFile } = context;
  const agentName = authorLabel(turn.agent);
  const turnChanges = changesOfTurn(turn, history.entries, watch.steps(), (entry) => history.isInEffect(entry));
  const revertible = await listRevertible(turnChanges.events, reverter, history);
  if (revertible.changes.length === 0) {
    const warnings = revertWarnings(revertible, turnChanges, maxNamedFiles);
    const text = vscode.l10n.t('There is nothing left of this turn that Redline can revert.');
    void notify('Information', [text, ...warnings].join(' '));
    return;
  }
  const plan = (): Promise<readonly Change[]> => planTurnRevert(revertible.changes, disk);
  const agreement = await askToRevert({ agentName, revertible, turnChanges, plan, createTextFile });
  if (agreement === undefined) return;
  // Called once no call works on the files. They may have changed since the user was asked, so plans again.
  const planAsSeen = async (): Promise<readonly Change[]> => {
    const changes = await plan();
    if (agreement.seen !== undefined && !isSamePlan(agreement.seen, changes)) throw planChangedError();
    return changes;
  };
  const attributes = entryAttributesOf(revertible, turnChanges);
  await runRevert(
    context,
    vscode.l10n.t('a turn of {0}', agentName),
    phrase('Revert a turn of {0}', agentName),
    (title, options) => reverter.writePlanned(realUrisOf(revertible), title, { ...options, ...attributes }, planAsSeen),
  );
}

function planChangedError(): Error {
  const message = phrase(
    'Files have changed since you were shown what this reverts. Nothing was reverted: run it again.',
  );
  return failure('STALE', message, 'Tell the user.');
}

/**
 * Attributes of the revert's journal entry: the completely reverted calls, and the permissions of deleted files to
 * restore. `events` are newest first, and the last one wins in `assign`: the oldest deletion of a file.
 */
function entryAttributesOf({ calls }: RevertibleTurn, { events }: TurnChanges) {
  const permissionsOfEvents = events.map((event) =>
    event.kind === 'call' ? (event.entry.permissions ?? {}) : getPermissionsBefore(event.step),
  );
  const permissions: Record<string, number> = Object.assign({}, ...permissionsOfEvents);
  return { permissions, takesBack: calls.map(({ id }) => id) };
}

/** Real URIs of the changed files: both of a moved file. */
function realUrisOf({ changes }: RevertibleTurn): readonly string[] {
  const locations = changes.flatMap((change) => ('from' in change ? [change.from, change.at] : [change.at]));
  return [...new Set(locations.map(({ real }) => real))];
}

/** The turn of a command's argument; undefined without one (from the palette), or for a group that is not a turn. */
function turnFrom(target: unknown, { view }: RevertTurnContext): Turn | undefined {
  if (typeof target !== 'object' || target === null) return undefined;
  const isGroupNode = (node: object): node is HistoryNode & { readonly kind: 'group' } =>
    'kind' in node && node.kind === 'group';
  if (isGroupNode(target)) return target.group.turn;
  const isResourceGroup = (group: object): group is vscode.SourceControlResourceGroup => 'resourceStates' in group;
  const author = isResourceGroup(target) ? view.groupOf(target)?.author : undefined;
  return author?.kind === 'turn' ? author : undefined;
}

interface TurnPick extends vscode.QuickPickItem {
  readonly turn: Turn;
}

async function pickTurn({ watch, history }: RevertTurnContext): Promise<Turn | undefined> {
  const turns = listTurns(history.entries, watch.steps(), (entry) => history.isInEffect(entry));
  const listedTurns = turns.slice(0, maxListedTurns);
  if (listedTurns.length === 0) {
    void notify('Information', vscode.l10n.t("Redline knows of no agent's turn here."));
    return undefined;
  }
  const picks = listedTurns.map(({ turn, from, paths }): TurnPick => {
    return {
      label: groupLabel({ kind: 'turn', ...turn }, from),
      description: firstNames([...paths], maxFilesOfChoice).join(', '),
      turn,
    };
  });
  return (await pick(picks, { title: vscode.l10n.t('Which turn?') }))?.turn;
}

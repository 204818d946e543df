// Implements the commands that remember an approval, list and revoke approvals, and make a folder always ask.
import * as vscode from 'vscode';
import type { Phrase } from '../../core/wording/phrase.ts';
import { translate } from '../shared/translate.ts';
import type { ApprovalScope } from '../../core/rules/approval.ts';
import { approvalsOf, offersForCall, type ApprovalOffer, type ApprovalTerms } from '../../core/rules/approvalOffers.ts';
import { changeOperations } from '../../core/rules/operation.ts';
import { patternFor } from '../../core/rules/parse/newRule.ts';
import { agentRestriction } from '../../core/rules/forAgent.ts';
import { approvalText, agentOnlyText, lifetimeText, termsText } from './approvalText.ts';
import type { Change } from '../../core/change/change.ts';
import type { Approvals } from './approvals.ts';
import type { Caller } from '../../tools/ports/caller.ts';
import { appendRule, offerSetting, reviewWhen } from '../shared/contributions/settings.ts';
import type { PendingReview } from '../review/pendingReviews.ts';
import type { DisplayProof } from '../review/screenTracker.ts';
import { touchedLocations, type TouchedLocation } from '../files/paths/touchedLocations.ts';
import type { PathResolver } from '../files/paths/pathResolver.ts';
import { notify } from '../messages/notify.ts';
import { pick, pickSeveral } from '../messages/ask.ts';

/** The steps of pressing Approve, for an approval that the user gives by a pick from a list. */
export interface ApprovalSteps {
  /** Resolves once `PendingReview.current` contains all of the user's edits and exclusions. */
  readonly settle: () => Promise<unknown>;
  /** Counts as pressing Approve. Resolves to the proof that the user saw the review; undefined if it came too soon. */
  readonly press: () => Promise<DisplayProof | undefined>;
}

/** Approves a call and remembers the approval: asks what to cover, then for how long and for which agents. */
export async function approveAndRemember(
  review: PendingReview,
  steps: ApprovalSteps,
  approvals: Pick<Approvals, 'add'>,
  resolver: Pick<PathResolver, 'locate'>,
): Promise<void> {
  const { rememberable, reason } = review.request.verdict;
  if (!rememberable) return inform(onlyOnceText(reason));
  let hint: Pick<vscode.QuickPickOptions, 'placeHolder'> = {};
  for (;;) {
    await steps.settle();
    if (review.closedSignal.aborted) return;
    // `current` does not contain excluded parts.
    const toCover = operationsToCover(review.current().changes);
    if (toCover.length === 0) return inform(allExcludedText());
    const offer = await pickOffer(toCover, resolver, hint);
    if (offer === undefined) return;
    const agreed = await askTerms(review, translate(offer.text), steps);
    if (agreed === undefined || review.closedSignal.aborted) return;
    // The user may have excluded or included files while the lists were open, which changes the offers.
    const isOutdated = JSON.stringify(operationsToCover(review.current().changes)) !== JSON.stringify(toCover);
    if (isOutdated) {
      hint = { placeHolder: vscode.l10n.t('The files of the call have changed. Choose again.') };
      continue;
    }
    const { proof, ...terms } = agreed;
    const remember = async (): Promise<void> => {
      for (const approval of approvalsOf(offer, terms)) await approvals.add(approval);
    };
    return review.answer({ approve: true, surface: 'approve and remember', proof, remember });
  }
}

function onlyOnceText(reason: Phrase): string {
  return vscode.l10n.t(
    'An approval of this change cannot be remembered. Approve or reject it once. {0}',
    translate(reason),
  );
}

function allExcludedText(): string {
  return vscode.l10n.t(
    'Everything is excluded, so nothing is left to approve. Include a file again, or reject the change.',
  );
}

/** Asks what to approve; each offer covers all of these operations. Undefined if the user cancels. */
async function pickOffer(
  toCover: readonly TouchedLocation[],
  resolver: Pick<PathResolver, 'locate'>,
  hint: Pick<vscode.QuickPickOptions, 'placeHolder'>,
): Promise<ApprovalOffer | undefined> {
  const subjectAt = async ({ location, links, operation }: TouchedLocation) => {
    const { subject } = await resolver.locate(location.path, links);
    return { operation, subject };
  };
  const offers = offersForCall(await Promise.all(toCover.map(subjectAt)));
  const items = offers.map((offer) => ({ label: translate(offer.text), offer }));
  return (await showPick(items, vscode.l10n.t("Approve, and don't ask again for"), hint))?.offer;
}

/**
 * Asks how long to remember the approval, and for which agents. A pick counts as pressing Approve; if it comes too
 * soon, asks again. Undefined if the user cancels or the review is closed.
 */
async function askTerms(
  review: PendingReview,
  title: string,
  { settle, press }: ApprovalSteps,
): Promise<(ApprovalTerms & { proof: DisplayProof }) | undefined> {
  for (;;) {
    const picked = await showPick(termsItems(review.call.caller), title);
    if (picked?.terms === undefined || review.closedSignal.aborted) return undefined;
    await settle();
    const proof = await press();
    if (proof !== undefined) return { ...picked.terms, proof };
    if (review.closedSignal.aborted) return undefined;
  }
}

/** Lists the remembered approvals, and revokes those that the user picks. */
export async function manageApprovals(approvals: Approvals): Promise<void> {
  const items = approvals.all.map((approval) => ({
    label: approvalText(approval),
    description: termsText(approval),
    approval,
  }));
  if (items.length === 0) return inform(vscode.l10n.t('There are no remembered approvals.'));
  const picked = await pickSeveral(items, {
    title: vscode.l10n.t('Remembered Approvals'),
    placeHolder: vscode.l10n.t('Select approvals to revoke'),
  });
  for (const { approval } of picked ?? []) await approvals.revoke(approval);
}

/**
 * The changes of a call that an approval must cover, by their operations. A folder created for one of its files needs
 * no approval of its own.
 */
function operationsToCover(changes: readonly Change[]): readonly TouchedLocation[] {
  const touched = touchedLocations(changes).filter(({ operation }) => operation !== 'read');
  const isParent = ({ location }: TouchedLocation): boolean =>
    touched.some((other) => other.location.real.startsWith(`${location.real}/`));
  return touched.filter((entry) => entry.operation !== 'create' || !isParent(entry));
}

/**
 * The terms to choose from. Those for the requesting agent come first, then those for every agent; the shortest scope
 * first in both. The item without terms is a separator.
 */
export function termsItems({ agent }: Caller): (vscode.QuickPickItem & { terms?: ApprovalTerms })[] {
  const scopes = ['session', 'workspace', 'always'] as const;
  const agentOnly = agentRestriction(agent);
  // Part of the label, since the hover of a description covers the rows below it.
  const labelOf = (scope: ApprovalScope, who: string): string => vscode.l10n.t('{0}, {1}', lifetimeText(scope), who);
  const forAll = scopes.map((scope) => ({
    label: labelOf(scope, vscode.l10n.t('for every agent')),
    terms: { scope },
  }));
  if (agentOnly.agent === undefined) return forAll;
  return [
    ...scopes.map((scope) => ({ label: labelOf(scope, agentOnlyText(agent)), terms: { scope, ...agentOnly } })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    ...forAll,
  ];
}

function inform(text: string): void {
  void notify('Information', text);
}

function showPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  title: string,
  hint: Pick<vscode.QuickPickOptions, 'placeHolder'> = {},
): Thenable<T | undefined> {
  return pick(items, { title, ignoreFocusOut: true, ...hint });
}

/**
 * Adds a rule to `redline.workspaceRules` that makes every change in a folder ask, despite remembered approvals.
 * @param clicked the URI of a folder if called from its context menu; otherwise asks for one
 */
export async function alwaysAsk(clicked: unknown): Promise<void> {
  const folder = clicked instanceof vscode.Uri ? clicked : await pickFolder();
  if (folder === undefined) return;
  const root = vscode.workspace.getWorkspaceFolder(folder);
  if (root === undefined) {
    void notify('Warning', vscode.l10n.t('Redline: The folder is outside the workspace.'));
    return;
  }
  const relative = folder.path.slice(root.uri.path.length).replace(/^\/|\/$/g, '');
  // The setting rejects backslashes. `?` matches any character, so that at worst the rule asks too often.
  const glob = patternFor({ kind: 'folder', path: relative }).replaceAll('\\', '?');
  const rule = { operations: changeOperations, paths: [glob], action: 'ask' };
  const isList = await appendRule('workspaceRules', rule, vscode.ConfigurationTarget.WorkspaceFolder, root.uri);
  const text = isList
    ? alwaysAskText(relative === '' ? root.name : relative)
    : vscode.l10n.t('The setting redline.workspaceRules is not a list. Correct it, then try again.');
  void offerSetting('workspaceRules', (button) => notify('Information', `Redline: ${text}`, button));
}

function alwaysAskText(folderName: string): string {
  return reviewWhen() === 'after'
    ? vscode.l10n.t(
        'Every change in {0} is now reviewed, even if you approved it before: in To Review, once it is made, since redline.review.when is "after".',
        folderName,
      )
    : vscode.l10n.t('Every change in {0} now needs your approval, even if you approved it before.', folderName);
}

async function pickFolder(): Promise<vscode.Uri | undefined> {
  const [first, ...others] = vscode.workspace.workspaceFolders ?? [];
  const [picked] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title: vscode.l10n.t('Always ask for this folder'),
      ...(first === undefined || others.length > 0 ? {} : { defaultUri: first.uri }),
    })) ?? [];
  return picked;
}

// Assembles all parts of Redline. The entry points load it after the start of VS Code, or at the first use.

import * as vscode from 'vscode';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { Failures } from '../../tools/ports/failures.ts';
import type { Applier } from '../../tools/ports/ports.ts';
import type { World } from '../../tools/ports/world.ts';
import { Approvals } from '../gate/approvals.ts';
import { registerApprovals } from '../gate/approvalsView.ts';
import { openStorage } from '../journal/editorStorage.ts';
import { AuditLog, registerAudit } from '../gate/audit/auditLog.ts';
import { startApplying } from './startApplying.ts';
import { encodeText } from '../files/codec.ts';
import { lazyLanguages } from '../languages/lazyLanguages.ts';
import { editorDiagnostics } from '../documents/diagnostics.ts';
import { vscodeEditor } from '../documents/vscodeEditor.ts';
import { createFileQueue, type CountedFileQueue } from '../shared/fileQueue.ts';
import { HistoryFiles } from '../history/historyFiles.ts';
import type { LoadedParts } from './lazyActivation.ts';
import { lazyComments } from './lazyComments.ts';
import { lazyWatch, type LazyWatch } from './lazyWatch.ts';
import { createSessionGrants } from '../gate/readGrants.ts';
import { reportHostEdits } from './hostEdits.ts';
import { contributionsOf } from '../shared/contributions/manifest.ts';
import { lazyCommands } from '../shared/contributions/commands.ts';
import { registerPalette } from '../palette/registerPalette.ts';
import { failuresIn } from '../shared/log.ts';
import type { History } from '../history/callHistory.ts';
import { NotDoneView } from '../history/notDoneView.ts';
import { indexOpenDocuments } from '../files/openDocuments.ts';
import { PathResolver } from '../files/paths/pathResolver.ts';
import type { Platform } from './platform.ts';
import { SettingsPolicy } from '../gate/policy.ts';
import { TeamPolicies } from '../gate/teamPolicy/teamPolicies.ts';
import { ReadGate } from '../gate/readGate.ts';
import { registerHistory } from '../history/registerHistory.ts';
import { ReadMemories } from '../../core/change/readMemory.ts';
import { FocusTracker } from '../review/focusTracker.ts';
import { ChatNotes, withQueueNotes } from '../review/card/chatNotes.ts';
import { CardPresenter } from '../review/card/cardPresenter.ts';
import { ClosedDiffs } from '../review/diff/closedDiffs.ts';
import { closeReviewTabs, trackFrontDiffs } from '../review/diff/diffTabs.ts';
import { keepReviewLanguage } from '../review/diff/reviewPath.ts';
import { keepProposalsSaved } from '../review/proposal/keepSaved.ts';
import { PendingReviews } from '../review/pendingReviews.ts';
import { PendingView } from '../review/pendingView/pendingView.ts';
import type { ReviewDeps } from '../review/reviewDeps.ts';
import { ProposalFiles, proposalScheme } from '../review/proposal/proposalFiles.ts';
import { ReadQuestions } from '../review/pendingView/readQuestions.ts';
import { registerReadSurfaces } from '../review/pendingView/readSurfaces.ts';
import { EditorReview } from '../review/review.ts';
import { ScreenTracker } from '../review/screenTracker.ts';
import { ReviewLenses } from '../review/reviewLenses.ts';
import { registerReview } from '../review/registerReview.ts';
import type { ReviewCommandDeps } from '../review/reviewCommands.ts';
import { showPendingStatus } from '../review/statusBar.ts';
import { SettingsRules } from '../gate/rules.ts';
import { wireQueries } from '../queries/wireQueries.ts';
import { hostMayAnswer, maxWrittenBytes } from '../shared/contributions/settings.ts';
import { sharedStorage } from '../shared/sharedStorage.ts';
import { startAgents } from './startAgents.ts';
import { createHeldAgentsFinder } from './startConnect.ts';
import { startToReview, type ToReviewDeps } from '../toReview/startToReview.ts';
import { registerStartCommands } from './startCommands.ts';
import { EditorWorkspace } from '../files/workspace.ts';
import { WrittenStatus } from '../history/writtenStatus.ts';

/**
 * Assembles all parts, each of which `own` registers to be disposed with the extension. `activateLazily` has registered
 * the tools before, but no call runs until this returns. So functions of `world` may use parts that are created below it.
 */
export function activateRedline(context: vscode.ExtensionContext, platform: Platform): LoadedParts {
  const own = ownedBy(context);
  own(indexOpenDocuments());
  const log = own(vscode.window.createOutputChannel('Redline', { log: true }));
  const failures = failuresIn(log);
  const { resolver, approvals, teamPolicies, policy, rules } = createRules(own, context, platform, failures);
  const readQuestions = own(new ReadQuestions());
  const gate = new ReadGate(policy, (agent) => createSessionGrants(approvals, agent), readQuestions);
  const audit = new AuditLog(context.logUri, log, openStorage(context.logUri, platform.storageFolder));
  const chatNotes = own(new ChatNotes());
  const fileQueue = createFileQueue();
  const callQueue = withQueueNotes(fileQueue, chatNotes);
  const storage = sharedStorage(context);
  const { applier, history } = own(startApplying({ storage, platform, log, queue: callQueue, recheck: rules }));
  const historyFiles = new HistoryFiles(history);
  const reviewParts = wireReview(own, platform, failures, chatNotes, lazyComments(own, log, context.workspaceState));
  const watch = own(lazyWatch({ storage, history, resolver, gate, log }, platform.openWatch));
  const { onDidChange: onPolicyChange } = teamPolicies;
  const queries = own(wireQueries({ resolver, platform, gate, watch, onPolicyChange, failures }));
  const notDone = own(new NotDoneView());
  const status = own(new WrittenStatus(history, failures));
  // Watch, the innermost, adds the agent's turn before a write; the queries and the status bar act after it.
  const wrapApplier = (writer: Applier): Applier => status.wrapApplier(queries.wrapApplier(watch.wrapApplier(writer)));
  const world: World = {
    workspaceFor: (call, trail) => new EditorWorkspace({ ...platform, resolver, guard: gate.for(call, trail) }),
    queriesFor: (call, trail) => queries.queriesFor(call, trail),
    rules,
    review: reviewParts.editorReview,
    applier: wrapApplier(applier),
    readsFor: createReadMemoryFinder(queries, watch),
    diagnostics: editorDiagnostics(),
    languages: lazyLanguages,
    queue: callQueue,
    maxWrittenBytes,
    audit,
    failures: { ...failures, reportFailedCall: (call) => notDone.add(call) },
    feedback: () => toReview.feedback(),
  };
  const remember = createApproveAndRemember(approvals, resolver);
  registerQuestions(own, { ...reviewParts, remember }, readQuestions, fileQueue);
  own(registerGate(approvals, audit, context));
  own(registerHistory({ history, watch, keepText: historyFiles.keepText, log }));
  own(registerPalette(context.extension, world, own));
  const shared = { resolver, world, history, applier, log };
  const toReview = own(assembleToReview(context, platform, { ...shared, watch, queue: fileQueue }));
  registerStart(own, context, history, log);
  own(startAgents({ ...shared, watch, teamPolicies, platform, wrapApplier }, context.extension, log));
  const loadTools = onceUntilFailure(async () => (await import('./toolHost.ts')).createToolHost(world));
  return { loadTools, historyFiles };
}

/** The rules of the settings and of the team, and the remembered approvals. */
function createRules(own: Own, context: vscode.ExtensionContext, platform: Platform, failures: Failures) {
  const resolver = new PathResolver(platform.realPaths, platform.flavour);
  const approvals = new Approvals(context);
  const findHeld = createHeldAgentsFinder(platform.agentMachine);
  const teamPolicies = own(new TeamPolicies(context.workspaceState, findHeld, failures));
  const policy = own(new SettingsPolicy(() => approvals.all, teamPolicies));
  return { resolver, approvals, teamPolicies, policy, rules: new SettingsRules(resolver, policy, teamPolicies) };
}

/** Registers the start commands and the notice of edits that bypass Redline; closes an earlier window's review tabs. */
function registerStart(
  own: Own,
  context: vscode.ExtensionContext,
  history: History,
  log: vscode.LogOutputChannel,
): void {
  own(reportHostEdits(context.globalState, history));
  own(registerStartCommands(context.extension, log));
  void closeReviewTabs();
}

function registerQuestions(
  own: Own,
  reviewDeps: Omit<ReviewCommandDeps, 'view'>,
  readQuestions: ReadQuestions,
  queue: CountedFileQueue,
): void {
  own(registerReadSurfaces(readQuestions));
  own(registerReview({ ...reviewDeps, view: own(new PendingView(reviewDeps.pending, readQuestions, queue)) }));
}

/** Registers the commands about approvals, the audit log and the team's policy. */
function registerGate(
  approvals: Approvals,
  audit: AuditLog,
  { extension }: vscode.ExtensionContext,
): vscode.Disposable {
  // In the editor's language.
  const titles = new Map(contributionsOf(extension).languageModelTools.map((tool) => [tool.name, tool.displayName]));
  return vscode.Disposable.from(
    registerApprovals(approvals),
    registerAudit(audit, (tool) => titles.get(tool) ?? tool),
    lazyCommands(
      ['redline.openTeamPolicy'],
      async () => (await import('../gate/teamPolicy/openTeamPolicy.ts')).registerOpenTeamPolicy,
    ),
  );
}

/** Registers a part to be disposed with the extension, and returns it. */
type Own = <T extends vscode.Disposable>(part: T) => T;

function ownedBy(context: vscode.ExtensionContext): Own {
  return (part) => {
    context.subscriptions.push(part);
    return part;
  };
}

/** Assembles the review: its files, diffs, card and CodeLenses. */
function wireReview(
  own: Own,
  { openSyntax }: Platform,
  failures: Failures,
  chatNotes: ChatNotes,
  openComments: ReviewDeps['openComments'],
): Pick<ReviewCommandDeps, 'pending' | 'screen' | 'editorReview'> {
  const pending = new PendingReviews();
  own(showPendingStatus(pending));
  const files = new ProposalFiles();
  own(vscode.workspace.registerFileSystemProvider(proposalScheme, files, { isCaseSensitive: true }));
  own(keepProposalsSaved());
  own(keepReviewLanguage());
  own(trackFrontDiffs());
  const screen = own(new ScreenTracker(pending));
  const surfaces = {
    files,
    screen,
    card: own(new CardPresenter(hostMayAnswer, failures)),
    notes: chatNotes,
    focusTracker: own(new FocusTracker()),
  };
  const review = new EditorReview({ pending, ...surfaces, encode: encodeText, openSyntax, openComments });
  own(new ReviewLenses(pending, (each) => review.pairsOf(each)));
  own(new ClosedDiffs(pending, { open: (closed) => review.open([closed]), whenIdle: () => review.whenIdle(), files }));
  return { pending, screen, editorReview: review };
}

/** The pipeline runs this function once a call, so it also reports the call to Watch. */
function createReadMemoryFinder(queries: ReturnType<typeof wireQueries>, watch: LazyWatch): World['readsFor'] {
  const memories = new ReadMemories();
  return ({ caller }) => {
    watch.recordCall(caller);
    return queries.wrapReadMemory(memories.of(caller.session));
  };
}

/** Starts To Review, the list of unreviewed changes. */
function assembleToReview(
  { workspaceState, extension }: vscode.ExtensionContext,
  platform: Platform,
  parts: Omit<ToReviewDeps, 'workspaceState' | 'disk'>,
): ReturnType<typeof startToReview> {
  const commands = contributionsOf(extension).commands.map(({ command }) => command);
  const disk = { ...platform, editor: vscodeEditor };
  return startToReview({ ...parts, workspaceState, disk }, commands);
}

/** Approves a call and remembers the approval; loads its code at first use. */
function createApproveAndRemember(approvals: Approvals, resolver: PathResolver): ReviewCommandDeps['remember'] {
  return async (target, approve) => {
    const { approveAndRemember } = await import('../gate/approvalCommands.ts');
    await approveAndRemember(target, approve, approvals, resolver);
  };
}

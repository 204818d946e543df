// Guards reads: judges each by the rules, and asks the user or leaves the question to the review of a change.
import { createMutex } from '../../core/async/oneAtATime.ts';
import type { Change } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { inEnglish } from '../../core/wording/phrase.ts';
import { judge, type Policy, type Verdict } from '../../core/rules/judge.ts';
import { compileReadAction, strictestAction } from '../../core/rules/plainlyReadable.ts';
import type { ReadGrant } from '../../core/rules/approval.ts';
import type { Action } from '../../core/rules/operation.ts';
import { withNameInside, type Subject } from '../../core/rules/subject.ts';
import type { Call } from '../../tools/ports/ports.ts';
import type { ReadTrail } from '../../tools/ports/audit.ts';
import { createRejection } from '../../tools/pipeline/rejection.ts';
import {
  grantFor,
  grantForParentFolder,
  createCallGrants,
  mayReadOutside,
  mayRead,
  type GrantDepth,
  type ReadGrants,
  isInfoTool,
  isMissingOutside,
  isShownBy,
  withoutAncestors,
  type ReadRequest,
} from './readGrants.ts';
import { allNestedRoots, pathIn } from '../files/paths/workspaceRoots.ts';
import type { ResolvedPath } from '../files/paths/resolvedPath.ts';
import type { SettingsPolicy } from './policy.ts';
import type { ReadQuestionData } from './readQuestionTexts.ts';
import type { ReadAnswer, ReadQuestions } from '../review/pendingView/readQuestions.ts';
import type { ReadGuard } from '../files/workspace.ts';

/** Creates the read guard of each call, and shares the policy, the questions and the session's grants among them. */
export class ReadGate {
  readonly policy: SettingsPolicy;
  readonly questions: ReadQuestions;
  /** The grants of an agent that expire with the window. */
  readonly sessionGrantsOf: (agent: string) => ReadGrants;
  readonly #guards = new WeakMap<Call, ReadGuard>();

  constructor(policy: SettingsPolicy, sessionGrantsOf: ReadGate['sessionGrantsOf'], questions: ReadQuestions) {
    this.policy = policy;
    this.questions = questions;
    this.sessionGrantsOf = sessionGrantsOf;
  }

  /** The guard of one call. Keeps the user's answers, and the first `trail`, when the call is planned again. */
  for(call: Call, trail?: ReadTrail): ReadGuard {
    const guard = this.#guards.get(call) ?? new CallGuard(this, call, trail);
    this.#guards.set(call, guard);
    return guard;
  }
}

/** Judges the reads of one call. The user's answers apply to the whole call. */
class CallGuard implements ReadGuard {
  readonly #gate: ReadGate;
  readonly #call: Call;
  readonly #trail: ReadTrail | undefined;
  readonly #callGrants = createCallGrants();
  readonly #sessionGrants: ReadGrants;
  /** Canonical URIs in the audit trail. */
  readonly #recordedPaths = new Set<string>();
  /** Canonical URIs outside the workspace that this call may read: the user allowed at least looking at them. */
  readonly #readableInCall = new Set<string>();
  /** Canonical URIs outside the workspace that become session grants when this call first reads them. */
  readonly #pendingSessionReads = new Set<string>();
  /** Canonical URIs that the user denied. */
  readonly #refusedPaths = new Set<string>();
  /** Serializes questions. */
  readonly #exclusively = createMutex();
  /** Reads for planning a change that the user was not asked about yet, by canonical URI. The review covers them. */
  readonly #deferredReads = new Map<string, ReadRequest>();

  constructor(gate: ReadGate, call: Call, trail: ReadTrail | undefined) {
    this.#gate = gate;
    this.#call = call;
    this.#sessionGrants = gate.sessionGrantsOf(call.caller.agent);
    this.#trail = trail;
  }

  allow(resolved: ResolvedPath): Promise<void> {
    // A missing path reveals only its absence, and the answer must not cover a file that is created there later.
    return this.#admit(resolved, isMissingOutside(resolved) ? 'look' : 'read');
  }

  async requireStat(resolved: ResolvedPath): Promise<void> {
    if (!resolved.subject.isInside) await this.#admit(resolved, 'look');
  }

  rejectDenied(resolved: ResolvedPath): void {
    throwIfDenied(this.#verdict(resolved, 'read'));
  }

  mayPrompt(resolved: ResolvedPath): boolean {
    return this.#verdict(resolved, 'read').action === 'ask';
  }

  /** Judges paths in a workspace folder inside this path by the rules of that folder, too. */
  readAction(resolved: ResolvedPath): (subject: Subject) => Action {
    const { folders, nestedRoots } = resolved;
    const hasReadGrant = this.#hasGrantOutside(resolved, 'read');
    const read = compileReadAction([this.#policyAt(folders)]);
    const nestedFolders = allNestedRoots(folders, nestedRoots).map(({ uri, path }) => ({
      path,
      readInFolder: compileReadAction([this.#policyAt([...folders, uri])]),
    }));
    return (givenSubject) => {
      const subject: Subject = hasReadGrant ? { ...givenSubject, hasReadGrant } : givenSubject;
      const names = subject.isInside ? subject.spellings : subject.spellingsWithFolderName;
      const actions = nestedFolders.flatMap(({ path, readInFolder }) => {
        const relativePath = names.map((name) => pathIn(path, name)).find((below) => below !== undefined);
        return relativePath === undefined ? [] : [readInFolder(withNameInside(subject, relativePath))];
      });
      return strictestAction([read(subject), ...actions]);
    };
  }

  async requireDisclosure(plan: 'failed' | 'tried' | readonly Change[]): Promise<void> {
    const deferred = [...this.#deferredReads.values()];
    this.#deferredReads.clear();
    const reads =
      typeof plan === 'string' ? withoutAncestors(deferred) : deferred.filter((read) => !isShownBy(read, plan));
    if (reads.length === 0) return;
    const change = typeof plan === 'string' ? plan : 'beside';
    // After one refusal, the user is not asked about the other paths.
    const isAllowed = this.#refusedPaths.size === 0 && (await this.#exclusively(() => this.#ask(reads, change)));
    // The same error as for a rejected review, so that it does not reveal whether the plan was possible.
    if (!isAllowed) throw createRejection();
  }

  /**
   * The verdict on a read, by default with the grants so far.
   * @param hasReadGrant whether to assume that the user allows the path, if it is outside the workspace
   */
  #verdict(resolved: ResolvedPath, depth: GrantDepth, hasReadGrant = this.#hasGrantOutside(resolved, depth)): Verdict {
    const subject: Subject = {
      ...resolved.subject,
      hasReadGrant,
      // A look reveals no content, so it is judged like that at a folder, whose name is no secret.
      ...(depth === 'look' ? { isFolder: true } : {}),
    };
    return judge('read', subject, this.#policyAt(resolved.folders));
  }

  #policyAt(folders: readonly string[]): Policy {
    return this.#gate.policy.for(folders, this.#call.caller.agent);
  }

  #hasGrantOutside({ subject, location: { real } }: ResolvedPath, depth: GrantDepth): boolean {
    if (subject.isInside) return false;
    const grants = [this.#callGrants, this.#sessionGrants];
    return this.#readableInCall.has(real) || mayReadOutside(grants, real, depth);
  }

  /** Whether the user allowed reading exactly this path, which suffices even for a secret. */
  #mayRead({ location: { real } }: ResolvedPath): boolean {
    return mayRead([this.#callGrants, this.#sessionGrants], real);
  }

  /** Resolves once the path may be read, or its question is left to the review. @throws PERMISSION_DENIED, REJECTED */
  async #admit(resolved: ResolvedPath, depth: GrantDepth): Promise<void> {
    const { path, real } = resolved.location;
    const verdict = this.#verdict(resolved, depth);
    if (!this.#recordedPaths.has(real)) this.#trail?.recordRead(path, verdict.action);
    this.#recordedPaths.add(real);
    throwIfDenied(verdict);
    // A secret, or a path with an ask rule, is not allowed here: it gets its own question.
    if (depth === 'read' && verdict.action === 'allow' && this.#pendingSessionReads.delete(real))
      this.#sessionGrants.add({ real, kind: 'read' });
    if (verdict.action === 'allow' || this.#mayRead(resolved)) return;
    if (this.#canDefer(resolved, depth)) {
      // The deepest access to the path counts.
      const isReadAlready = this.#deferredReads.get(real)?.depth === 'read';
      this.#deferredReads.set(real, { resolved, depth: isReadAlready ? 'read' : depth });
      return;
    }
    await this.#exclusively(async () => {
      // The answer to the previous question may cover this path.
      if (this.#verdict(resolved, depth).action === 'allow' || this.#mayRead(resolved)) return;
      const next = this.#call.isChange === true ? 'next' : undefined;
      if (this.#refusedPaths.has(real) || !(await this.#ask([{ resolved, depth }], next)))
        throw readRejectedError(path);
    });
  }

  /**
   * Whether a change can be planned before the user is asked about a path, because the review will show what was read.
   * Requires a path outside the workspace that a grant for reading would allow, i.e. no secret.
   */
  #canDefer(resolved: ResolvedPath, depth: GrantDepth): boolean {
    if (this.#call.isChange !== true || resolved.subject.isInside) return false;
    const hasReadGrant = true;
    return this.#verdict(resolved, depth, hasReadGrant).action === 'allow';
  }

  /** Asks the user about all of these reads at once, and stores each answer. Returns whether they are allowed. */
  async #ask(reads: readonly ReadRequest[], change: ReadQuestionData['change']): Promise<boolean> {
    const { tool, caller, signal } = this.#call;
    const [first] = reads;
    if (first === undefined) return true;
    const { reason } = this.#verdict(first.resolved, first.depth);
    const isSecret = reads.some(
      ({ resolved: { subject, folders }, depth }) =>
        depth === 'read' &&
        this.#policyAt(folders).protectedFiles.matchRead(subject.spellingsWithFolderName) !== undefined,
    );
    const resolvedPaths = reads.map(({ resolved }) => resolved);
    const { readQuestionTexts } = await import('./readQuestionTexts.ts');
    const question = readQuestionTexts({ resolvedPaths, reason, isSecret, tool, caller, change });
    const { answer, surface } = await this.#gate.questions.ask(question, signal);
    // All other kinds of `change` are about reads that were deferred.
    const isDeferred = change !== undefined && change !== 'next';
    for (const read of reads) {
      this.#trail?.recordAnswer(read.resolved.location.path, answer !== 'no', surface);
      this.#storeAnswer(read, answer, isDeferred);
    }
    return answer !== 'no';
  }

  /** Stores the answer about one path. @param isDeferred whether planning a change has already read the path */
  #storeAnswer({ resolved, depth }: ReadRequest, answer: ReadAnswer, isDeferred: boolean): void {
    const { real } = resolved.location;
    this.#pendingSessionReads.delete(real);
    if (answer === 'no') {
      this.#refusedPaths.add(real);
      return;
    }
    const isMissing = isMissingOutside(resolved);
    const isInfo = isInfoTool(this.#call.tool);
    // If the question was only about existence or kind, a yes grants no read.
    const isLook = isInfo || isMissing || (isDeferred && depth === 'look');
    const grant: ReadGrant = isLook ? { real, kind: 'look' } : grantFor(resolved, depth);
    this.#callGrants.add(grant);
    if (!isMissing) this.#readableInCall.add(real);
    if (answer === 'session' && !isMissing && !isInfo) this.#pendingSessionReads.add(real);
    if (answer === 'session' || answer === 'folder') this.#sessionGrants.add(grant);
    if (answer === 'folder') this.#sessionGrants.add(grantForParentFolder(resolved));
  }
}

function throwIfDenied(verdict: Verdict): void {
  if (verdict.action === 'deny') throw new ToolError(verdict.code ?? 'PERMISSION_DENIED', inEnglish(verdict.reason));
}

function readRejectedError(path: string): ToolError {
  return new ToolError('REJECTED', `The user did not allow reading ${path}. Do not try again; continue without it.`);
}

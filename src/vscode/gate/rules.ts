// Judges changes by the rules, and rechecks their paths right before they are written (TOCTOU).
import * as vscode from 'vscode';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { Change, Location } from '../../core/change/change.ts';
import { ToolError, StalePlan } from '../../core/wording/errors.ts';
import { quotePath } from '../../core/path/pathInput.ts';
import type { LinkHandling } from '../../core/path/judgeRealPath.ts';
import { judge, strictestVerdict, type Policy, type Verdict } from '../../core/rules/judge.ts';
import { withGitHead } from '../../core/rules/gitFolder.ts';
import { withPathWarning, withNewLink, withReplacedLink } from '../../core/rules/subject.ts';
import { locationsOf, displayPathOf } from '../../core/change/summary.ts';
import { userCaller, type Caller } from '../../tools/ports/caller.ts';
import type { Call, Rules } from '../../tools/ports/ports.ts';
import { forEachUntilFailure } from '../../async/eventLoop.ts';
import { OutsideWorkspace, type PathRecheck } from '../apply/pathRecheck.ts';
import { touchedLocations, type TouchedLocation } from '../files/paths/touchedLocations.ts';
import type { PathResolver } from '../files/paths/pathResolver.ts';
import type { ResolvedPath } from '../files/paths/resolvedPath.ts';
import type { SettingsPolicy } from './policy.ts';
import type { TeamPolicies } from './teamPolicy/teamPolicies.ts';
import { readonlyReason, requireNoUnsavedWork } from '../files/changeObstacles.ts';

/** The state of a location when it was judged. */
interface JudgedState {
  /** Identity of the file or folder, as in `ResolvedPath.identity`. If another one is found later, it was replaced. */
  readonly identity: string | undefined;
  readonly links: LinkHandling;
  /** Whether it was judged as protected, now or before. */
  readonly isProtected: boolean;
}

/** Implements the port by which calls are judged, and the check of their paths right before a write. */
export class SettingsRules implements Rules, PathRecheck {
  readonly #resolver: PathResolver;
  readonly #policy: SettingsPolicy;
  readonly #teams: Pick<TeamPolicies, 'refresh'>;
  /** Judged states by the location object in the change. A copy of the object counts as unjudged: the plan is stale. */
  readonly #judgedStates = new WeakMap<Location, JudgedState>();

  constructor(resolver: PathResolver, policy: SettingsPolicy, teams: Pick<TeamPolicies, 'refresh'>) {
    this.#resolver = resolver;
    this.#policy = policy;
    this.#teams = teams;
  }

  async admit({ agent }: Caller, cwd?: string): Promise<void> {
    const denial = await this.#policy.findDenial(agent, cwd);
    if (denial !== undefined) throw new ToolError('PERMISSION_DENIED', inEnglish(denial), { userMessage: denial });
  }

  /**
   * Judges each location of the changes. Resolves it again: a link that was swapped since the plan makes it stale.
   * @param asked after an approval: the changes that the user was asked about
   */
  async judge(changes: readonly Change[], { caller }: Call, asked?: readonly Change[]): Promise<Verdict> {
    const judgedBefore = asked === undefined ? undefined : this.#judgedIn(asked);
    const touched = touchedLocations(changes);
    await this.#teams.refresh();
    const verdicts: Verdict[] = [];
    await forEachUntilFailure(touched, async (touchedLocation, index) => {
      verdicts[index] = await this.#judgeLocation(touchedLocation, caller, judgedBefore);
    });
    const protectedLocations = touched
      .filter((_, index) => verdicts[index]?.protected === true)
      .map(({ location }) => location);
    return { ...strictestVerdict(verdicts), protectedLocations };
  }

  /** The judged states of the locations of changes, by value. */
  #judgedIn(changes: readonly Change[]): ReadonlyMap<string, JudgedState> {
    const states = new Map<string, JudgedState>();
    for (const location of changes.flatMap(locationsOf)) {
      const judged = this.#judgedStates.get(location);
      if (judged !== undefined) states.set(locationKey(location), judged);
    }
    return states;
  }

  async beforeFirstWrite(changes: readonly Change[]): Promise<void> {
    await forEachUntilFailure(changes.flatMap(locationsOf), async (location) => {
      const judged = this.#judgedStates.get(location);
      if (judged === undefined) throw new StalePlan(location.path);
      const resolved = await this.#resolver.locate(location.path, judged.links);
      if (resolved.location.real !== location.real || resolved.identity !== judged.identity)
        throw new StalePlan(location.path);
    });
  }

  /** Implements `PathRecheck.isProtected`. A location that was never judged counts as protected. */
  isProtected(changes: readonly Change[]): boolean {
    return changes.flatMap(locationsOf).some((location) => this.#judgedStates.get(location)?.isProtected !== false);
  }

  async beforeWrite(change: Change): Promise<void> {
    for (const { location, links } of touchedLocations([change])) {
      const judged = this.#judgedStates.get(location);
      const judgedLocation = { location, identity: judged?.identity };
      if (!(await this.#resolver.isUnchanged(judgedLocation, judged?.links ?? links)))
        throw new StalePlan(location.path);
    }
  }

  async beforeWriteInside(change: Change): Promise<void> {
    // A location outside the workspace matters more than one that has changed, so all are checked.
    let isUnchanged = true;
    for (const { location, links } of touchedLocations([change])) {
      const judged = this.#judgedStates.get(location);
      const judgedLocation = { location, identity: judged?.identity };
      const state = await this.#resolver.locationState(judgedLocation, judged?.links ?? links);
      if (state === 'outside') throw new OutsideWorkspace(location.path);
      if (state === 'elsewhere') isUnchanged = false;
    }
    if (!isUnchanged) throw new StalePlan(displayPathOf(change));
  }

  /** @param judgedBefore after an approval: the locations that the user was asked about; this one must be among them */
  async #judgeLocation(
    touched: TouchedLocation,
    caller: Caller,
    judgedBefore: ReadonlyMap<string, JudgedState> | undefined,
  ): Promise<Verdict> {
    const { location, links } = touched;
    // `beforeFirstWrite` checks this again, and `beforeWrite` right before each write.
    const resolved = await this.#resolver.locate(location.path, links, { allowsCached: true });
    if (resolved.location.real !== location.real) throw new StalePlan(location.path);
    // An approved change is judged again: its location must be the one that the user was asked about.
    const judged =
      judgedBefore === undefined ? this.#judgedStates.get(location) : judgedBefore.get(locationKey(location));
    const isSwapped = judged !== undefined && judged.identity !== resolved.identity;
    const wasNotAsked = judgedBefore !== undefined && judged === undefined;
    if (isSwapped || wasNotAsked) throw new StalePlan(location.path);
    if (touched.createsFile === true && location.folder === true) throw namesFolderError(location);
    const verdict = await this.#verdictAt(touched, resolved, caller);
    const isProtected = verdict.protected || this.#judgedStates.get(location)?.isProtected === true;
    this.#judgedStates.set(location, { identity: resolved.identity, links, isProtected });
    return verdict;
  }

  async #verdictAt(touched: TouchedLocation, resolved: ResolvedPath, { agent }: Caller): Promise<Verdict> {
    const { location, operation, implied } = touched;
    if (operation !== 'read') {
      const uri = vscode.Uri.parse(location.uri, true);
      // Checks this first, so that the user is not asked about a change that cannot be written.
      requireNoUnsavedWork(uri, location.path, operation === 'delete' || operation === 'move');
      const readonly = await readonlyReason(uri);
      if (readonly !== undefined) return denialAt(location, readonly);
    }
    const subject = subjectFor(resolved, touched);
    // Judges the location as what it will be after the change: a file or a folder.
    const isFolder = touched.createsFile === undefined ? subject.isFolder : !touched.createsFile;
    const policy = this.#policy.for(resolved.folders, agent);
    // A granted file outside the workspace may be changed by the user, after a question.
    const effectivePolicy: Policy =
      resolved.isGranted === true && agent === userCaller.agent ? { ...policy, externalPaths: 'ask' } : policy;
    // A file, but not a folder, may turn its folder into a git repository.
    return judge(
      operation,
      { ...(isFolder === true ? subject : withGitHead(subject)), isFolder },
      effectivePolicy,
      implied,
    );
  }
}

/** Identifies a location by its value: an approved change may have copies of the location objects. */
function locationKey({ uri, path, real }: Location): string {
  return JSON.stringify([uri, path, real]);
}

/** The subject of a location, with the warnings about its path and links. */
function subjectFor(
  { subject, isLink }: ResolvedPath,
  { location, createsLink, links, operation }: TouchedLocation,
): ResolvedPath['subject'] {
  const warned = location.pathWarning === undefined ? subject : withPathWarning(subject, location.pathWarning);
  if (createsLink === true) return withNewLink(warned);
  return isLink && links === 'link' && operation === 'create' ? withReplacedLink(warned) : warned;
}

function namesFolderError(location: Location): ToolError {
  return new ToolError(
    'VALIDATION_ERROR',
    `${quotePath(location.path)} ends with a slash or a dot, which means a folder. Send the file's path without it.`,
  );
}

/** The verdict for a location that is read-only. */
function denialAt(location: Location, why: Phrase): Verdict {
  const reason = phrase('{0} cannot be changed: {1}. Do not try again.', quotePath(location.path), why);
  return { action: 'deny', reason, protected: false, code: 'PERMISSION_DENIED', rememberable: false };
}

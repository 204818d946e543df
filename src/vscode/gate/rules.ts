import * as vscode from 'vscode';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import type { Change, Location } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { quote } from '../../core/path/askedPath.ts';
import type { LinkMeaning } from '../../core/path/judgeRealPath.ts';
import { judge, strictest, type Verdict } from '../../core/rules/judge.ts';
import { withGitHead } from '../../core/rules/gitFolder.ts';
import { withDoubt, withNewLink, withReplacedLink } from '../../core/rules/subject.ts';
import { locationsOf, pathOf } from '../../core/change/summary.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import type { Rules } from '../../tools/ports/ports.ts';
import { settleEach } from '../documents/batches.ts';
import { outside, type PlaceCheck } from '../apply/placeCheck.ts';
import { touchedPlaces, type TouchedPlace } from '../files/touchedPlaces.ts';
import type { ResolvedPath, PathResolver } from '../files/pathResolver.ts';
import type { SettingsPolicy } from './policy.ts';
import { readonlyReason } from '../files/readonly.ts';
import { requireNoUnsavedWork } from '../files/tabs.ts';

/** What stood at a place when it was judged, and how links counted there. */
interface Seen {
  readonly identity: string | undefined;
  readonly links: LinkMeaning;
  readonly isProtected: boolean;
}

/** Judges the changes of calls, and looks again at the places right before they are written. */
export class SettingsRules implements Rules, PlaceCheck {
  readonly #places: PathResolver;
  readonly #policy: SettingsPolicy;
  /** By the location that stands in the change. A copy of one was judged by nobody, and voids the plan. */
  readonly #seen = new WeakMap<Location, Seen>();

  constructor(places: PathResolver, policy: SettingsPolicy) {
    this.#places = places;
    this.#policy = policy;
  }

  /** Every end of every change is located again, so that a link swapped since the plan makes the plan void. */
  async judge(changes: readonly Change[], asked?: readonly Change[]): Promise<Verdict> {
    const before = asked === undefined ? undefined : this.#placesOf(asked);
    const ends = [...touchedPlaces(changes)];
    const verdicts: Verdict[] = [];
    await settleEach(ends, async (end, index) => {
      verdicts[index] = await this.#judgeEnd(end, before);
    });
    const guarded = ends.filter((_, index) => verdicts[index]?.protected === true).map(({ location }) => location);
    return { ...strictest(verdicts), guarded };
  }

  /** What stood at the places of changes when they were judged, by value. */
  #placesOf(changes: readonly Change[]): ReadonlyMap<string, Seen> {
    const places = changes.flatMap(locationsOf).flatMap((location): readonly (readonly [string, Seen])[] => {
      const seen = this.#seen.get(location);
      return seen === undefined ? [] : [[keyOf(location), seen]];
    });
    return new Map(places);
  }

  async beforeAll(changes: readonly Change[]): Promise<void> {
    await settleEach(changes.flatMap(locationsOf), async (location) => {
      const seen = this.#seen.get(location);
      if (seen === undefined) throw new StalePlan(location.path);
      const now = await this.#places.locate(location.path, seen.links);
      if (now.location.real !== location.real || now.identity !== seen.identity) throw new StalePlan(location.path);
    });
  }

  isProtected(changes: readonly Change[]): boolean {
    return changes.flatMap(locationsOf).some((location) => this.#seen.get(location)?.isProtected !== false);
  }

  async before(change: Change): Promise<void> {
    for (const { location, links } of touchedPlaces([change])) {
      const seen = this.#seen.get(location);
      const located = { location, identity: seen?.identity };
      if (!(await this.#places.isUnchanged(located, seen?.links ?? links))) throw new StalePlan(pathOf(change));
    }
  }

  async beforeInside(change: Change): Promise<void> {
    let isUnchanged = true;
    for (const { location, links } of touchedPlaces([change])) {
      const seen = this.#seen.get(location);
      const now = await this.#places.whereNow({ location, identity: seen?.identity }, seen?.links ?? links);
      if (now === 'outside') throw outside(pathOf(change));
      if (now === 'elsewhere') isUnchanged = false;
    }
    if (!isUnchanged) throw new StalePlan(pathOf(change));
  }

  /** @param before the places that were judged before the person answered, all of which this end must be among. */
  async #judgeEnd(end: TouchedPlace, before: ReadonlyMap<string, Seen> | undefined): Promise<Verdict> {
    const { location, links } = end;
    const place = await this.#places.locate(location.path, links);
    if (place.location.real !== location.real) throw new StalePlan(location.path);
    // The same change is judged again when it is approved: what it was asked for is what must still be there.
    const seen = before === undefined ? this.#seen.get(location) : before.get(keyOf(location));
    const isOther = seen !== undefined && seen.identity !== place.identity;
    if (isOther || (before !== undefined && seen === undefined)) throw new StalePlan(location.path);
    if (end.file === true && location.folder === true) throw namesFolder(location);
    const verdict = await this.#verdictAt(end, place);
    const isProtected = verdict.protected || this.#seen.get(location)?.isProtected === true;
    this.#seen.set(location, { identity: place.identity, links, isProtected });
    return verdict;
  }

  async #verdictAt(end: TouchedPlace, place: ResolvedPath): Promise<Verdict> {
    const { location, operation, implied } = end;
    if (operation !== 'read') {
      const uri = vscode.Uri.parse(location.uri, true);
      // Nobody is asked about what could not be written afterwards.
      requireNoUnsavedWork(uri, location.path, operation === 'delete' || operation === 'move');
      const readonly = await readonlyReason(uri);
      if (readonly !== undefined) return refusal(location, readonly);
    }
    const subject = subjectFor(place, end);
    // A folder may be called so, a file is git's.
    const known = (end.file ?? subject.isFolder !== true) ? withGitHead(subject) : subject;
    return judge(operation, known, this.#policy.for(place.folders), implied);
  }
}

/** A place by value, so that a copy of its location means it too. */
function keyOf({ uri, path, real }: Location): string {
  return JSON.stringify([uri, path, real]);
}

function subjectFor(
  { subject, isLink }: ResolvedPath,
  { location, newLink, links, operation }: TouchedPlace,
): ResolvedPath['subject'] {
  const known = location.doubt === undefined ? subject : withDoubt(subject, location.doubt);
  if (newLink === true) return withNewLink(known);
  return isLink && links === 'link' && operation === 'create' ? withReplacedLink(known) : known;
}

function namesFolder(location: Location): ToolError {
  return new ToolError(
    'VALIDATION_ERROR',
    `${quote(location.path)} ends with a slash or a dot, which means a folder. Send the file's path without it.`,
  );
}

function refusal(location: Location, why: Phrase): Verdict {
  const reason = phrase('{0} cannot be changed: {1}. Do not try again.', quote(location.path), why);
  return { action: 'deny', reason, protected: false, code: 'PERMISSION_DENIED', rememberable: false };
}

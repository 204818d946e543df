import * as vscode from 'vscode';
import { phrase, type Phrase } from '../core/phrase.ts';
import type { Change, Location } from '../core/change.ts';
import { ToolError } from '../core/errors.ts';
import { quote } from '../core/path/askedPath.ts';
import type { LinkMeaning } from '../core/path/judgeRealPath.ts';
import { judge, strictest, type Verdict } from '../core/rules/judge.ts';
import { withDoubt, withNewLink, withReplacedLink } from '../core/rules/subject.ts';
import { locationsOf, pathOf } from '../core/summary.ts';
import { PlanVoid } from '../tools/run.ts';
import type { Rules } from '../tools/ports.ts';
import type { PlaceCheck } from './apply/placeCheck.ts';
import { endsOf, type End } from './ends.ts';
import type { Place, Places } from './places.ts';
import type { SettingsPolicy } from './policy.ts';
import { readonlyReason } from './readonly.ts';
import { requireNoUnsavedWork } from './unsavedWork.ts';

/** What stood at a place when it was judged, and how links counted there. */
interface Seen {
  readonly identity: string | undefined;
  readonly links: LinkMeaning;
}

/** Judges the changes of calls, and looks again at the places right before they are written. */
export class SettingsRules implements Rules, PlaceCheck {
  readonly #places: Places;
  readonly #policy: SettingsPolicy;
  /** By the location that stands in the change, which stays the same object until the change is written. */
  readonly #seen = new WeakMap<Location, Seen>();

  constructor(places: Places, policy: SettingsPolicy) {
    this.#places = places;
    this.#policy = policy;
  }

  /** Every end of every change is located again, so that a link swapped since the plan makes the plan void. */
  async judge(changes: readonly Change[]): Promise<Verdict> {
    const verdicts: Verdict[] = [];
    for (const end of endsOf(changes)) verdicts.push(await this.#judgeEnd(end));
    return strictest(verdicts);
  }

  async beforeAll(changes: readonly Change[]): Promise<void> {
    for (const location of changes.flatMap(locationsOf)) {
      const seen = this.#seen.get(location);
      if (seen === undefined) continue;
      const now = await this.#places.locate(location.path, seen.links);
      if (now.location.real !== location.real || now.identity !== seen.identity) throw new PlanVoid(location.path);
    }
  }

  async before(change: Change): Promise<void> {
    for (const { location, links } of endsOf([change])) {
      const seen = this.#seen.get(location);
      const located = { location, identity: seen?.identity };
      if (!(await this.#places.isStill(located, seen?.links ?? links))) throw new PlanVoid(pathOf(change));
    }
  }

  async #judgeEnd(end: End): Promise<Verdict> {
    const { location, links, operation, implied } = end;
    const place = await this.#places.locate(location.path, links);
    if (place.location.real !== location.real) throw new PlanVoid(location.path);
    // The same change is judged again when it is approved: what it was asked for is what must still be there.
    const seen = this.#seen.get(location);
    if (seen !== undefined && seen.identity !== place.identity) throw new PlanVoid(location.path);
    this.#seen.set(location, { identity: place.identity, links });
    if (end.file === true && location.folder === true) throw namesFolder(location);
    if (operation !== 'read') {
      const uri = vscode.Uri.parse(location.uri, true);
      // Nobody is asked about what could not be written afterwards.
      requireNoUnsavedWork(uri, location.path, operation === 'delete' || operation === 'move');
      const readonly = await readonlyReason(uri);
      if (readonly !== undefined) return refusal(location, readonly);
    }
    const subject = subjectFor(place, end);
    return judge(operation, subject, this.#policy.for(place.folders), implied);
  }
}

function subjectFor({ subject, isLink }: Place, { location, newLink, links, operation }: End): Place['subject'] {
  const known = location.doubt === undefined ? subject : withDoubt(subject, location.doubt);
  if (newLink === true) return withNewLink(known);
  return isLink && links === 'link' && operation === 'create' ? withReplacedLink(known) : known;
}

function namesFolder(location: Location): ToolError {
  return new ToolError(
    'VALIDATION_ERROR',
    `${quote(location.path)} was written with a slash or a dot at its end, which names a folder. Send the file's path without it.`,
  );
}

function refusal(location: Location, why: Phrase): Verdict {
  const reason = phrase('{0} cannot be changed: {1}. Do not try again.', quote(location.path), why);
  return { action: 'deny', reason, protected: false, code: 'PERMISSION_DENIED', rememberable: false };
}

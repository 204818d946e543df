import type { Change } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { inEnglish } from '../../core/wording/phrase.ts';
import { judge, type Verdict } from '../../core/rules/judge.ts';
import { readActions, strictestAction } from '../../core/rules/plainlyReadable.ts';
import type { Action } from '../../core/rules/rule.ts';
import { withNameInside, type Subject } from '../../core/rules/subject.ts';
import { locationsOf } from '../../core/change/summary.ts';
import type { Call, ReadTrail } from '../../tools/ports/ports.ts';
import { rejection } from '../../tools/pipeline/rejection.ts';
import {
  isWithin,
  leaveFor,
  leaveForFolderOf,
  leavesOfCall,
  mayLeave,
  mayRead,
  type Depth,
  type Leaves,
} from './leaves.ts';
import { foldersInside, pathIn } from '../files/workspaceRoots.ts';
import type { ResolvedPath } from '../files/pathResolver.ts';
import type { SettingsPolicy } from './policy.ts';
import { wordsOfReading, type ReadMatter } from './readWords.ts';
import type { ReadQuestions } from '../review/readQuestions.ts';
import type { ReadGuard } from '../files/workspace.ts';

/** Stands before all reading: asks the rules, and where they say so the person. */
export class ReadGate {
  readonly policy: SettingsPolicy;
  readonly questions: ReadQuestions;
  /** What the person agreed to until the window closes. */
  readonly session: Leaves;
  readonly #guards = new WeakMap<Call, ReadGuard>();

  constructor(policy: SettingsPolicy, session: Leaves, questions: ReadQuestions) {
    this.policy = policy;
    this.questions = questions;
    this.session = session;
  }

  /** The guard of one call: what was agreed to once holds as long as that call, also when its plan is made again. */
  for(call: Call, trail?: ReadTrail): ReadGuard {
    const known = this.#guards.get(call) ?? new CallGuard(this, call, trail);
    this.#guards.set(call, known);
    return known;
  }
}

class CallGuard implements ReadGuard {
  readonly #gate: ReadGate;
  readonly #call: Call;
  readonly #trail: ReadTrail | undefined;
  readonly #given = leavesOfCall();
  readonly #noted = new Set<string>();
  readonly #refused = new Set<string>();
  #asked: Promise<unknown> = Promise.resolve();
  /** What a change was planned with before anybody was asked, since the review asks about it. */
  readonly #ahead = new Map<string, ResolvedPath>();

  constructor(gate: ReadGate, call: Call, trail: ReadTrail | undefined) {
    this.#gate = gate;
    this.#call = call;
    this.#trail = trail;
  }

  allow(place: ResolvedPath): Promise<void> {
    return this.#enter(place, 'read');
  }

  async look(place: ResolvedPath): Promise<void> {
    if (!place.subject.inside) await this.#enter(place, 'look');
  }

  refuseDenied(place: ResolvedPath): void {
    refuseDenied(this.#verdict(place, 'read'));
  }

  asks(place: ResolvedPath): boolean {
    return this.#verdict(place, 'read').action === 'ask';
  }

  /** What lies in a workspace folder inside this place is held to the rules of that, too. */
  reader(place: ResolvedPath): (subject: Subject) => Action {
    const { policy } = this.#gate;
    const { folders, rootsInside } = place;
    const leave = this.#mayLeave(place);
    const read = readActions([policy.for(folders)]);
    const inside = [...folders.flatMap(foldersInside), ...rootsInside].map(({ uri, path }) => ({
      path,
      readInside: readActions([policy.for([...folders, uri])]),
    }));
    return (asked) => {
      const subject = leave ? { ...asked, leave } : asked;
      const names = subject.inside ? subject.spellings : subject.shapes;
      const actions = inside.flatMap(({ path, readInside }) => {
        const relative = names.map((name) => pathIn(path, name)).find((each) => each !== undefined);
        return relative === undefined ? [] : [readInside(withNameInside(subject, relative))];
      });
      return strictestAction([read(subject), ...actions]);
    };
  }

  async requireLeave(next: 'failed' | 'tried' | readonly Change[]): Promise<void> {
    const ahead = [...this.#ahead.values()];
    this.#ahead.clear();
    const places = typeof next === 'string' ? deepest(ahead) : ahead.filter((place) => !isShown(place, next));
    if (places.length > 0) {
      const change = typeof next === 'string' ? next : 'beside';
      const isYes = this.#refused.size === 0 && (await this.#inTurn(() => this.#ask(places, 'read', change)));
      // The same words as of a rejected review: which of them it was would tell whether the plan could be made.
      if (!isYes) throw rejection();
    }
    for (const place of ahead) this.#given.add(leaveFor(place, 'read'));
  }

  #verdict({ subject, folders, location }: ResolvedPath, depth: Depth): Verdict {
    const leave = this.#mayLeave({ subject, location });
    const asked = { ...subject, leave, ...(depth === 'look' ? { isFolder: true } : {}) };
    return judge('read', asked, this.#gate.policy.for(folders));
  }

  #mayLeave({ subject, location: { real } }: Pick<ResolvedPath, 'subject' | 'location'>): boolean {
    return !subject.inside && mayLeave([this.#given, this.#gate.session], real);
  }

  #mayRead({ location: { real } }: ResolvedPath): boolean {
    return mayRead([this.#given, this.#gate.session], real);
  }

  async #enter(place: ResolvedPath, depth: Depth): Promise<void> {
    const { path, real } = place.location;
    const verdict = this.#verdict(place, depth);
    if (!this.#noted.has(real)) this.#trail?.read(path, verdict.action);
    this.#noted.add(real);
    refuseDenied(verdict);
    if (verdict.action === 'allow' || this.#mayRead(place)) return;
    if (this.#isAhead(place, depth)) {
      this.#ahead.set(real, place);
      return;
    }
    await this.#inTurn(async () => {
      const now = this.#verdict(place, depth);
      if (now.action === 'allow' || this.#mayRead(place)) return;
      if (
        this.#refused.has(real) ||
        !(await this.#ask([place], depth, this.#call.changes === true ? 'next' : undefined))
      ) {
        throw rejectedReading(path);
      }
    });
  }

  /** Whether a change can be planned before the person is asked, who is shown all of it: only its being outside asks. */
  #isAhead({ subject, folders }: ResolvedPath, depth: Depth): boolean {
    if (this.#call.changes !== true || subject.inside) return false;
    const asked = { ...subject, leave: true, ...(depth === 'look' ? { isFolder: true } : {}) };
    return judge('read', asked, this.#gate.policy.for(folders)).action === 'allow';
  }

  /** One question at a time: the answer to one may answer the next. */
  #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.#asked.then(ask, ask);
    this.#asked = answer.catch(() => undefined);
    return answer;
  }

  async #ask(places: readonly ResolvedPath[], depth: Depth, change: ReadMatter['change']): Promise<boolean> {
    const { policy, questions, session } = this.#gate;
    const { tool, signal } = this.#call;
    const [first] = places;
    if (first === undefined) return true;
    const { reason } = this.#verdict(first, depth);
    const secret = places.some(
      ({ subject, folders }) =>
        depth === 'read' && policy.for(folders).protectedFiles.reading(subject.shapes) !== undefined,
    );
    const { answer, surface } = await questions.ask(wordsOfReading({ places, reason, secret, tool, change }), signal);
    for (const place of places) {
      const { path, real } = place.location;
      this.#trail?.answered(path, answer !== 'no', surface);
      if (answer === 'no') this.#refused.add(real);
      else this.#given.add(leaveFor(place, depth));
      if (answer === 'session' || answer === 'folder') session.add(leaveFor(place, depth));
      if (answer === 'folder') session.add(leaveForFolderOf(place));
    }
    return answer !== 'no';
  }
}

function refuseDenied(verdict: Verdict): void {
  if (verdict.action === 'deny') throw new ToolError(verdict.code ?? 'PERMISSION_DENIED', inEnglish(verdict.reason));
}

function rejectedReading(path: string): ToolError {
  return new ToolError('REJECTED', `The user did not allow reading ${path}. Do not try again; continue without it.`);
}

/** Whether who sees these changes sees what was read at a place: one of their ends, or a folder above it. */
function isShown({ location }: ResolvedPath, changes: readonly Change[]): boolean {
  return changes.flatMap(locationsOf).some(({ real }) => isWithin(real, location.real));
}

/** Without the folders above others. */
function deepest(places: readonly ResolvedPath[]): readonly ResolvedPath[] {
  const reals = places.map(({ location }) => location.real);
  return places.filter(({ location: { real } }) => !reals.some((other) => other !== real && isWithin(other, real)));
}

import type { Change } from '../../core/change.ts';
import { ToolError, toToolError } from '../../core/errors.ts';
import { inverse } from '../../core/inverse.ts';
import { pathOf, wordsOf } from '../../core/summary.ts';
import { PlanVoid } from '../../tools/run.ts';
import type { Applied, Applier, Call } from '../../tools/ports.ts';
import type { Log } from '../log.ts';
import { execute, type LocalDisk } from './execute.ts';
import type { Journal } from './journal.ts';
import { isAfter, isBefore } from './states.ts';
import { executeGroup, groupOf } from './textGroup.ts';

export interface ApplierParts {
  readonly journal: Journal;
  /** Resolves when the history is read and what was cut off is ended; before that nothing may be written. */
  readonly ready: Promise<unknown>;
  readonly platform: LocalDisk;
  readonly log: Log;
  readonly places: PlaceCheck;
}

/** Looks at places again, right before they are written: contents may be equal where the place is another. */
export interface PlaceCheck {
  /** Before the first write of a call. Throws STALE where a place is not the very one that was judged. */
  beforeAll(changes: readonly Change[]): Promise<void>;
  /** Before each write. Throws STALE where a URI leads elsewhere now. */
  before(change: Change): Promise<void>;
}

/** Writes plans: all changes of a call or none, written ahead in the journal, each looked at again afterwards. */
export class JournalledApplier implements Applier {
  readonly #parts: ApplierParts;

  constructor(parts: ApplierParts) {
    this.#parts = parts;
  }

  async apply(changes: readonly Change[], title: string, call: Call): Promise<Applied> {
    const { journal, ready } = this.#parts;
    await ready;
    for (const change of changes) await requireBefore(change, changes);
    const entry = await journal.begin(changes, title, call.tool);
    const unsaved = await this.make(changes).catch(async (cause: unknown) => {
      // What could not be taken back keeps its entry, and with it the bytes before; the next start tries again.
      if (!(cause instanceof HalfDone)) await journal.drop(entry);
      throw cause;
    });
    await journal.setState(entry, 'applied');
    return { changes, unsaved, notes: [] };
  }

  /**
   * Makes all changes in order, or takes back those it made and throws what went wrong.
   *
   * @returns the paths whose change stands in an unsaved buffer only.
   */
  async make(changes: readonly Change[]): Promise<string[]> {
    const unsaved: string[] = [];
    const made: Change[] = [];
    const group = groupOf(changes);
    try {
      await this.#parts.places.beforeAll(changes);
      for (const change of group) await this.#parts.places.before(change);
      made.push(...group);
      if (group.length > 0) await executeGroup(group);
      for (const change of group) await requireAfter(change);
      for (const change of changes) {
        if (group.some((each) => each === change)) continue;
        await this.#parts.places.before(change);
        made.push(change);
        if (await execute(change, this.#parts.platform)) unsaved.push(pathOf(change));
        await requireAfter(change);
      }
    } catch (cause) {
      await this.#takeBack(made);
      const last = made.at(-1);
      throw toToolError(cause, last === undefined ? 'The change' : wordsOf(last));
    }
    return unsaved;
  }

  async #takeBack(made: readonly Change[]): Promise<void> {
    const left: string[] = [];
    for (const change of made.toReversed()) {
      const setMode = change.kind === 'update' && change.mode !== undefined;
      if (!setMode && (await isBefore(change))) continue;
      try {
        await execute(inverse(change), this.#parts.platform);
      } catch {
        left.push(pathOf(change));
      }
    }
    if (left.length === 0) return;
    this.#parts.log.error(`Could not be taken back: ${left.join(', ')}`);
    throw new HalfDone(left);
  }
}

/** A call failed half-way and is half there; its entry stays in the journal. */
class HalfDone extends ToolError {
  constructor(paths: readonly string[]) {
    super(
      'IO_ERROR',
      `The change failed half-way and could not be taken back in: ${paths.join(', ')}. Do not go on with them; tell the user. Redline tries again when the window is reloaded.`,
    );
  }
}

async function requireBefore(change: Change, all: readonly Change[]): Promise<void> {
  if (all[0] !== change && all.some((other) => other !== change && touchesFirst(other, change, all))) return;
  if (!(await isBefore(change))) throw new PlanVoid(pathOf(change));
}

/** Whether an earlier change of the call makes the place that this one starts from. */
function touchesFirst(other: Change, change: Change, all: readonly Change[]): boolean {
  if (all.indexOf(other) > all.indexOf(change)) return false;
  const starts = 'from' in change ? [change.from.real, change.at.real] : [change.at.real];
  const touched = 'from' in other ? [other.from.real, other.at.real] : [other.at.real];
  return touched.some((real) => starts.includes(real));
}

/** The editor may say yes and do nothing, and saving may be refused: what counts is what is there. */
async function requireAfter(change: Change): Promise<void> {
  if (await isAfter(change)) return;
  throw new ToolError(
    'IO_ERROR',
    `${wordsOf(change)} was written, but something else is there now (a read-only setting, or another program). Everything was taken back. Read the file and try once more.`,
  );
}

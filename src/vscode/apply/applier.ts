import type { Change } from '../../core/change.ts';
import { ToolError, toToolError } from '../../core/errors.ts';
import type { JournalEntry } from '../../core/journalEntry.ts';
import { locationsOf, pathOf, wordsOf } from '../../core/summary.ts';
import { PlanVoid } from '../../tools/run.ts';
import type { Applied, Applier, Call } from '../../tools/ports.ts';
import { saveMode } from '../applySettings.ts';
import { sessionOf } from '../chatSession.ts';
import type { Log } from '../log.ts';
import type { Journal, NewEntry } from './journal.ts';
import type { LocalDisk } from './localDisk.ts';
import { make, type MakeOptions } from './make.ts';
import { permissionsOf } from './permissions.ts';
import type { PlaceCheck } from './placeCheck.ts';
import { isBefore } from './states.ts';
import { followFiles } from './tabs.ts';
import { takeBack } from './takeBack.ts';
import { requireWritable } from './writable.ts';

export interface ApplierParts {
  readonly journal: Journal;
  /** Resolves when the history is read and what was cut off is ended; before that nothing may be written. */
  readonly ready: Promise<unknown>;
  readonly platform: LocalDisk;
  readonly log: Log;
  readonly places?: PlaceCheck;
}

/** Writes plans: all changes of a call or none, written ahead in the journal, each looked at again afterwards. */
export class JournalledApplier implements Applier {
  readonly #parts: ApplierParts;

  constructor(parts: ApplierParts) {
    this.#parts = parts;
  }

  async apply(changes: readonly Change[], title: string, call: Call): Promise<Applied> {
    await this.#parts.ready;
    return this.run(changes, { title, tool: call.tool, session: sessionOf(call.token) }, true);
  }

  /**
   * Makes changes as one entry of the history.
   *
   * @param isCall whether an agent's call is made, which the settings for saving and the trash are for, or taken back.
   * @throws ToolError as `Applier.apply` does.
   */
  async run(changes: readonly Change[], about: NewEntry, isCall: boolean): Promise<Applied> {
    const { journal, platform } = this.#parts;
    const touched = new Set<string>();
    for (const change of changes) {
      await requireWritable(change, platform);
      const places = locationsOf(change).map(({ real }) => real);
      // What an earlier change of the call makes is not there yet.
      const isFirst = !places.some((real) => touched.has(real));
      if (isFirst && !(await isBefore(change, platform.links))) throw new PlanVoid(pathOf(change));
      for (const real of places) touched.add(real);
    }
    const permissions = { ...about.permissions, ...(await permissionsOf(changes, platform.modes)) };
    const entry = await journal.begin(changes, { ...about, permissions });
    const made = await this.#makeOrTakeBack(changes, entry, isCall);
    await journal.finish(entry, made.changes).catch((cause: unknown) => {
      // The files are as they should be; the entry that is still "applying" is completed at the next start.
      this.#parts.log.error(`The history could not be written: ${String(cause)}`);
    });
    await followFiles(made.changes);
    return made;
  }

  async #makeOrTakeBack(changes: readonly Change[], entry: JournalEntry, isCall: boolean): Promise<Applied> {
    const { platform, journal, places } = this.#parts;
    const permissions = entry.permissions ?? {};
    const begun: Change[] = [];
    const save = isCall ? saveMode() : 'exact';
    const before = async (change: Change): Promise<void> => places?.before(change);
    const options: MakeOptions = { disk: platform, permissions, save, trash: isCall, before };
    try {
      await places?.beforeAll(changes);
      return await make(changes, options, begun);
    } catch (cause) {
      const left = await takeBack(begun, { disk: platform, undoable: false, permissions, places });
      // What could not be taken back keeps its entry, and with it the bytes before; the next start tries again.
      if (left.length > 0) throw this.#halfDone(left, cause);
      await journal.drop(entry).catch((error: unknown) => this.#parts.log.error(String(error)));
      const last = begun.at(-1);
      throw toToolError(cause, last === undefined ? 'The change' : wordsOf(last));
    }
  }

  #halfDone(left: readonly string[], cause: unknown): ToolError {
    this.#parts.log.error(`Could not be taken back: ${left.join(', ')} (${String(cause)})`);
    return new ToolError(
      'IO_ERROR',
      `The change failed half-way and could not be taken back in: ${left.join(', ')}. Do not go on with them; tell the user. Redline tries again when the window is reloaded.`,
    );
  }
}

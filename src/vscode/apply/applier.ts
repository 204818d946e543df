import type { Change } from '../../core/change/change.ts';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import { toToolError, type ToolError } from '../../core/wording/errors.ts';
import type { JournalEntry, NewEntry } from '../../core/journal/journalEntry.ts';
import { wordsOf } from '../../core/change/summary.ts';
import { traceOf } from '../../core/wording/trace.ts';
import type { Applied, Applier, Call } from '../../tools/ports/ports.ts';
import type { SaveMode } from '../documents/applySettings.ts';
import type { Log } from '../shared/log.ts';
import { closeDeleted } from '../documents/closeDeleted.ts';
import type { Journal } from '../journal/journal.ts';
import type { Disk } from '../ports/localDisk.ts';
import { writeChanges, type WriteParts } from './writeChanges.ts';
import { halfDone, lost, namesOf, overtaken } from './applyErrors.ts';
import { permissionsOf } from './permissions.ts';
import { insideOnly, type PlaceCheck } from './placeCheck.ts';
import { requireStart } from './start.ts';

/** For so long, in milliseconds, an answer waits for tabs to close. */
const maxClosing = 3000;

export interface ApplierParts {
  readonly journal: Journal;
  /** Resolves when the history is read and what was cut off is ended; before that nothing may be written. */
  readonly ready: () => Promise<unknown>;
  readonly platform: Disk;
  readonly log: Log;
  readonly places?: PlaceCheck | undefined;
  readonly saveMode: (isProtected: boolean) => SaveMode;
  /** The chat session that a call came from, by the host's token. */
  readonly sessionOf: (token: Call['token']) => string | undefined;
}

/** How changes are made. */
export interface RunManner {
  /** Whether an agent's call is made, which the settings for saving and the trash are for, or taken back. */
  readonly isCall: boolean;
  /** Says when to give up; what was begun is then taken back. */
  readonly signal?: AbortSignal | undefined;
}

/** The changes of a call as they were asked for, and all that is made for them. */
interface Run {
  readonly asked: readonly Change[];
  readonly changes: readonly Change[];
  readonly entry: JournalEntry;
}

/** Writes plans: all changes of a call or none, written ahead in the journal, each looked at again afterwards. */
export class JournalledApplier implements Applier {
  readonly #parts: ApplierParts;

  constructor(parts: ApplierParts) {
    this.#parts = parts;
  }

  async apply(changes: readonly Change[], title: Phrase, call: Call): Promise<Applied> {
    await this.#parts.ready();
    const about = {
      title: inEnglish(title),
      phrase: title,
      tool: call.tool,
      session: this.#parts.sessionOf(call.token),
    };
    return this.run(changes, about, { isCall: true, signal: call.signal });
  }

  /**
   * Makes changes as one entry of the history.
   *
   * @throws ToolError as `Applier.apply` does.
   */
  async run(asked: readonly Change[], about: NewEntry, manner: RunManner): Promise<Applied> {
    const { journal, platform } = this.#parts;
    // At hand before anything is begun, so that no full disk keeps it from being loaded.
    await import('./rollback.ts');
    const changes = await requireStart(asked, platform);
    const permissions = { ...about.permissions, ...(await permissionsOf(changes, platform.modes)) };
    const entry = await journal.begin(changes, { ...about, permissions }).catch((cause: unknown) => {
      throw toToolError(cause, phrase('Recording the change in the history'));
    });
    const made = await this.#writeOrRollBack({ asked, changes, entry }, manner);
    // The files are as they should be; the entry is written with the next one, or completed at the next start.
    await journal.finish(entry, made.changes).catch(this.#tellHistory);
    await this.#settle(made.changes);
    return { ...made, changes: made.changes.filter((change) => !changes.includes(change) || asked.includes(change)) };
  }

  readonly #tellHistory = (cause: unknown): void => {
    this.#parts.log.error(`The history could not be written: ${traceOf(cause)}`);
  };

  /** What is written stays written: no tab that will not close, or not in time, makes a failure of it. */
  async #settle(changes: readonly Change[]): Promise<void> {
    const closed = closeDeleted(changes, this.#parts.platform.editor).catch((cause: unknown) => {
      this.#parts.log.error(`Tabs could not be closed: ${traceOf(cause)}`);
    });
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, maxClosing))]);
  }

  async #writeOrRollBack({ asked, changes, entry }: Run, manner: RunManner): Promise<Applied> {
    const { journal } = this.#parts;
    const places =
      manner.isCall || this.#parts.places === undefined ? this.#parts.places : insideOnly(this.#parts.places);
    const begun: Change[] = [];
    const save = manner.isCall ? this.#parts.saveMode(places?.isProtected(asked) ?? false) : 'exact';
    const options: WriteParts = {
      disk: this.#diskFor(entry),
      permissions: entry.permissions ?? {},
      save,
      trash: manner.isCall,
      before: async (change) => places?.before(change),
      signal: manner.signal,
    };
    try {
      // What is taken back was judged when it was made; where it leads is looked at before each write.
      if (manner.isCall) await places?.beforeAll(asked);
      const made = await writeChanges(changes, options, begun);
      if (!(await journal.isUnderOwnLease(entry))) throw lost();
      return made;
    } catch (cause) {
      throw await this.#rollBack(begun, entry, { cause, asked, formats: save === 'withParticipants' });
    }
  }

  #diskFor(entry: JournalEntry): Disk {
    return { ...this.#parts.platform, kept: this.#parts.journal.keptAt(entry) };
  }

  /** @returns what to tell of it. */
  async #rollBack(
    begun: readonly Change[],
    entry: JournalEntry,
    {
      cause,
      asked,
      formats,
    }: { readonly cause: unknown; readonly asked: readonly Change[]; readonly formats: boolean },
  ): Promise<ToolError> {
    const { journal, log, places } = this.#parts;
    const manner = { disk: this.#diskFor(entry), undoable: false, permissions: entry.permissions, places };
    const { rollBack } = await import('./rollback.ts');
    const { failed, causes, ...left } = await rollBack(begun, manner);
    // A folder that nobody planned, and that somebody has put files into since, is theirs.
    const foreign = left.foreign.filter((change) => change.kind !== 'createDirectory' || asked.includes(change));
    if (foreign.length + failed.length > 0)
      log.error(`Not rolled back: ${namesOf([...foreign, ...failed])} (${causes.map(traceOf).join('; ')})`);
    if (failed.length > 0) {
      // The entry keeps the bytes before; the next start tries again.
      await journal.abandon(entry);
      return halfDone([...failed, ...foreign], cause);
    }
    if (foreign.length > 0) {
      // What stood there before the call can still be had from the history.
      await journal.finish(entry, foreign).catch(this.#tellHistory);
      return overtaken(foreign, cause, formats);
    }
    await journal.drop(entry).catch(this.#tellHistory);
    const last = begun.at(-1);
    return toToolError(cause, last === undefined ? phrase('The change') : phrase('"{0}"', wordsOf(last)));
  }
}

import type { Dialect, FileOperation, HookCall, Output } from '../../core/dialects/dialect.ts';
import type { Change } from '../../core/change/change.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { failure, formatError } from '../../core/wording/errors.ts';
import { pathOf } from '../../core/change/summary.ts';
import { rejected } from '../../tools/pipeline/rejection.ts';
import { runTool, type Outcome } from '../../tools/pipeline/run.ts';
import { toolForOperations, type PlannedBy } from '../../tools/hooks/toolForOperations.ts';
import type { Applied, Applier, Call, ReadMemory, ReviewRequest, World } from '../../tools/ports/ports.ts';
import type { ChangeTool, Plan, ToolContext } from '../../tools/shared/tool.ts';
import type { JournalledApplier } from '../apply/applier.ts';
import type { HandedOver } from '../apply/handOver.ts';
import type { ApprovedRepeats } from './approvedRepeats.ts';
import { SaidBack } from './saidBack.ts';

/** What a hooked change needs of the window. */
export interface HookedChangeParts {
  readonly world: World;
  readonly applier: Pick<JournalledApplier, 'handOver'>;
  readonly repeats: ApprovedRepeats;
  /** Shows the person what was written, as after a change of Redline's own. */
  readonly wrapApplier: (applier: Applier) => Applier;
  /** Tells the person that the agent wrote something else than they approved. */
  readonly tellDifferent: (title: Phrase, paths: readonly string[]) => void;
  /** Whether a file has unsaved edits, which agents outside the editor do not see. */
  readonly isUnsaved: (uri: string) => boolean;
}

/** The hook of a call, whose operations change files. */
export interface HookOfChange {
  readonly hook: HookCall;
  readonly operations: readonly FileOperation[];
  readonly dialect: Dialect;
  readonly call: Omit<Call, 'tool'>;
}

/**
 * A change of an agent's own tool, from its hook to the comparison of what was written. It passes the pipeline of all tools,
 * and only the last step differs: what was approved is handed over to the agent, which writes it by its own tool, and the
 * history gets what is on disk afterwards.
 */
export class HookedChange {
  readonly #hooked: HookOfChange;
  readonly #parts: HookedChangeParts;
  readonly #said: SaidBack;
  readonly #answered = Promise.withResolvers<Output>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #outcome: Promise<Outcome>;
  #handedOver: HandedOver | undefined;

  /** Throws VALIDATION_ERROR where no tool can plan the operations. */
  constructor(hooked: HookOfChange, parts: HookedChangeParts) {
    this.#hooked = hooked;
    this.#parts = parts;
    this.#said = new SaidBack(hooked.hook, hooked.operations, hooked.dialect);
    this.#outcome = this.#run(toolForOperations(hooked.operations, hooked.hook.cwd));
  }

  /** What the agent's hook is to print: after the review, and before the agent writes. */
  get answer(): Promise<Output> {
    return this.#answered.promise;
  }

  /** Whether the agent may be writing now. */
  get isHandedOver(): boolean {
    return this.#handedOver !== undefined;
  }

  /** Whether all files are as approved by now; false also where they cannot be looked at. */
  async isWritten(): Promise<boolean> {
    return this.#handedOver === undefined || this.#handedOver.isWritten().catch(() => false);
  }

  /** Compares the files with what was approved, once the agent's tool has ended. Resolves when the call is in the history. */
  settle(): Promise<Outcome> {
    this.#ended.resolve();
    return this.#outcome;
  }

  async #run({ tool, input }: PlannedBy): Promise<Outcome> {
    const { dialect, hook, call } = this.#hooked;
    const { world, wrapApplier, repeats } = this.#parts;
    const review = {
      ask: async (request: ReviewRequest, asking: Call) =>
        repeats.take(asking, request.changes) ?? this.#said.decided(request, await world.review.ask(request, asking)),
    };
    const applier = wrapApplier({ apply: (...change) => this.#handOver(...change) });
    const outcome = await runTool(
      this.#checking(tool),
      input,
      { ...call, tool: tool.name },
      { ...world, review, applier, readsFor: () => noMemory },
    );
    this.#handedOver = undefined;
    // The hook of a change that was handed over has its answer. Without one there was nothing to write, and the agent's tool is
    // stopped, which might find something nonetheless.
    const words = outcome.ok ? outcome.text : formatError(outcome.error);
    this.#answered.resolve(dialect.answer.deny(hook, words));
    return outcome;
  }

  /** The tool, refusing plans that the agent's own tool cannot be made to write. */
  #checking(tool: ChangeTool): ChangeTool {
    return {
      ...tool,
      prepare: (raw) => {
        const prepared = tool.prepare(raw);
        const plan = async (context: ToolContext): Promise<Plan> =>
          this.#said.checked(await prepared.plan(context), context, this.#parts.isUnsaved);
        return { ...prepared, plan };
      },
    };
  }

  async #handOver(changes: readonly Change[], title: Phrase, call: Call): Promise<Applied> {
    const { applier, repeats, tellDifferent } = this.#parts;
    const cannot = (): void => repeats.remember(call, changes);
    const output = this.#said.output(changes, { cannot, later: call.later === true });
    // Without a hook that reads the answer, the agent would not write what was approved.
    if (call.signal.aborted) throw rejected("The agent's hook has ended before the answer.");
    const handedOver = await applier.handOver(changes, title, call);
    this.#handedOver = handedOver;
    this.#answered.resolve(output);
    await this.#ended.promise;
    const settled = await handedOver.settle();
    if (settled.different.length > 0) tellDifferent(title, settled.different.map(pathOf));
    return writtenBy(settled);
  }
}

/** The agent's own tools have their own memory of what it read. */
const noMemory: ReadMemory = { remember: () => undefined, lastRead: () => undefined };

function writtenBy({ written, different }: { written: readonly Change[]; different: readonly Change[] }): Applied {
  if (written.length === 0) {
    throw failure(
      'STALE',
      phrase('The agent did not write what you approved. Nothing was changed.'),
      'Read the file again.',
    );
  }
  const paths = different.map(pathOf).join(', ');
  const notes =
    different.length === 0
      ? []
      : [`What is in ${paths} now is not what the user approved. Read it before you continue.`];
  return { changes: written, unsaved: [], notes };
}

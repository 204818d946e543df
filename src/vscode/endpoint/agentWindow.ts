import { formatError } from '../../core/wording/errors.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { runTool } from '../../tools/pipeline/run.ts';
import type { AgentAnswer, AgentWindow } from '../../tools/ports/agentPorts.ts';
import type { Failures } from '../../tools/ports/failures.ts';
import type { World } from '../../tools/ports/ports.ts';
import { allTools } from '../../tools/allTools.ts';

/** What the endpoint needs of the window. */
export interface AgentWindowParts {
  readonly world: World;
  readonly failures: Failures;
  /** Finds the step in the history that a call made, once what was cut off is ended. */
  readonly findCall: (toolUse: string) => Promise<JournalEntry | undefined>;
}

/** Runs the tools for agents outside the editor, through the pipeline that all calls pass. */
export function agentWindow({ world, failures, findCall }: AgentWindowParts): AgentWindow {
  return {
    async call(name, input, caller, signal): Promise<AgentAnswer> {
      const tool = allTools.find((each) => each.name === name);
      if (tool === undefined) return { text: `[VALIDATION_ERROR] There is no tool "${name}".`, images: [] };
      const outcome = await runTool(tool, input, { tool: name, caller, token: undefined, signal }, world);
      if (!outcome.ok) return { text: formatError(outcome.error), images: [] };
      const { text, images } = outcome;
      const { success, data } = tool.result.safeParse(outcome.result);
      // Only an answer that could not be completed has another result; its text says so.
      return success ? { text, images, result: data } : { text, images };
    },
    async outcomeOf(toolUse) {
      const entry = await findCall(toolUse);
      return entry === undefined ? undefined : writtenText(entry);
    },
    failed: (step, cause) => failures.unexpected(step, cause),
  };
}

function writtenText({ title, changes }: JournalEntry): string {
  const paths = changes.map(({ at }) => at.path).join(', ');
  return `The VS Code window was closed or reloaded, but "${title}" was approved and applied before that: ${paths}. Do not repeat the call. Read the files to see what they are now.`;
}

// Aggregates a folder's steps by file for `redline_changes_since`: the net change, and its possible authors in words.

import { isSameFile, authorsOf, type Step, type StoredFile, type Origin, type SingleOrigin } from './reviewItem.ts';
import { agentDisplayName } from '../endpoint/agents.ts';
import { escapeForDisplay } from '../text/hiddenCharacters.ts';

/** Maximum number of UTF-16 units of a command in an answer. */
const maxCommandChars = 200;

/** The net change of one file by several steps. */
export interface SeenChange {
  /** Path from the folder, as in `Step`. */
  readonly path: string;
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
  /** Possible authors in words, each once. */
  readonly by: readonly string[];
  /** Ids of the aggregated steps. */
  readonly steps: readonly string[];
}

/**
 * Aggregates steps by file, without those of Redline's own calls, which the journal lists.
 * @param steps oldest first
 * @param isSelected selects the steps; all of one folder
 */
export function sumUpSteps(steps: readonly Step[], isSelected: (step: Step) => boolean): readonly SeenChange[] {
  const selectedSteps = steps.filter((step) => step.origin.kind !== 'later' && isSelected(step));
  return [...Map.groupBy(selectedSteps, ({ path }) => path)].map(([path, fileSteps]) => ({
    path,
    before: fileSteps[0]?.before,
    after: fileSteps.at(-1)?.after,
    by: [...new Set(fileSteps.flatMap(({ origin }) => listAuthors(origin)))],
    steps: fileSteps.map(({ id }) => id),
  }));
}

/**
 * Finds what a comparison of texts does not show of a change: a file that it does not list, a new mode, a link's new
 * target; undefined if there is nothing.
 * @param isKnown whether the comparison lists the file
 * @returns `retargeted` also if a file became a link, or the reverse
 */
export function findMissedChange(
  { before, after }: SeenChange,
  isKnown: boolean,
): 'created' | 'deleted' | 'executable' | 'notExecutable' | 'retargeted' | undefined {
  if (isSameFile(before, after)) return undefined;
  if (before !== undefined && after !== undefined) {
    if (before.mode === 'link' || after.mode === 'link') return 'retargeted';
    if (before.mode === after.mode) return undefined;
    return after.mode === 'executable' ? 'executable' : 'notExecutable';
  }
  if (isKnown) return undefined;
  return before === undefined ? 'created' : 'deleted';
}

/** Describes the possible authors, such as "Codex: npm run gen". Omits the user's commands, which may contain secrets. */
export function listAuthors(origin: Origin): readonly string[] {
  return origin.kind === 'outside' ? ['another program'] : authorsOf(origin).map(describeAuthor);
}

function describeAuthor(origin: SingleOrigin): string {
  switch (origin.kind) {
    case 'command':
      return `${getAgentName(origin.agent)}: ${cutToFirstLine(origin.command)}`;
    case 'turn':
      return `${getAgentName(origin.agent)}, in its turn`;
    case 'terminal':
      return 'a command in the terminal';
    case 'later':
      return 'a call that the user reviews later';
  }
}

function getAgentName(agent: string): string {
  return agent === 'vscode' ? 'the agent in the chat' : escapeForDisplay(agentDisplayName(agent));
}

function cutToFirstLine(command: string): string {
  const [line = '', ...more] = command.trim().split('\n');
  const isCut = line.length > maxCommandChars || more.length > 0;
  return isCut ? `${escapeForDisplay(line.slice(0, maxCommandChars))} …` : escapeForDisplay(line);
}

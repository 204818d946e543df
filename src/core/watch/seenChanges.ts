// Aggregates a folder's steps by file for `redline_changes_since`: the net change and its possible authors.

import { isSameFile, type Step, type StoredFile, authorsOf, type Origin, type SingleOrigin } from './reviewItem.ts';
import { agentDisplayName } from '../endpoint/agents.ts';
import { escapeForDisplay } from '../text/unicode.ts';

/** Maximum number of UTF-16 units of a command in an answer. */
const maxCommandChars = 200;

/** The net change of one file by several steps. */
export interface SeenChange {
  /** Path from the folder, as in `Step`. */
  readonly path: string;
  readonly before: StoredFile | undefined;
  readonly after: StoredFile | undefined;
  /** Possible authors, each once. */
  readonly by: readonly string[];
  /** Ids of the steps. */
  readonly steps: readonly string[];
}

/**
 * Aggregates a folder's steps by file, without those of Redline's own calls.
 * @param steps oldest first
 */
export function sumUpSteps(steps: readonly Step[], isCounted: (step: Step) => boolean): readonly SeenChange[] {
  const countedSteps = steps.filter((step) => step.origin.kind !== 'later' && isCounted(step));
  return [...Map.groupBy(countedSteps, ({ path }) => path)].map(([path, fileSteps]) => ({
    path,
    before: fileSteps[0]?.before,
    after: fileSteps.at(-1)?.after,
    by: [...new Set(fileSteps.flatMap(({ origin }) => listAuthors(origin)))],
    steps: fileSteps.map(({ id }) => id),
  }));
}

/**
 * The part of a change that a comparison of bytes cannot show: a mode, a link's target, an unlisted file; undefined if
 * there is none.
 * @param isKnown whether the comparison lists the file
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

/** Lists authors such as "Codex: npm run gen". Omits the user's terminal commands, which may contain secrets. */
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

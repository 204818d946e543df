// Attributes a change to possible authors: the agents' commands and turns, and the terminal commands, that ran at the time.

import type { AgentCommand, AgentTurn, Origin, SingleOrigin, TerminalCommand } from './reviewItem.ts';

/** The time in which a command or a turn ran, in milliseconds since 1970. */
export interface TimeSpan {
  readonly origin: AgentCommand | AgentTurn | TerminalCommand;
  readonly from: number;
  /** End of the span; undefined while it runs. */
  readonly to?: number | undefined;
  /** Set if no end was reported, so that `to` is a guess. A change seen after it may be anyone's. */
  readonly isEndAssumed?: boolean;
}

/** The time from the start of one scan to the end of the next: a change that only the second one sees was made in it. */
export interface Interval {
  readonly from: number;
  /** Start of the second scan. */
  readonly startedAt: number;
  readonly to: number;
}

/** Time after the end of a turn during which the terminal that it began in still counts as its agent's. */
const maxTurnAgeMs = 600_000;

/**
 * The possible authors of the changes of an interval: the commands that ran in it, or if there are none, the active
 * turns. An agent's commands take precedence over its turn, since hooks report every command.
 */
export function originOf(spans: readonly TimeSpan[], interval: Interval): Origin {
  const recent = spans.filter(({ to = Infinity }) => to > interval.from - maxTurnAgeMs);
  const agentTerminals = findAgentTerminals(recent);
  const overlapping = spans.filter((span) => overlaps(span, interval) && !agentTerminals.has(span));
  const terminals = recent.filter(isTerminal);
  const select = (candidates: readonly TimeSpan[]): readonly SingleOrigin[] =>
    selectAuthors(candidates, interval, terminals);
  // What began during the second scan is never the only author, since nearly all of the interval was before it.
  const earlyAuthors = select(overlapping.filter(({ from }) => from <= interval.startedAt));
  const authors = earlyAuthors.length === 0 ? [] : [...earlyAuthors, ...select(overlapping)];
  const [first, ...others] = withoutDuplicates(authors);
  if (first === undefined) return { kind: 'outside' };
  return others.length === 0 ? first : { kind: 'oneOf', origins: [first, ...others] };
}

/** Selects commands before turns. A command whose end is assumed is not proven, but may still be one of several authors. */
function selectAuthors(
  overlapping: readonly TimeSpan[],
  interval: Interval,
  terminals: readonly TerminalSpan[],
): readonly SingleOrigin[] {
  const isCommand = ({ origin }: TimeSpan): boolean => origin.kind !== 'turn';
  const proven = overlapping.filter((span) => !hasExpiredIn(span, interval));
  if (!proven.some(isCommand)) return proven.map(({ origin }) => origin);
  const hasAgentCommand = proven.some(({ origin }) => origin.kind === 'command');
  const isAuthor = (span: TimeSpan): boolean =>
    isCommand(span) || (!hasAgentCommand && proven.includes(span) && isTerminalUnknown(span, terminals));
  return overlapping.filter(isAuthor).map(({ origin }) => origin);
}

function overlaps({ from, to = Infinity }: TimeSpan, interval: Pick<Interval, 'from' | 'to'>): boolean {
  return from < interval.to && to > interval.from;
}

function hasExpiredIn({ to = Infinity, isEndAssumed }: TimeSpan, interval: Interval): boolean {
  return isEndAssumed === true && to < interval.to;
}

/** The terminal commands that are not the user's: an agent's own program, or a command that an agent ran there. */
function findAgentTerminals(spans: readonly TimeSpan[]): ReadonlySet<TimeSpan> {
  const terminals = spans.filter(isTerminal);
  const found = spans.flatMap((span): readonly TimeSpan[] => {
    const { origin } = span;
    if (origin.kind === 'turn')
      return isTerminalUnknown(span, terminals) ? [] : findPrograms(origin, span.from, terminals);
    if (origin.kind === 'terminal') return [];
    return terminals.filter(
      ({ origin: terminal, from, to = Infinity }) => overlaps(span, { from, to }) && isSameCommand(terminal, origin),
    );
  });
  return new Set(found);
}

interface TerminalSpan extends TimeSpan {
  readonly origin: TerminalCommand;
}

function isTerminal(span: TimeSpan): span is TerminalSpan {
  return span.origin.kind === 'terminal';
}

/** Whether it is ambiguous which terminal a turn began in: several ran commands, and none of these names its agent. */
function isTerminalUnknown({ origin, from }: TimeSpan, terminals: readonly TerminalSpan[]): boolean {
  if (origin.kind !== 'turn') return false;
  const programs = findPrograms(origin, from, terminals);
  return programs.length > 1 && !programs.some((program) => namesAgent(program, origin));
}

/** The terminal commands at a turn's start that may be its agent's program: those that name it, else all (an alias). */
function findPrograms(turn: AgentTurn, time: number, terminals: readonly TerminalSpan[]): readonly TerminalSpan[] {
  // The editor's own agents run in no terminal.
  if (turn.agent.startsWith('vscode')) return [];
  const running = terminals.filter(({ from, to = Infinity }) => from <= time && time < to);
  const named = running.filter((span) => namesAgent(span, turn));
  return named.length > 0 ? named : running;
}

function namesAgent({ origin }: TerminalSpan, { agent }: AgentTurn): boolean {
  return origin.command.toLowerCase().includes(agent);
}

/** Whether a terminal ran an agent's command, possibly after other commands or an opening quote. */
function isSameCommand(terminal: TerminalCommand, agent: AgentCommand): boolean {
  const [terminalText, agentText] = [terminal.command.trim(), agent.command.trim()];
  if (agentText === '' || !terminalText.endsWith(agentText)) return false;
  const prefix = terminalText.slice(0, -agentText.length);
  return prefix === '' || /[\s;&|('"]$/.test(prefix);
}

function withoutDuplicates(origins: readonly SingleOrigin[]): SingleOrigin[] {
  return [...new Map(origins.map((origin) => [JSON.stringify(origin), origin])).values()];
}

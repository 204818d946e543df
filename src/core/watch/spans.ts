// Attributes changes to the commands and turns of agents, and the terminal commands, that ran at the time.

import type { AgentCommand, AgentTurn, Origin, SingleOrigin, TerminalCommand } from './reviewItem.ts';

/** The time in which a command or a turn ran, in milliseconds since 1970. */
export interface TimeSpan {
  readonly origin: AgentCommand | AgentTurn | TerminalCommand;
  readonly from: number;
  /** End of the span; undefined while it runs. */
  readonly to?: number | undefined;
  /** Set if no end was reported, so that `to` is a guess: it may have ended before, and a change seen later may be anyone's. */
  readonly isEndAssumed?: boolean;
}

/** The time from the start of one scan to the end of the next: a change seen by the second was made in between. */
export interface Interval {
  readonly from: number;
  /** Start of the second scan. */
  readonly startedAt: number;
  readonly to: number;
}

/** Milliseconds after which an ended turn no longer tells that the terminal that it began in is an agent's. */
const maxTurnAgeMs = 600_000;

/**
 * Determines the possible authors of the changes of an interval: the commands that ran in it, those in terminals included; without any, the active
 * turns. An agent's commands take precedence over its turn, since hooks report every command. What began only while the second scan ran is at most
 * one of several: nearly all of the interval was before.
 */
export function originOf(spans: readonly TimeSpan[], interval: Interval): Origin {
  const recent = spans.filter(({ to = Infinity }) => to > interval.from - maxTurnAgeMs);
  const agentTerminals = findAgentTerminals(recent);
  const overlapping = spans.filter((span) => overlaps(span, interval) && !agentTerminals.has(span));
  const terminals = recent.filter(isTerminal);
  const select = (some: readonly TimeSpan[]): readonly SingleOrigin[] => selectAuthors(some, interval, terminals);
  const earlyAuthors = select(overlapping.filter(({ from }) => from <= interval.startedAt));
  const authors = earlyAuthors.length === 0 ? [] : [...earlyAuthors, ...select(overlapping)];
  const [first, ...others] = withoutDuplicates(authors);
  if (first === undefined) return { kind: 'outside' };
  return others.length === 0 ? first : { kind: 'oneOf', origins: [first, ...others] };
}

/** An assumed end makes a command unproven, but proves no other one. */
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

/** The terminals' commands that are an agent's program, in which its turns began, or that an agent ran there. */
function findAgentTerminals(spans: readonly TimeSpan[]): ReadonlySet<TimeSpan> {
  const terminals = spans.filter(isTerminal);
  const found = spans.flatMap((span): readonly TimeSpan[] => {
    const { origin } = span;
    if (origin.kind === 'turn')
      return isTerminalUnknown(span, terminals) ? [] : findPrograms(origin, span.from, terminals);
    if (origin.kind === 'terminal') return [];
    return terminals.filter(
      ({ origin: each, from, to = Infinity }) => overlaps(span, { from, to }) && isSameCommand(each, origin),
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

/** Whether a turn began in one of several terminals, and none names its agent: one of their commands is its program. */
function isTerminalUnknown({ origin, from }: TimeSpan, terminals: readonly TerminalSpan[]): boolean {
  if (origin.kind !== 'turn') return false;
  const programs = findPrograms(origin, from, terminals);
  return programs.length > 1 && !programs.some((program) => namesAgent(program, origin));
}

/**
 * The terminals' commands that may be an agent's program when its turn began: those that name the agent. If none does, as
 * an alias does not, all that ran.
 */
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

function isSameCommand(one: TerminalCommand, other: AgentCommand): boolean {
  const [terminalText, agentText] = [one.command.trim(), other.command.trim()];
  if (agentText === '' || !terminalText.endsWith(agentText)) return false;
  const prefix = terminalText.slice(0, -agentText.length);
  return prefix === '' || /[\s;&|('"]$/.test(prefix);
}

function withoutDuplicates(origins: readonly SingleOrigin[]): SingleOrigin[] {
  return [...new Map(origins.map((origin) => [JSON.stringify(origin), origin])).values()];
}

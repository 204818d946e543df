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
  const overlapping = spans.filter((span) => overlaps(span, interval) && !isAgentTerminal(span, recent));
  const earlyAuthors = selectAuthors(
    overlapping.filter(({ from }) => from <= interval.startedAt),
    interval,
  );
  const authors = earlyAuthors.length === 0 ? [] : [...earlyAuthors, ...selectAuthors(overlapping, interval)];
  const [first, ...others] = withoutDuplicates(authors);
  if (first === undefined) return { kind: 'outside' };
  return others.length === 0 ? first : { kind: 'oneOf', origins: [first, ...others] };
}

/** An assumed end makes a command unproven, but proves no other one. */
function selectAuthors(overlapping: readonly TimeSpan[], interval: Interval): readonly SingleOrigin[] {
  const isCommand = ({ origin }: TimeSpan): boolean => origin.kind !== 'turn';
  const proven = overlapping.filter((span) => !hasExpiredIn(span, interval));
  return (proven.some(isCommand) ? overlapping.filter(isCommand) : proven).map(({ origin }) => origin);
}

function overlaps({ from, to = Infinity }: TimeSpan, interval: Pick<Interval, 'from' | 'to'>): boolean {
  return from < interval.to && to > interval.from;
}

function hasExpiredIn({ to = Infinity, isEndAssumed }: TimeSpan, interval: Interval): boolean {
  return isEndAssumed === true && to < interval.to;
}

/** Whether it is a terminal's command that is an agent's program, in which its turns began, or that an agent ran there. */
function isAgentTerminal(terminal: TimeSpan, spans: readonly TimeSpan[]): boolean {
  const { origin, from, to = Infinity } = terminal;
  if (origin.kind !== 'terminal') return false;
  return spans.some((span) => {
    if (span.origin.kind === 'terminal' || !overlaps(span, { from, to })) return false;
    if (span.origin.kind === 'command') return isSameCommand(origin, span.origin);
    // The editor's own agents run in no terminal.
    return span.from >= from && span.from < to && !span.origin.agent.startsWith('vscode');
  });
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

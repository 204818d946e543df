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
  readonly to: number;
}

/**
 * Determines the possible authors of the changes of an interval: the commands that ran in it, those in terminals included; without any, the active
 * turns. An agent's commands take precedence over its turn, since hooks report every command.
 */
export function originOf(spans: readonly TimeSpan[], interval: Interval): Origin {
  const activeSpans = spans.filter((span) => overlaps(span, interval) && !hasExpiredIn(span, interval));
  const commands = activeSpans.filter(({ origin }) => origin.kind === 'command');
  const terminals = activeSpans.filter((span) => span.origin.kind === 'terminal' && !isAgentCommand(span, spans));
  const turns = activeSpans.filter(({ origin }) => origin.kind === 'turn');
  const candidates = [...commands, ...terminals];
  const [firstOrigin, ...otherOrigins] = withoutDuplicates(
    (candidates.length > 0 ? candidates : turns).map(({ origin }) => origin),
  );
  if (firstOrigin === undefined) return { kind: 'outside' };
  return otherOrigins.length === 0 ? firstOrigin : { kind: 'oneOf', origins: [firstOrigin, ...otherOrigins] };
}

function overlaps({ from, to = Infinity }: TimeSpan, interval: Interval): boolean {
  return from < interval.to && to > interval.from;
}

function hasExpiredIn({ to = Infinity, isEndAssumed }: TimeSpan, interval: Interval): boolean {
  return isEndAssumed === true && to < interval.to;
}

/** Whether a terminal's command is an agent's program, in which its turns began, or a command that an agent ran there. */
function isAgentCommand(terminal: TimeSpan, spans: readonly TimeSpan[]): boolean {
  const { origin } = terminal;
  return spans.some((span) => {
    if (span.origin.kind === 'terminal') return false;
    const isWithin = span.origin.kind === 'turn' && span.from >= terminal.from && span.from < (terminal.to ?? Infinity);
    const isSame = span.origin.kind === 'command' && origin.kind === 'terminal' && isSameCommand(origin, span.origin);
    return overlaps(span, { from: terminal.from, to: terminal.to ?? Infinity }) && (isSame || isWithin);
  });
}

function isSameCommand(one: TerminalCommand, other: AgentCommand): boolean {
  const [terminalText, agentText] = [one.command.trim(), other.command.trim()];
  return agentText !== '' && (terminalText === agentText || terminalText.endsWith(agentText));
}

function withoutDuplicates(origins: readonly SingleOrigin[]): SingleOrigin[] {
  return [...new Map(origins.map((origin) => [JSON.stringify(origin), origin])).values()];
}

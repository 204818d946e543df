// Attributes a change that Watch saw to its possible authors: the commands and the agents' turns that ran at the time.

import { writesOnDisk } from '../endpoint/agents.ts';
import { sessionKey } from './agentSession.ts';
import {
  authorsOf,
  type AgentCommand,
  type AgentTurn,
  type Origin,
  type SingleOrigin,
  type TerminalCommand,
} from './reviewItem.ts';

/** The time in which a command or a turn ran, in milliseconds since 1970. */
export interface TimeSpan {
  readonly origin: AgentCommand | AgentTurn | TerminalCommand;
  readonly from: number;
  /** End of the span; undefined while it runs. */
  readonly to?: number | undefined;
  /** Set if no end was reported, so that `to` is a guess. A change seen after it may be anyone's. */
  readonly isEndAssumed?: boolean;
}

/**
 * The time in which a change was made that one scan sees, but the previous scan did not: from the start of the previous
 * scan to the end of this one, in milliseconds since 1970.
 */
export interface Interval {
  readonly from: number;
  /** Start of the second scan. */
  readonly secondScanFrom: number;
  readonly to: number;
}

/** Spans that ended longer before the interval are ignored when agents are recognized among the commands of terminals. */
const attributionWindowMs = 600_000;

/**
 * Finds the possible authors of the changes of an interval: the commands that ran in it, or if there are none, the active
 * turns.
 * @param spans in order of start
 */
export function originOf(spans: readonly TimeSpan[], interval: Interval): Origin {
  const recent = spans.filter(({ to = Infinity }) => to > interval.from - attributionWindowMs);
  const { agentTerminalSpans, candidatesByTurn } = attributeTerminals(recent);
  const overlapping = spans.filter((span) => overlaps(span, interval) && !agentTerminalSpans.has(span));
  // A span that began during the second scan is never the only author, since most of the interval was before it.
  const earlySpans = overlapping.filter(({ from }) => from <= interval.secondScanFrom);
  const earlyAuthors = selectAuthors(earlySpans, interval, candidatesByTurn);
  if (earlyAuthors.length === 0) return { kind: 'outside' };
  return toOrigin(withoutDuplicates([...earlyAuthors, ...selectAuthors(overlapping, interval, candidatesByTurn)]));
}

/**
 * The possible authors of a write through the editor: of the authors of its interval, only agents that may run in the
 * editor. If there are none, the user or an extension made it.
 */
export function originInEditor(origin: Origin): Origin {
  return toOrigin(authorsOf(origin).filter((author) => 'agent' in author && !writesOnDisk(author.agent)));
}

function toOrigin([first, ...others]: readonly SingleOrigin[]): Origin {
  if (first === undefined) return { kind: 'outside' };
  return others.length === 0 ? first : { kind: 'oneOf', origins: [first, ...others] };
}

/**
 * Selects the possible authors among spans that overlap an interval. A span is proven unless it expired in the interval:
 * an expired one may have ended before the change.
 */
function selectAuthors(
  overlapping: readonly TimeSpan[],
  interval: Interval,
  candidatesByTurn: TerminalAttribution['candidatesByTurn'],
): readonly SingleOrigin[] {
  const isCommand = ({ origin }: TimeSpan): boolean => origin.kind !== 'turn';
  const proven = overlapping.filter((span) => !hasExpiredIn(span, interval));
  // Without a proven command, the authors are the proven turns.
  if (!proven.some(isCommand)) return proven.map(({ origin }) => origin);
  const hasAgentCommand = proven.some(({ origin }) => origin.kind === 'command');
  const mayRunInTerminal = (turn: TimeSpan): boolean =>
    candidatesByTurn.get(turn)?.some((terminal) => overlapping.includes(terminal)) === true;
  // If an agent's command is known, adds no turns: hooks report every command. Otherwise, adds the turns whose agent
  // may be the program that runs in one of the terminals.
  const turns = hasAgentCommand ? [] : proven.filter(mayRunInTerminal);
  // Beside a proven command, expired commands are possible authors, too.
  return [...overlapping.filter(isCommand), ...turns].map(({ origin }) => origin);
}

function overlaps({ from, to = Infinity }: TimeSpan, interval: Pick<Interval, 'from' | 'to'>): boolean {
  return from < interval.to && to > interval.from;
}

function hasExpiredIn({ to = Infinity, isEndAssumed }: TimeSpan, interval: Interval): boolean {
  return isEndAssumed === true && to < interval.to;
}

interface TerminalAttribution {
  /** Terminal commands that are not the user's: an agent's own program, or a command that an agent ran there. */
  readonly agentTerminalSpans: ReadonlySet<TimeSpan>;
  /** For turns whose agent could be the program of several terminals: the commands of these terminals. */
  readonly candidatesByTurn: ReadonlyMap<TimeSpan, readonly TimeSpan[]>;
}

/**
 * Finds the agents among the commands of terminals.
 * @param spans in order of start, so that a session's earlier turns come first
 */
function attributeTerminals(spans: readonly TimeSpan[]): TerminalAttribution {
  const agentTerminalSpans = new Set<TimeSpan>();
  const candidatesByTurn = new Map<TimeSpan, readonly TimeSpan[]>();
  /** The terminal commands in which earlier turns of a session began: its later turns run there, too. */
  const programsBySession = new Map<string, readonly TimeSpan[]>();
  const terminals = spans.filter(isTerminal);
  for (const span of spans) {
    const { origin } = span;
    if (origin.kind === 'command') {
      for (const terminal of findTerminalsRunning(origin, span, terminals)) agentTerminalSpans.add(terminal);
    }
    if (origin.kind !== 'turn') continue;
    const session = sessionKey(origin);
    const { candidates, isCertain } = findPrograms(origin, span.from, terminals);
    const hasKnownProgram = programsBySession.get(session)?.some((program) => candidates.includes(program)) === true;
    if (isCertain) {
      for (const program of candidates) agentTerminalSpans.add(program);
      programsBySession.set(session, candidates);
    } else if (!hasKnownProgram) candidatesByTurn.set(span, candidates);
  }
  return { agentTerminalSpans, candidatesByTurn };
}

interface TerminalSpan extends TimeSpan {
  readonly origin: TerminalCommand;
}

function isTerminal(span: TimeSpan): span is TerminalSpan {
  return span.origin.kind === 'terminal';
}

/**
 * Finds the agent's own program among the commands that run in terminals when its turn begins: the commands that name
 * the agent. If no command does, for example with a shell alias, all are candidates. A single candidate counts as the
 * program, and without any the agent certainly runs in no terminal.
 */
function findPrograms(
  { agent }: AgentTurn,
  turnStart: number,
  terminals: readonly TerminalSpan[],
): { readonly candidates: readonly TimeSpan[]; readonly isCertain: boolean } {
  // The editor's own agents run in no terminal.
  if (agent.startsWith('vscode')) return { candidates: [], isCertain: true };
  const running = terminals.filter(({ from, to = Infinity }) => from <= turnStart && turnStart < to);
  const named = running.filter(({ origin }) => origin.command.toLowerCase().includes(agent));
  if (named.length > 0) return { candidates: named, isCertain: true };
  return { candidates: running, isCertain: running.length < 2 };
}

/**
 * Finds the terminal commands in which an agent's command ran. They end with its text, which is the whole line, or follows
 * white space, a separator of commands, a quote or an opening bracket.
 */
function findTerminalsRunning(
  { command }: AgentCommand,
  span: TimeSpan,
  terminals: readonly TerminalSpan[],
): readonly TerminalSpan[] {
  const agentText = command.trim();
  return terminals.filter(({ origin, from, to = Infinity }) => {
    if (!overlaps(span, { from, to })) return false;
    const terminalText = origin.command.trim();
    if (agentText === '' || !terminalText.endsWith(agentText)) return false;
    const prefix = terminalText.slice(0, -agentText.length);
    return prefix === '' || /[\s;&|('"]$/.test(prefix);
  });
}

function withoutDuplicates(origins: readonly SingleOrigin[]): SingleOrigin[] {
  return [...new Map(origins.map((origin) => [JSON.stringify(origin), origin])).values()];
}

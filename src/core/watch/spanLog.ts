// Logs the time spans in which agents' turns and commands ran. Like a lease, a span expires unless activity renews it.

import type { SingleOrigin, Turn } from './reviewItem.ts';
import type { AgentSession } from './agentSession.ts';
import type { TimeSpan } from './spans.ts';

/** Maximum number of spans; open ones are never dropped. */
const maxSpans = 2000;
/** Retention of ended spans. Failed scans are skipped, so a later scan may need spans from long before it. */
const maxAgeMs = 24 * 3600 * 1000;
/**
 * Time after a turn's last activity until it expires, since an interrupted agent reports no end. Later activity continues
 * a turn known from hooks, but not one known only from calls.
 */
const maxSilenceMs = 120_000;
/** Time until a command expires: after 10 minutes, agents have stopped it or moved it to the background. */
const maxCommandMs = 600_000;
/** Time after a turn's last activity in which calls of the agent's MCP clients are still attributed to it. */
export const maxSilenceBeforeCallMs = 1_800_000;

/** A span; open until `to` is set, which happens once. To readers, an open one ends at `expiryOf`. */
interface LoggedSpan {
  readonly origin: TimeSpan['origin'];
  from: number;
  to?: number;
  /** Time of the last activity; decreases only if the clock is set back. */
  lastActivity: number;
  /** Time when its agent's MCP client first disconnected. */
  disconnectedAt?: number;
  /** Set by `endSpan`: whether the span had expired before its end was noticed. A reported end of a command is exact. */
  isEndAssumed?: boolean;
  /** Set for a turn known from hooks: ids of the sessions whose MCP calls were attributed to it. */
  callers?: Set<string>;
  /** Of a command or terminal: identifies it when it ends. */
  readonly key?: unknown;
}

/** An in-memory log of spans; a turn gets a new span after each expiry. All times are in milliseconds since 1970. */
export class SpanLog {
  /** Ordered by start; at most one open turn for each session. */
  #spans: LoggedSpan[] = [];
  /** The time of the last `noteTime`. */
  #latestTime = 0;

  /**
   * Must be called with the current time before each other method that records. If the clock was set back, later times
   * in the log become the current time, so that open spans continue and ended ones stay ended.
   */
  noteTime(now: number): void {
    const isSetBack = now < this.#latestTime;
    this.#latestTime = now;
    if (!isSetBack) return;
    for (const span of this.#spans) {
      span.from = Math.min(span.from, now);
      span.lastActivity = Math.min(span.lastActivity, now);
      if (span.to !== undefined) span.to = Math.min(span.to, now);
      if (span.disconnectedAt !== undefined) span.disconnectedAt = Math.min(span.disconnectedAt, now);
    }
  }

  /**
   * Starts a turn known from hooks, and ends the session's previous one. Continues the open turn if it has the same id.
   * @param turn the agent's id of the turn; undefined if it has none, so that its start identifies it
   */
  startTurn(agentSession: AgentSession, turn: string | undefined, at: number): void {
    const openTurn = this.#findOpenTurn(agentSession);
    if (openTurn?.origin.kind === 'turn' && turn !== undefined && openTurn.origin.turn === turn)
      return this.#continueTurn(openTurn, at);
    this.#addTurn(agentSession, turn, at).callers = new Set();
  }

  /** Ends the turn, and its commands whose end was not reported. */
  endTurn(agentSession: AgentSession, at: number): void {
    for (const span of this.#spans) if (span.to === undefined && isBy(span.origin, agentSession)) endSpan(span, at);
  }

  /**
   * Records a call as activity of its session's turn; without one, of the agent's only turn known from hooks. If there is
   * neither, starts a turn.
   */
  noteCall(agentSession: AgentSession, at: number): void {
    const ownTurn = this.#findOpenTurn(agentSession);
    // A turn known only from calls is over once it has expired.
    const isOver = ownTurn !== undefined && ownTurn.callers === undefined && at > expiryOf(ownTurn);
    if (ownTurn !== undefined && !isOver) return this.#continueTurn(ownTurn, at);
    const hookTurn = isOver ? undefined : this.#findOnlyOpenTurn(agentSession, at);
    if (hookTurn === undefined) {
      this.#addTurn(agentSession, undefined, at);
      return;
    }
    this.#continueTurn(hookTurn, at);
    hookTurn.callers?.add(agentSession.session);
  }

  /** Records other activity of a turn. */
  noteActivity(agentSession: AgentSession, at: number): void {
    const openTurn = this.#findOpenTurn(agentSession);
    if (openTurn !== undefined) this.#continueTurn(openTurn, at);
  }

  /**
   * Handles the disconnection of an MCP client: the spans of its session, and of turns to which its calls were
   * attributed, expire now unless new activity renews them.
   */
  noteDisconnect(agentSession: AgentSession, at: number): void {
    const openSpans = this.#spans.filter(({ to }) => to === undefined);
    const attributedTurns = openSpans.flatMap(({ callers, origin }) => {
      const hasCalls = callers?.has(agentSession.session) === true;
      return hasCalls && origin.kind === 'turn' && origin.agent === agentSession.agent ? [origin] : [];
    });
    for (const span of openSpans) {
      if ([agentSession, ...attributedTurns].some((other) => isBy(span.origin, other))) span.disconnectedAt ??= at;
    }
  }

  /**
   * Starts a command.
   * @param key the same as for `endCommand`: the id of the tool's use, or the command
   */
  startCommand(agentSession: AgentSession, command: string, key: string, at: number): void {
    this.noteCall(agentSession, at);
    // The call may have been attributed to a turn of another session: then the command has a turn of its own.
    const { turn } = this.turnOf(agentSession, at) ?? { turn: String(at) };
    this.#add({
      origin: { kind: 'command', ...agentSessionOf(agentSession), turn, command },
      from: at,
      lastActivity: at,
      key,
    });
  }

  /** Ends the oldest open command with this key, and records activity. Returns false if there is no such command. */
  endCommand(agentSession: AgentSession, key: string, at: number): boolean {
    const openCommand = this.#spans.find(
      ({ origin, to, key: spanKey }) =>
        to === undefined && origin.kind === 'command' && spanKey === key && isBy(origin, agentSession),
    );
    if (openCommand !== undefined) openCommand.to = at;
    this.noteActivity(agentSession, at);
    return openCommand !== undefined;
  }

  /**
   * Starts a terminal's command.
   * @param key the same object as for `endTerminal`
   */
  startTerminal(command: string, key: object, at: number): void {
    this.#add({ origin: { kind: 'terminal', command }, from: at, lastActivity: at, key });
  }

  endTerminal(key: object, at: number): void {
    const openCommand = this.#spans.find((span) => span.key === key);
    if (openCommand !== undefined) openCommand.to = at;
  }

  /** The turn of a session at a time; undefined if none was running. */
  turnOf(agentSession: AgentSession, at: number): Turn | undefined {
    const span = this.spans.findLast(
      ({ origin, from, to = Infinity }) => isTurnBy(origin, agentSession) && from <= at && to >= at,
    );
    return toTurn(span);
  }

  /** The turn of a call that writes now: its session's last one. Records activity of the turn. */
  turnOfCall(agentSession: AgentSession, at: number): Turn | undefined {
    const ownTurn = this.#spans.findLast(({ origin, from }) => isTurnBy(origin, agentSession) && from <= at);
    const turn = ownTurn ?? this.#findOnlyOpenTurn(agentSession, at);
    if (turn !== undefined && turn.to === undefined) this.#continueTurn(turn, at);
    return toTurn(turn);
  }

  get spans(): readonly TimeSpan[] {
    return this.#spans.map((span) => {
      const { origin, from, to, isEndAssumed = false } = span;
      if (origin.kind === 'terminal') return { origin, from, to };
      return { origin, from, to: to ?? expiryOf(span), isEndAssumed: isEndAssumed || to === undefined };
    });
  }

  /** Ends the session's previous turn, and adds one. Its id is its start if the agent has none. */
  #addTurn(agentSession: AgentSession, turn: string | undefined, at: number): LoggedSpan {
    this.endTurn(agentSession, at);
    const origin = { kind: 'turn', ...agentSessionOf(agentSession), turn: turn ?? String(at) } as const;
    return this.#add({ origin, from: at, lastActivity: at });
  }

  /** Renews a turn's span; starts a new span if the old one has expired. */
  #continueTurn(span: LoggedSpan, at: number): void {
    if (at <= expiryOf(span)) span.lastActivity = Math.max(span.lastActivity, at);
    else {
      endSpan(span, at);
      const { origin, callers } = span;
      this.#add({ origin, from: at, lastActivity: at, ...(callers === undefined ? {} : { callers }) });
    }
  }

  #findOpenTurn(agentSession: AgentSession): LoggedSpan | undefined {
    return this.#spans.findLast(({ origin, to }) => to === undefined && isTurnBy(origin, agentSession));
  }

  /** The open turn known from an agent's hooks, if there is exactly one: its MCP client uses another session id. */
  #findOnlyOpenTurn({ agent, session }: AgentSession, at: number): LoggedSpan | undefined {
    const openTurns = this.#spans.filter(({ origin, to, callers, lastActivity, disconnectedAt }) => {
      const isOpenTurn = to === undefined && origin.kind === 'turn' && origin.agent === agent;
      if (!isOpenTurn || callers === undefined) return false;
      const isActive = disconnectedAt === undefined && at - lastActivity <= maxSilenceBeforeCallMs;
      return isActive || callers.has(session);
    });
    return openTurns.length === 1 ? openTurns[0] : undefined;
  }

  /** Adds a span. Drops ended spans that are too old, and the oldest ended ones beyond `maxSpans`. */
  #add(span: LoggedSpan): LoggedSpan {
    const minEnd = span.from - maxAgeMs;
    const recentSpans = this.#spans.filter(({ to = Infinity }) => to > minEnd);
    const endedSpans = recentSpans.filter(({ to }) => to !== undefined);
    const excess = Math.max(0, recentSpans.length + 1 - maxSpans);
    const droppedSpans = new Set(endedSpans.slice(0, excess));
    this.#spans = [...recentSpans.filter((recent) => !droppedSpans.has(recent)), span];
    return span;
  }
}

/** The end of an open span if no activity follows. */
function expiryOf({ origin, lastActivity, disconnectedAt = Infinity }: LoggedSpan): number {
  if (origin.kind === 'terminal') return Infinity;
  return Math.min(disconnectedAt, lastActivity + (origin.kind === 'command' ? maxCommandMs : maxSilenceMs));
}

/** Ends a span, at the latest when it expired. */
function endSpan(span: LoggedSpan, at: number): void {
  span.isEndAssumed = at > expiryOf(span);
  span.to = Math.min(at, expiryOf(span));
}

function isBy(origin: SingleOrigin, { agent, session }: AgentSession): boolean {
  return (origin.kind === 'turn' || origin.kind === 'command') && origin.agent === agent && origin.session === session;
}

function isTurnBy(origin: SingleOrigin, agentSession: AgentSession): boolean {
  return origin.kind === 'turn' && isBy(origin, agentSession);
}

function toTurn(span: TimeSpan | undefined): Turn | undefined {
  return span?.origin.kind === 'turn' ? { ...agentSessionOf(span.origin), turn: span.origin.turn } : undefined;
}

function agentSessionOf({ agent, session }: AgentSession): AgentSession {
  return { agent, session };
}

// Keeps when agents' turns and commands ran.

import type { SingleOrigin, Turn } from './reviewItem.ts';
import type { Span } from './spans.ts';

/** Spans that are kept, and how long after they ended, in milliseconds: looks that began before may still end. */
const maxSpans = 2000;
const maxAge = 600_000;
/**
 * For how many milliseconds after it was heard of a turn counts, since an agent that is interrupted tells of no end. One that
 * thinks for longer goes on with the turn later; of which only calls tell, the turn is over.
 */
const maxSilence = 120_000;
/** The same for a command: after 10 minutes, agents have stopped it, or let it run in the background. */
const maxCommand = 600_000;
/** The same for giving a turn that hooks tell of the calls of the agent's MCP clients. */
const maxThought = 1_800_000;

/** Who speaks: an agent and its session. */
export type Speaker = Pick<Turn, 'agent' | 'session'>;

interface OpenSpan {
  readonly origin: Span['origin'];
  readonly from: number;
  to?: number;
  /** When it was heard of last, and when its agent went, if it did. */
  heard: number;
  goneAt?: number;
  isFaded?: boolean;
  /** Set for a turn that hooks tell of: the sessions whose calls over MCP were counted to it. */
  callers?: Set<string>;
  /** Finds the command that ends. */
  readonly key?: unknown;
}

/** Keeps spans in memory; one for each time that a turn was heard of without a long silence. All times are in milliseconds since 1970. */
export class SpanLog {
  #spans: OpenSpan[] = [];

  /** A turn begins; the one before it in the session ends. */
  startTurn(speaker: Speaker, turn: string | undefined, at: number): void {
    const open = this.#openTurn(speaker);
    if (open?.origin.kind === 'turn' && turn !== undefined && open.origin.turn === turn) return this.#hear(open, at);
    this.#startTurn(speaker, turn, at).callers = new Set();
  }

  /** The turn ends, and with it the commands of which no end was told. */
  endTurn(speaker: Speaker, at: number): void {
    for (const span of this.#spans) if (span.to === undefined && isOf(span.origin, speaker)) end(span, at);
  }

  /** A call tells that a turn lasts; without one, it begins. */
  noteCall(speaker: Speaker, at: number): void {
    const open = this.#openTurn(speaker);
    const told = open === undefined ? this.#onlyToldTurn(speaker, at) : undefined;
    if (told !== undefined) {
      this.#hear(told, at);
      told.callers?.add(speaker.session);
    } else if (open === undefined || (open.callers === undefined && at > endOf(open))) {
      this.#startTurn(speaker, undefined, at);
    } else this.#hear(open, at);
  }

  /** Something else tells that a turn lasts. */
  hear(speaker: Speaker, at: number): void {
    const open = this.#openTurn(speaker);
    if (open !== undefined) this.#hear(open, at);
  }

  /** An MCP client has gone, and its agent with it: what it ran counts no longer, until it is heard of again. */
  endSession(speaker: Speaker, at: number): void {
    const isOfTurn = ({ callers, origin }: OpenSpan): boolean =>
      callers?.has(speaker.session) === true && origin.kind === 'turn' && origin.agent === speaker.agent;
    const turns = this.#spans.filter((span) => span.to === undefined && isOfTurn(span));
    const gone = [speaker, ...turns.flatMap(({ origin }) => (origin.kind === 'turn' ? [origin] : []))];
    for (const span of this.#spans) {
      if (span.to === undefined && gone.some((each) => isOf(span.origin, each))) span.goneAt ??= at;
    }
  }

  /** @param key what `endCommand` gets as well: the id of the tool's use, or the command. */
  startCommand(speaker: Speaker, command: string, key: string, at: number): void {
    this.noteCall(speaker, at);
    const { turn } = this.turnOf(speaker, at) ?? { turn: String(at) };
    this.#add({ origin: { kind: 'command', ...only(speaker), turn, command }, from: at, heard: at, key });
  }

  endCommand(speaker: Speaker, key: string, at: number): void {
    const open = this.#spans.find(
      (span) =>
        span.to === undefined && span.origin.kind === 'command' && span.key === key && isOf(span.origin, speaker),
    );
    if (open !== undefined) open.to = at;
    this.hear(speaker, at);
  }

  /** @param key the object that `endTerminal` gets as well. */
  startTerminal(command: string, key: object, at: number): void {
    this.#add({ origin: { kind: 'terminal', command }, from: at, heard: at, key });
  }

  endTerminal(key: object, at: number): void {
    const open = this.#spans.find((span) => span.key === key);
    if (open !== undefined) open.to = at;
  }

  /** The turn of a session at a time. */
  turnOf(speaker: Speaker, at: number): Turn | undefined {
    const span = this.spans.findLast(
      ({ origin, from, to = Infinity }) => isTurnOf(origin, speaker) && from <= at && to >= at,
    );
    return span?.origin.kind === 'turn' ? { ...only(span.origin), turn: span.origin.turn } : undefined;
  }

  /** The turn that a call belongs to which writes now: the last one of its session, which is heard of by this. */
  turnOfCall(speaker: Speaker, at: number): Turn | undefined {
    const own = this.#spans.findLast(({ origin, from }) => isTurnOf(origin, speaker) && from <= at);
    const turn = own ?? this.#onlyToldTurn(speaker, at);
    if (turn?.to === undefined && turn !== undefined) this.#hear(turn, at);
    return turn?.origin.kind === 'turn' ? { ...only(turn.origin), turn: turn.origin.turn } : undefined;
  }

  get spans(): readonly Span[] {
    return this.#spans.map((span) => {
      const { origin, from, to, isFaded = false } = span;
      if (origin.kind === 'terminal') return { origin, from, to };
      return { origin, from, to: to ?? endOf(span), isFaded: isFaded || to === undefined };
    });
  }

  #startTurn(speaker: Speaker, turn: string | undefined, at: number): OpenSpan {
    this.endTurn(speaker, at);
    const origin = { kind: 'turn', ...only(speaker), turn: turn ?? String(at) } as const;
    return this.#add({ origin, from: at, heard: at });
  }

  /** A turn that was silent for long is another span from now on. */
  #hear(span: OpenSpan, at: number): void {
    if (at <= endOf(span)) span.heard = Math.max(span.heard, at);
    else {
      end(span, at);
      const { origin, callers } = span;
      this.#add({ origin, from: at, heard: at, ...(callers === undefined ? {} : { callers }) });
    }
  }

  #openTurn(speaker: Speaker): OpenSpan | undefined {
    return this.#spans.findLast(({ origin, to }) => to === undefined && isTurnOf(origin, speaker));
  }

  /** The open turn that an agent's hooks tell of, if there is one: its MCP client names another session than its hooks. */
  #onlyToldTurn({ agent, session }: Speaker, at: number): OpenSpan | undefined {
    const told = this.#spans.filter(
      ({ origin, to, callers, heard, goneAt }) =>
        to === undefined &&
        origin.kind === 'turn' &&
        origin.agent === agent &&
        callers !== undefined &&
        (callers.has(session) || (goneAt === undefined && at - heard <= maxThought)),
    );
    return told.length === 1 ? told[0] : undefined;
  }

  #add(span: OpenSpan): OpenSpan {
    const oldest = span.from - maxAge;
    this.#spans = [...this.#spans.filter(({ to = Infinity }) => to > oldest), span].slice(-maxSpans);
    return span;
  }
}

/** When an open span ends if it is not heard of again. */
function endOf({ origin, heard, goneAt = Infinity }: OpenSpan): number {
  if (origin.kind === 'terminal') return Infinity;
  return Math.min(goneAt, heard + (origin.kind === 'command' ? maxCommand : maxSilence));
}

function end(span: OpenSpan, at: number): void {
  span.isFaded = at > endOf(span);
  span.to = Math.min(at, endOf(span));
}

function isOf(origin: SingleOrigin, { agent, session }: Speaker): boolean {
  return (origin.kind === 'turn' || origin.kind === 'command') && origin.agent === agent && origin.session === session;
}

function isTurnOf(origin: SingleOrigin, speaker: Speaker): boolean {
  return origin.kind === 'turn' && isOf(origin, speaker);
}

function only({ agent, session }: Speaker): Speaker {
  return { agent, session };
}

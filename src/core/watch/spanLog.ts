// Keeps when agents' turns and commands ran.

import type { SingleOrigin, Turn } from './reviewItem.ts';
import type { Span } from './spans.ts';

/** Spans that are kept, and how long after they ended, in milliseconds: looks that began before may still end. */
const maxSpans = 2000;
const maxAge = 600_000;
/** A turn of which only calls tell ends so many milliseconds after the last one. */
const maxSilence = 120_000;

/** Who speaks: an agent and its session. */
export type Speaker = Pick<Turn, 'agent' | 'session'>;

interface OpenSpan {
  readonly origin: Span['origin'];
  readonly from: number;
  to?: number;
  /** Set for a turn of which only calls tell. */
  lastCall?: number;
  /** Finds the command that ends. */
  readonly key?: unknown;
}

/** Keeps spans in memory. All times are in milliseconds since 1970. */
export class SpanLog {
  #spans: OpenSpan[] = [];

  /** A turn begins; the one before it in the session ends. */
  startTurn(speaker: Speaker, turn: string | undefined, at: number): void {
    const open = this.#openTurn(speaker);
    if (open?.origin.kind === 'turn' && turn !== undefined && open.origin.turn === turn) return;
    this.endTurn(speaker, at);
    this.#add({ origin: { kind: 'turn', ...only(speaker), turn: turn ?? String(at) }, from: at });
  }

  /** The turn ends, and with it the commands of which no end was told. */
  endTurn(speaker: Speaker, at: number): void {
    for (const span of this.#spans) if (span.to === undefined && isOf(span.origin, speaker)) span.to = at;
  }

  /** A call tells that a turn lasts; without one, it begins. */
  noteCall(speaker: Speaker, at: number): void {
    const open = this.#openTurn(speaker);
    if (open === undefined || (open.lastCall !== undefined && at - open.lastCall > maxSilence)) {
      this.startTurn(speaker, undefined, at);
      const started = this.#openTurn(speaker);
      if (started !== undefined) started.lastCall = at;
    } else if (open.lastCall !== undefined) open.lastCall = at;
  }

  /** @param key what `endCommand` gets as well: the id of the tool's use, or the command. */
  startCommand(speaker: Speaker, command: string, key: string, at: number): void {
    this.noteCall(speaker, at);
    const { turn } = this.turnOf(speaker, at) ?? { turn: String(at) };
    this.#add({ origin: { kind: 'command', ...only(speaker), turn, command }, from: at, key });
  }

  endCommand(speaker: Speaker, key: string, at: number): void {
    const open = this.#spans.find(
      (span) =>
        span.to === undefined && span.origin.kind === 'command' && span.key === key && isOf(span.origin, speaker),
    );
    if (open !== undefined) open.to = at;
  }

  /** @param key the object that `endTerminal` gets as well. */
  startTerminal(command: string, key: object, at: number): void {
    this.#add({ origin: { kind: 'terminal', command }, from: at, key });
  }

  endTerminal(key: object, at: number): void {
    const open = this.#spans.find((span) => span.key === key);
    if (open !== undefined) open.to = at;
  }

  /** The turn of a session at a time. */
  turnOf(speaker: Speaker, at: number): Turn | undefined {
    const span = this.spans.findLast(
      ({ origin, from, to = Infinity }) => origin.kind === 'turn' && isOf(origin, speaker) && from <= at && to >= at,
    );
    return span?.origin.kind === 'turn' ? { ...only(span.origin), turn: span.origin.turn } : undefined;
  }

  get spans(): readonly Span[] {
    return this.#spans.map(({ origin, from, to, lastCall }) => ({
      origin,
      from,
      to: to ?? (lastCall === undefined ? undefined : lastCall + maxSilence),
    }));
  }

  #openTurn(speaker: Speaker): OpenSpan | undefined {
    return this.#spans.findLast(
      ({ origin, to }) => to === undefined && origin.kind === 'turn' && isOf(origin, speaker),
    );
  }

  #add(span: OpenSpan): void {
    const oldest = span.from - maxAge;
    this.#spans = [...this.#spans.filter(({ to = Infinity }) => to > oldest), span].slice(-maxSpans);
  }
}

function isOf(origin: SingleOrigin, { agent, session }: Speaker): boolean {
  return (origin.kind === 'turn' || origin.kind === 'command') && origin.agent === agent && origin.session === session;
}

function only({ agent, session }: Speaker): Speaker {
  return { agent, session };
}

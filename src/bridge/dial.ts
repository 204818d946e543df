// Connects to the best window for a folder over its socket, performs the handshake, and waits for slow readers of a
// stream.
import { createConnection, type Socket } from 'node:net';
import { handshakeVersion, type Accepted, type Hello, type Welcome } from '../core/endpoint/handshake.ts';
import { parseFields } from '../core/endpoint/parseJson.ts';
import { LineSplitter, type InputLine, maxUnreadBytes } from '../core/endpoint/lineSplitter.ts';
import {
  findCandidateWindows,
  hasSameFolders,
  isOfThisHost,
  markClosed,
  readWindows,
  UntrustedFolderError,
  type FoundWindow,
} from './windows.ts';
import type { Writable } from 'node:stream';

/** Time in milliseconds to redial a window that reloads or restarts. Many agents abandon a call after 60 s. */
export const reconnectTimeoutMs = 40_000;
/** Interval between connection attempts, in milliseconds. */
export const reconnectIntervalMs = 500;
/** Timeout of the handshake, in milliseconds. Long, since the window's extension host may be busy. */
const handshakeTimeoutMs = 10_000;

/** A connection to a window that has accepted this bridge. */
export interface Link {
  readonly window: FoundWindow;
  readonly welcome: Accepted;
  send(line: string): void;
  /** Resolves when the window has read most of what was sent, or the connection is closed: see `waitForDrain`. */
  drained(): Promise<void>;
  /** Sets the receiver of all further lines, and starts to read them. Call it once, before anything else is awaited. */
  receive(receiver: Receiver): void;
  close(): void;
}

/** Receives lines from a window. */
export interface Receiver {
  readonly onLine: (line: InputLine) => void;
  /** May be called twice. */
  readonly onClose: () => void;
  /** Resolves when more may be read from the window (back-pressure). */
  readonly readyForMore: () => Promise<void>;
}

/**
 * A link, or the reason why there is none, in words for the agent's model. `hasNoWindow`: no running window has the
 * folder. If it is not set, a window refused, did not answer or could not be reached, or the windows could not be
 * listed.
 */
export type DialResult = { readonly link: Link } | { readonly reason: string; readonly hasNoWindow?: boolean };

/** The fields that the caller puts into the first line to the window; `dialWindow` adds the rest. */
type HelloFields = Pick<Hello, 'kind' | 'session' | 'lost'>;

/** Selects the windows to dial, and limits the time. */
interface DialTarget {
  /** The folder `~/.redline`, where windows announce themselves. */
  readonly home: string;
  /** Only windows that have this folder are dialed. */
  readonly cwd: string;
  /** If set, only windows with exactly the same folders as this one are dialed. */
  readonly sameFoldersAs?: FoundWindow | undefined;
  /** Deadline for a window's welcome, in milliseconds since 1970. */
  readonly deadline?: number;
}

/** Connects to the best window that has the folder and accepts. If none does, reports the first refusal. */
export async function dial(
  { home, cwd, sameFoldersAs, deadline }: DialTarget,
  hello: HelloFields,
): Promise<DialResult> {
  let windows: readonly FoundWindow[];
  try {
    const candidates = findCandidateWindows(readWindows(home), cwd);
    windows = sameFoldersAs ? candidates.filter((window) => hasSameFolders(window, sameFoldersAs)) : candidates;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = error instanceof UntrustedFolderError ? message : `Redline cannot look for windows: ${message}`;
    return { reason };
  }
  let refusal: string | undefined;
  for (const window of windows) {
    const dialed = await dialWindow(window, hello, deadline);
    if (dialed !== undefined && 'link' in dialed) return dialed;
    refusal ??= dialed?.reason;
  }
  return { reason: refusal ?? describeNoWindow(cwd), hasNoWindow: refusal === undefined };
}

/**
 * Connects to a window's socket, and performs the handshake. Undefined if the window has closed. A window that does not
 * answer counts as a refusal: it has the folder, and may ask its user.
 * @param deadline when to stop waiting for the window's welcome, in milliseconds since 1970
 */
export async function dialWindow(
  window: FoundWindow,
  hello: HelloFields,
  deadline = Infinity,
): Promise<DialResult | undefined> {
  let socket: Socket | undefined;
  try {
    socket = await connectTo(window);
  } catch (error) {
    return { reason: describeUnreachable(error) };
  }
  if (socket === undefined) return undefined;
  const lines = new LineSplitter();
  const fullHello: Hello = { redline: handshakeVersion, token: window.token, ...hello };
  socket.write(`${JSON.stringify(fullHello)}\n`);
  const timeoutMs = Math.max(0, Math.min(handshakeTimeoutMs, deadline - Date.now()));
  const firstLine = await readFirstLine(socket, lines, timeoutMs);
  const welcome = firstLine === undefined ? undefined : readWelcome(firstLine.line);
  if (firstLine === undefined || welcome?.ok !== true) {
    socket.destroy();
    return { reason: welcome?.ok === false ? welcome.reason : silentReason };
  }
  return { link: createLink(socket, { window, welcome, lines, earlyLines: firstLine.more }) };
}

/**
 * Connects to a window. Undefined if no program listens: for a window of another host after any error; for one of this
 * host, which is then marked as closed, only after ECONNREFUSED and ENOENT.
 * @throws any other system error, such as EACCES, for a window of this host
 */
function connectTo(window: FoundWindow): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    // `{ path }`, since `createConnection` takes a string of digits for a TCP port.
    const socket = createConnection({ path: window.socket });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (!isOfThisHost(window)) return resolve(undefined);
      if (error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT') return reject(error);
      markClosed(window);
      resolve(undefined);
    });
    socket.once('connect', () => resolve(socket));
  });
}

/** The first line, and `more` lines that arrived together with it; undefined on timeout or disconnect. */
type FirstLine = { readonly line: InputLine; readonly more: readonly InputLine[] } | undefined;

/** Reads the first line. Leaves the socket paused, for `Link.receive`. */
function readFirstLine(socket: Socket, lines: LineSplitter, timeoutMs: number): Promise<FirstLine> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(undefined), timeoutMs);
    const finish = (firstLine: FirstLine): void => {
      clearTimeout(timer);
      socket.pause();
      socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('error');
      // Without a listener, an error of the socket would end the program.
      socket.on('error', () => socket.destroy());
      resolve(firstLine);
    };
    socket.on('data', (chunk: Uint8Array) => {
      const [line, ...more] = lines.push(chunk);
      if (line !== undefined) finish({ line, more });
    });
    socket.on('close', () => finish(undefined));
    socket.on('error', () => finish(undefined));
  });
}

function readWelcome(line: InputLine): Welcome | undefined {
  if (!('text' in line)) return undefined;
  const value: Partial<Welcome> | undefined = parseFields(line.text);
  if (value?.ok === true) return { ...value, ok: true, outcomes: value.outcomes ?? {} };
  return value?.ok === false ? { ok: false, reason: String(value.reason) } : undefined;
}

/** The connection after the handshake; `earlyLines` arrived together with the window's welcome. */
interface OpenedConnection extends Pick<Link, 'window' | 'welcome'> {
  readonly lines: LineSplitter;
  readonly earlyLines: readonly InputLine[];
}

function createLink(socket: Socket, { window, welcome, lines, earlyLines }: OpenedConnection): Link {
  return {
    window,
    welcome,
    send: (line) => void socket.write(`${line}\n`),
    drained: () => waitForDrain(socket),
    receive({ onLine, onClose, readyForMore }) {
      for (const line of earlyLines) onLine(line);
      socket.on('data', (chunk: Uint8Array) => {
        for (const line of lines.push(chunk)) onLine(line);
        socket.pause();
        void readyForMore().then(() => socket.resume());
      });
      socket.once('close', onClose);
      // A socket that closed before has no `close` event anymore.
      if (socket.destroyed) onClose();
      else socket.resume();
    },
    close: () => socket.end(),
  };
}

const silentReason =
  'The VS Code window that has this folder open does not answer. Nothing was read or changed. Wait a moment, then call the tool again.';

function describeUnreachable(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `The VS Code window that has this folder open cannot be reached (${message}). Nothing was read or changed. Ask the user whether this agent may connect to it.`;
}

function describeNoWindow(cwd: string): string {
  return `No VS Code window with Redline has the folder ${cwd} open. Nothing was read or changed. Ask the user to open that folder in VS Code, then call the tool again.`;
}

/** If more than `maxUnreadBytes` of a stream are unread, waits until all are read or its reader is gone. */
export async function waitForDrain(stream: Writable): Promise<void> {
  if (stream.writableLength <= maxUnreadBytes || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      stream.off('drain', end).off('close', end);
      resolve();
    };
    stream.on('drain', end).on('close', end);
  });
}

/**
 * Creates the unique id by which a window recognizes one run of the bridge. Not a secret, so it avoids `node:crypto`,
 * which takes longer to load than all the rest of the start.
 */
export function createSessionId(): string {
  const random = [Math.random(), Math.random()].map((number) => number.toString(36).slice(2));
  return [Date.now().toString(36), process.pid.toString(36), ...random].join('-');
}

// Implements the MCP SDK's interface `Transport` over a connection to a bridge.
import type { Duplex } from 'node:stream';
import {
  parseJSONRPCMessage,
  ProtocolErrorCode,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { LineSplitter, maxUnreadBytes } from '../../core/endpoint/lineSplitter.ts';
import { parseFields } from '../../core/endpoint/parseJson.ts';

/**
 * MCP transport over a connection, one line of JSON per message. Unlike the SDK's own, it reads long messages in linear
 * time, and closing it ends the connection.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #stream: Duplex;

  constructor(stream: Duplex) {
    this.#stream = stream;
  }

  async start(): Promise<void> {
    const lines = new LineSplitter();
    this.#stream.on('data', (chunk: Uint8Array) => {
      // The bridge answers lines that are too long, and does not send them.
      for (const line of lines.push(chunk)) if ('text' in line) this.#receive(line.text);
      if (this.#isBacklogFull()) this.#stream.pause();
    });
    this.#stream.on('drain', () => this.#stream.resume());
    this.#stream.once('close', () => this.onclose?.());
    this.#stream.once('end', () => this.#stream.destroy());
  }

  /** Resolves when the line is written or dropped, or the connection has ended. Never rejects. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#stream.destroyed) return;
    // Drops notifications (of progress) to an agent that does not read; answers have no `method`.
    if ('method' in message && this.#isBacklogFull()) return;
    await new Promise<void>((resolve) => this.#stream.write(`${JSON.stringify(message)}\n`, () => resolve()));
  }

  /** Whether so much waits to be sent that no more calls are read (back-pressure): the agent does not read. */
  #isBacklogFull(): boolean {
    return this.#stream.writableLength > maxUnreadBytes;
  }

  async close(): Promise<void> {
    this.#stream.destroy();
  }

  #receive(text: string): void {
    try {
      this.onmessage?.(parseJSONRPCMessage(JSON.parse(text)));
    } catch {
      this.#reject(parseFields(text));
    }
  }

  /** Answers an invalid request, so that the agent does not wait for ever. A message without an id expects no answer. */
  #reject({ id, method }: Readonly<Record<string, unknown>> = {}): void {
    if (method === undefined || (typeof id !== 'string' && typeof id !== 'number')) return;
    const error = { code: ProtocolErrorCode.InvalidRequest, message: 'This is not a valid request of MCP.' };
    void this.send({ jsonrpc: '2.0', id, error });
  }
}

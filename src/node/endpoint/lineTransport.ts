// Implements the transport of the MCP SDK over a connection to a bridge.
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
      for (const line of lines.push(chunk)) if ('text' in line) this.#receive(line.text);
      if (this.#isBacklogFull()) this.#stream.pause();
    });
    this.#stream.on('drain', () => this.#stream.resume());
    this.#stream.once('close', () => this.onclose?.());
    this.#stream.once('end', () => this.#stream.destroy());
  }

  /** Resolves when the line is written, or the connection has ended. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#stream.destroyed) return;
    // Drops progress messages to an agent that does not read.
    if ('method' in message && this.#isBacklogFull()) return;
    await new Promise<void>((resolve) => this.#stream.write(`${JSON.stringify(message)}\n`, () => resolve()));
  }

  /** Whether the backlog of an agent that does not read is too large for further calls (back-pressure). */
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

// Carries MCP messages over a connection, one line of JSON each.
import type { Duplex } from 'node:stream';
import { parseJSONRPCMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { LineSplitter, maxUnreadBytes } from '../../core/endpoint/lineSplitter.ts';

/**
 * Carries MCP messages over a connection, one line of JSON each. Unlike the SDK's own transport it reads long messages in
 * linear time, and ends the connection with itself. What is no message is dropped: the bridge has refused it already.
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
      for (const line of lines.push(chunk)) if ('text' in line) this.#take(line.text);
      if (this.#isFull()) this.#stream.pause();
    });
    this.#stream.on('drain', () => this.#stream.resume());
    this.#stream.once('close', () => this.onclose?.());
    this.#stream.once('end', () => this.#stream.destroy());
  }

  /** Resolves when the line is written, or the connection has ended. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#stream.destroyed) return;
    // Progress is worth nothing to an agent that does not read.
    if ('method' in message && this.#isFull()) return;
    await new Promise<void>((resolve) => this.#stream.write(`${JSON.stringify(message)}\n`, () => resolve()));
  }

  /** Whether the agent has not read for so long that it gets no further calls taken. */
  #isFull(): boolean {
    return this.#stream.writableLength > maxUnreadBytes;
  }

  async close(): Promise<void> {
    this.#stream.destroy();
  }

  #take(text: string): void {
    try {
      this.onmessage?.(parseJSONRPCMessage(JSON.parse(text)));
    } catch {
      // Nobody to tell: an answer needs the id of a request.
    }
  }
}

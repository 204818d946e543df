import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A message as it came over the pipe. */
export interface Received {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Speaks lines with a bridge, with no protocol library between. */
export class LineClient {
  readonly received: Received[] = [];
  readonly #child: ChildProcess;
  readonly #waiting: { matches: (message: Received) => boolean; resolve: (message: Received) => void }[] = [];
  #lastId = 0;

  constructor(child: ChildProcess) {
    this.#child = child;
    if (child.stdout === null) throw new Error('The bridge has no output.');
    createInterface({ input: child.stdout }).on('line', (line) => this.#take(JSON.parse(line)));
  }

  /** The next message that matches; one that came already counts. */
  next(matches: (message: Received) => boolean): Promise<Received> {
    const found = this.received.find(matches);
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve) => this.#waiting.push({ matches, resolve }));
  }

  sendLine(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  notify(method: string, params: object = {}): void {
    this.sendLine(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** Sends a request; answers its id and its response. */
  request(method: string, params: object = {}): { id: number; response: Promise<Received> } {
    const id = ++this.#lastId;
    const response = this.next((message) => message.id === id && message.method === undefined);
    this.sendLine(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return { id, response };
  }

  /** Opens the connection as clients of 2025 do. */
  async initialize(name = 'codex-mcp-client', protocolVersion = '2025-06-18'): Promise<Received> {
    const clientInfo = { name, version: '1.0.0' };
    const answer = await this.request('initialize', { protocolVersion, capabilities: {}, clientInfo }).response;
    this.notify('notifications/initialized');
    return answer;
  }

  call(name: string, input: object = {}, meta?: object): { id: number; response: Promise<Received> } {
    return this.request('tools/call', { name, arguments: input, ...(meta === undefined ? {} : { _meta: meta }) });
  }

  hangUp(): void {
    this.#child.stdin?.end();
  }

  #take(message: Received): void {
    this.received.push(message);
    for (const waiting of this.#waiting.filter(({ matches }) => matches(message))) {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      waiting.resolve(message);
    }
  }
}

/** The words of a tool's answer. */
export function textOf({ result }: Received): string {
  const content: unknown = result?.['content'];
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: string }) => part.text ?? '').join('\n');
}

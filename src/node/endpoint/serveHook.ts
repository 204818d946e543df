// Answers one agent's hook (a call before or after the agent's own tool) over a connection.
import type { Socket } from 'node:net';
import path from 'node:path';
import type { HookRequest } from '../../core/endpoint/handshake.ts';
import { parseFields } from '../../core/endpoint/parseJson.ts';
import { LineSplitter } from '../../core/endpoint/lineSplitter.ts';
import type { AgentWindow } from '../../tools/ports/agentPorts.ts';
import type { CallLimits } from './callLimits.ts';

/**
 * Reads the one request of a connection, answers it, and ends the connection. Destroys the connection without an answer
 * for an invalid request and after a failure; the bridge then asks again. If the bridge disconnects, the review ends.
 */
export function serveHook(socket: Socket, window: AgentWindow, limits: CallLimits): void {
  const lines = new LineSplitter();
  const disconnected = new AbortController();
  socket.on('close', () => disconnected.abort());
  const answer = async ({ agent, input, home }: HookRequest, inputChars: number): Promise<void> => {
    const admission = limits.enter(agent, inputChars);
    if ('refusal' in admission) return void socket.end(`${JSON.stringify({ refusal: admission.refusal })}\n`);
    try {
      socket.end(`${JSON.stringify(await window.hook(agent, input, disconnected.signal, home))}\n`);
    } finally {
      admission.exit();
    }
  };
  const onData = (chunk: Uint8Array): void => {
    const [line] = lines.push(chunk);
    if (line === undefined) return;
    socket.off('data', onData);
    // The bridge sends no line that is too long.
    const text = 'text' in line ? line.text : '';
    const request = readRequest(text);
    if (request === undefined) return void socket.destroy();
    answer(request, text.length).catch((cause: unknown) => {
      window.onFailure('answering a hook', cause);
      socket.destroy();
    });
  };
  socket.on('data', onData);
}

function readRequest(text: string): HookRequest | undefined {
  const fields = parseFields(text);
  const agent = fields?.['agent'];
  const home = fields?.['home'];
  if (typeof agent !== 'string') return undefined;
  // A HOME that is empty or relative leads each agent elsewhere.
  const isKnown = typeof home === 'string' && path.isAbsolute(home);
  return { agent, input: fields?.['input'], home: isKnown ? home : undefined };
}

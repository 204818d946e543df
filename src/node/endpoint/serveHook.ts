// Serves one hook over a connection.

import type { Socket } from 'node:net';
import type { HookRequest } from '../../core/endpoint/handshake.ts';
import { parseFields } from '../../core/endpoint/parseJson.ts';
import { LineSplitter } from '../../core/endpoint/lineSplitter.ts';
import type { AgentWindow } from '../../tools/ports/agentPorts.ts';
import type { CallLimits } from './callLimits.ts';

/**
 * Answers the one hook of a connection, and ends the connection; destroys it without an answer, for which the bridge
 * asks again. If the bridge disconnects, the review ends.
 */
export function serveHook(socket: Socket, window: AgentWindow, limits: CallLimits): void {
  const lines = new LineSplitter();
  const disconnected = new AbortController();
  socket.on('close', () => disconnected.abort());
  const takeLine = (chunk: Uint8Array): void => {
    const [line] = lines.push(chunk);
    if (line === undefined) return;
    socket.off('data', takeLine);
    if ('tooLong' in line) return void socket.destroy();
    const request = readRequest(line.text);
    if (request === undefined) return void socket.destroy();
    answer(request, line.text.length).catch((cause: unknown) => {
      window.onFailure('answering a hook', cause);
      socket.destroy();
    });
  };
  const answer = async ({ agent, input }: HookRequest, size: number): Promise<void> => {
    const admission = limits.enter(agent, size);
    if ('refusal' in admission) return void socket.end(`${JSON.stringify({ refusal: admission.refusal })}\n`);
    try {
      socket.end(`${JSON.stringify(await window.hook(agent, input, disconnected.signal))}\n`);
    } finally {
      admission.exit();
    }
  };
  socket.on('data', takeLine);
}

function readRequest(text: string): HookRequest | undefined {
  const fields = parseFields(text);
  const agent = fields?.['agent'];
  return typeof agent === 'string' ? { agent, input: fields?.['input'] } : undefined;
}

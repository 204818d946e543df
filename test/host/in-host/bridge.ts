import childProcess from 'node:child_process';
import crypto, { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { closeServer, listen } from '../driver/loopback.ts';
import type { Cleanup } from '../driver/cleanup.ts';
import { fromWire, toWire } from './wire.ts';
import type { ThisRun } from './this-run.ts';

/** What suites in a worker host may have done by Node, so that they see the disk as it is and not as the editor tells it. */
const modules: Readonly<Record<string, object>> = { fs, crypto, child_process: childProcess };

/** Answers calls of Node's functions on loopback, to whom knows the secret. Its end is filed in `undo`. */
export async function serveNode(undo: Cleanup[]): Promise<NonNullable<ThisRun['bridge']>> {
  const secret = randomUUID();
  const server = createServer((request, response) => {
    // A plain-text body and no headers of its own: a browser sends such a request without asking first.
    response.setHeader('access-control-allow-origin', '*');
    void readText(request).then((body) => response.end(JSON.stringify(answer(body, secret))));
  });
  const port = await listen(server);
  undo.push(() => closeServer(server));
  return { url: `http://127.0.0.1:${port}/`, secret, platform: process.platform };
}

function answer(body: string, secret: string): object {
  try {
    const call: { secret: string; module: string; name: string; args: unknown } = JSON.parse(body);
    if (call.secret !== secret) return { error: { message: 'The secret is wrong.' } };
    const functions: Readonly<Record<string, unknown>> = { ...modules[call.module] };
    const body_ = functions[call.name];
    if (typeof body_ !== 'function') return { error: { message: `There is no ${call.module}.${call.name}.` } };
    const value: unknown = body_(...(fromWire(call.args) as unknown[]));
    return { value: toWire(value instanceof fs.Stats ? plainStats(value) : value) };
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException;
    return { error: { message, code } };
  }
}

/** What suites look at in a `Stats`; its questions become answers. */
function plainStats(stats: fs.Stats): object {
  const { size, mode, nlink, mtimeMs, ino } = stats;
  const is = { isFile: stats.isFile(), isDirectory: stats.isDirectory(), isSymbolicLink: stats.isSymbolicLink() };
  return { size, mode, nlink, mtimeMs, ino, $is: is };
}

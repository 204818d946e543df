import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LineSplitter } from '../core/endpoint/lineSplitter.ts';
import { dial } from './dial.ts';
import { drained } from './drained.ts';
import type { KnownServer } from './offline.ts';
import { Relay } from './relay.ts';
import { statusText, windowStatuses } from './status.ts';
import { realPath, redlineHome, UntrustedFolderError } from './windows.ts';

const usage = `redline mcp             Redline's tools for an agent, as an MCP server over stdin and stdout
redline status [--json] which windows are open, and which agents are connected to them
`;

/** The program that agents start: `redline <command>`. Prints no stack, whatever happens. */
async function main([command, ...options]: readonly string[]): Promise<number> {
  if (command === 'mcp') return relayStandardStreams();
  if (command === 'status') {
    const windows = await windowStatuses(redlineHome());
    console.log(options.includes('--json') ? JSON.stringify({ windows }, undefined, 2) : statusText(windows));
    return windows.length === 0 ? 1 : 0;
  }
  process.stderr.write(usage);
  return 1;
}

/** Ends when the agent closes its end. */
async function relayStandardStreams(): Promise<number> {
  const home = redlineHome();
  const session = newSession();
  const cwd = realPath(process.cwd());
  const relay = new Relay({
    session,
    server: knownServer(),
    dial: (lost, same) => dial({ home, cwd, same }, { session, lost }),
    now: () => performance.now(),
    answer: (line) => void process.stdout.write(`${line}\n`),
    ready: () => drained(process.stdout),
    delay,
  });
  // An agent that is killed leaves a pipe that nobody reads.
  process.stdout.on('error', () => process.exit(0));
  const lines = new LineSplitter();
  for await (const chunk of process.stdin) {
    // Nothing more is read from the agent until what came was passed on.
    for (const line of lines.push(chunk)) await relay.receive(line);
  }
  await relay.end();
  return 0;
}

/** Unlike any other; no secret. Loading `node:crypto` for it would double what the bridge adds to the start of Node. */
function newSession(): string {
  const random = [Math.random(), Math.random()].map((number) => number.toString(36).slice(2));
  return [Date.now().toString(36), process.pid.toString(36), ...random].join('-');
}

/** What stands beside the program; the tools as they were when the launcher was written. */
function knownServer(): KnownServer {
  return JSON.parse(readFileSync(path.join(__dirname, 'tools.json'), 'utf8'));
}

/** Ends when what was printed has been taken, or nobody takes it. */
function exit(code: number): void {
  setTimeout(() => process.exit(code), 2000).unref();
  process.stdout.write('', () => process.exit(code));
}

for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, fail);

function fail(error: unknown): void {
  const words = error instanceof UntrustedFolderError ? error.message : `Redline's bridge failed: ${String(error)}`;
  process.stderr.write(`${words}\n`);
  exit(1);
}

main(process.argv.slice(2)).then(exit, fail);

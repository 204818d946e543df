// Entry point of the program that agents start: `redline <command>`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LineSplitter } from '../core/endpoint/lineSplitter.ts';
import { escapeForDisplay } from '../core/text/hiddenCharacters.ts';
import { createSessionId, dial, waitForDrain } from './dial.ts';
import { realPath } from './readFiles.ts';
import { refusedExitCode, runHook } from './hook.ts';
import type { ServerDescription } from './relay/ownAnswers.ts';
import { Relay } from './relay/relay.ts';
import { redlineHome } from './windows.ts';

/** Whether this is a hook: the agent writes its edit unreviewed unless a failed hook exits with `refusedExitCode`. */
const isHook = process.argv[2] === 'hook';
/** Milliseconds to wait for a reader of the output, except for a hook. */
const maxOutputWaitMs = 2000;

const usage = `redline mcp             Redline's tools for an agent, as an MCP server over stdin and stdout
redline hook <agent>    answers a hook of an agent, from stdin: its own edits are reviewed in VS Code
redline off | on        lets agents make their own edits in this folder unreviewed, or has them reviewed again
redline doctor [--json] [--trust]
                        tries whether agents' own edits in this folder are reviewed; exit code 0 if a window answers,
                        and no agent has a fault. With --trust, also tries Hold (the agent's sandbox makes the folder
                        read-only) where its settings came with the folder
redline status [--json] which windows are open, and which agents are connected to them
`;

/** Runs a command and returns its exit code. */
async function main([command = '', ...options]: readonly string[]): Promise<number> {
  switch (command) {
    case 'mcp':
      return relayStandardStreams();
    case 'hook':
      return runHook(options, { home: redlineHome(), input: process.stdin });
    case 'doctor':
    case 'status':
    case 'off':
    case 'on': {
      const { runUserCommand } = await import('./userCommands.ts');
      return runUserCommand(command, options);
    }
    default:
      process.stderr.write(usage);
      return 1;
  }
}

/** Relays MCP messages between the agent (standard input and output) and a window, until the agent closes its end. */
async function relayStandardStreams(): Promise<number> {
  const home = redlineHome();
  const session = createSessionId();
  const cwd = realPath(process.cwd());
  const relay = new Relay({
    session,
    server: readServerDescription(),
    dial: (lost, sameFoldersAs) => dial({ home, cwd, sameFoldersAs }, { kind: 'mcp', session, lost }),
    now: () => performance.now(),
    answer: (line) => void process.stdout.write(`${line}\n`),
    drained: () => waitForDrain(process.stdout),
    delay,
  });
  // A killed agent leaves a pipe without a reader.
  process.stdout.on('error', () => process.exit(0));
  const lines = new LineSplitter();
  for await (const chunk of process.stdin) {
    // Reads from the agent only after the previous lines were passed on (back-pressure).
    for (const line of lines.push(chunk)) await relay.receive(line);
  }
  await relay.end();
  return 0;
}

/** Reads the `tools.json` beside the program: the tools as they were when the launcher was written. */
function readServerDescription(): ServerDescription {
  return JSON.parse(readFileSync(path.join(__dirname, 'tools.json'), 'utf8'));
}

/**
 * Exits once the output has been read, or its reader is gone. A hook waits for its reader without a limit: an agent
 * that gets half an answer with exit code 0 writes its edit as if there were no hook.
 */
function exitAfterOutput(code: number): void {
  if (!isHook) setTimeout(() => process.exit(code), maxOutputWaitMs).unref();
  // The callback of an empty write is called once everything before it has been written.
  process.stdout.write('', (error) => process.exit(error && isHook ? refusedExitCode : code));
}

/** Prints the message of an error, without the stack trace, and exits. */
function exitWithError(error: unknown): void {
  // Compares the name instead of `instanceof`: `userCommands` is a separate bundle with its own copy of the class.
  const isForUser = error instanceof Error && error.name === 'UntrustedFolderError';
  const message = isForUser ? error.message : `Redline's bridge failed: ${String(error)}`;
  process.stderr.write(`${escapeForDisplay(message)}\n`);
  exitAfterOutput(isHook ? refusedExitCode : 1);
}

for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, exitWithError);
main(process.argv.slice(2)).then(exitAfterOutput, exitWithError);

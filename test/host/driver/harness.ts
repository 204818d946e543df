import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import type * as api from 'vscode';
import { temporaryFolder } from './cleanup.ts';
import { closeServer, listen } from './loopback.ts';
import { repositoryRoot } from './paths.ts';
import { runToEnd } from './processes.ts';
import { waitFor } from './wait.ts';

/** The API as code in the extension host meets it. */
export type VSCode = typeof api;

/**
 * Runs a function in the extension host. The function travels as its source text, so it sees nothing but its two
 * parameters: `vscode`, and `args` as JSON carries them. Its result comes back as JSON; undefined comes back as null.
 * @throws Error with the message and stack of what the function threw.
 */
export type Evaluate = <Result, Args = undefined>(
  body: (vscode: VSCode, args: Args) => Result | PromiseLike<Result>,
  args?: Args,
) => Promise<Result>;

/** The near end of the harness extension. */
export interface Harness {
  /** To be set in the environment of the VS Code server. */
  readonly environment: Readonly<Record<string, string>>;
  readonly evaluate: Evaluate;
  /** As `evaluate`, for good in the extension host that registered last. */
  readonly evaluateHere: () => Evaluate;
  /** Waits, for `limit` milliseconds at most, until an extension host has registered since this resolved last. */
  readonly registered: (limit: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Opens the registration desk for the harness extension. */
export async function startHarness(): Promise<Harness> {
  const secret = randomUUID();
  let port: number | undefined;
  let news = false;
  const desk = createServer((request, response) => {
    void readText(request).then((body) => {
      const registration: { port: number; secret: string } = JSON.parse(body);
      if (registration.secret === secret) {
        port = registration.port;
        news = true;
      }
      response.end();
    });
  });
  const registerAt = `http://127.0.0.1:${await listen(desk)}/`;
  const here = (): number => {
    if (port === undefined) throw new Error('The harness extension has not registered yet.');
    return port;
  };
  return {
    environment: { REDLINE_HARNESS: JSON.stringify({ registerAt, secret }) },
    evaluate: async (body, args) => evaluateAt(here(), secret, String(body), args),
    evaluateHere: () => {
      const own = here();
      return (body, args) => evaluateAt(own, secret, String(body), args);
    },
    registered: async (limit) => {
      await waitFor('the harness extension to be activated', () => news, limit);
      news = false;
    },
    stop: () => closeServer(desk),
  };
}

type Answer<Result> =
  { readonly value: Result } | { readonly error: { readonly message: string; readonly stack: string } };

async function evaluateAt<Result>(port: number, secret: string, source: string, args: unknown): Promise<Result> {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { authorization: secret },
    body: JSON.stringify({ body: `return (${source})(vscode, args)`, args }),
  });
  const answer: Answer<Result> = JSON.parse(await response.text());
  if ('error' in answer) throw new Error(answer.error.message, { cause: answer.error.stack });
  return answer.value;
}

type TestExtension = 'harness' | 'memfs';

/** The tests' own extensions, each packaged once in this process. */
const packed = new Map<TestExtension, Promise<string>>();

/** Answers the path of the .vsix of one of the tests' own extensions; it goes when this process ends. */
export function packTestExtension(name: TestExtension): Promise<string> {
  const made = packed.get(name) ?? packAnew(name);
  packed.set(name, made);
  return made;
}

async function packAnew(name: TestExtension): Promise<string> {
  const packagePath = path.join(await temporaryFolder('vsix', []), `${name}.vsix`);
  const vsce = path.join(repositoryRoot, 'node_modules/@vscode/vsce/vsce');
  const plain = ['--no-dependencies', '--allow-missing-repository', '--skip-license'];
  await runToEnd(process.execPath, [vsce, 'package', ...plain, '--out', packagePath], {
    cwd: path.join(repositoryRoot, 'test/host', name),
    stdio: 'ignore',
  });
  return packagePath;
}

/** The one that `startHarness` talks to. */
export function packHarness(): Promise<string> {
  return packTestExtension('harness');
}

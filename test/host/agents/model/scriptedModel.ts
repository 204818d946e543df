import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { closeServer, listen } from '../../driver/loopback.ts';
import type { ToolCall, Turn } from '../../driver/model-script.ts';
import { waitFor } from '../../driver/wait.ts';
import type { Reply, WireFormat } from './wireFormat.ts';

/** A turn, or what a model makes of the answer to the call before. */
export type ScriptedTurn = Turn | ((answer: string) => Turn | Promise<Turn>);

/** The turns in order, or a function of the answers to all calls so far. */
export type AgentScript = readonly ScriptedTurn[] | ((answers: readonly string[]) => Turn | Promise<Turn>);

/** A model on loopback that plays a script to a terminal agent. */
export interface ScriptedModel {
  /** Without a path or a slash at the end: `http://127.0.0.1:40001`. */
  readonly url: string;
  /** The names of the tools that the agent offers, as it names them; empty before its first question. */
  readonly offered: () => readonly string[];
  /**
   * What the model reads as the answer to the n-th call of the script (0-based); waits for it.
   * @param limit in milliseconds.
   */
  readonly answer: (call: number, limit?: number) => Promise<string>;
  /** Waits until the model was sent a text with this in it, beside the answers to its calls too. Returns that request's JSON. */
  readonly heard: (text: RegExp, limit?: number) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * Plays the turns in order, and ends the agent's work after the last one. A call names a tool as Redline's server does
 * (`edit_file`); the agent gets the name by which it offers that tool (`mcp__redline__edit_file`).
 */
export async function startModel<Request>(wire: WireFormat<Request>, script: AgentScript): Promise<ScriptedModel> {
  let offered: readonly string[] = [];
  let answers: readonly string[] = [];
  let failure: Error | undefined;
  const requests: string[] = [];
  const reply = async (request: Request): Promise<Reply> => {
    const question = wire.read(request);
    // Without tools, the agent asks for something of its own, such as a title.
    if (question.offered.length === 0) return { text: 'ok', calls: [] };
    ({ offered, answers } = question);
    const { answers: answered } = question;
    const turn = await (typeof script === 'function' ? script(answered) : turnAfter(script, answered));
    return replyOf(turn, question.offered, answered.length);
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    void readText(request)
      .then(async (body) => {
        if (!wire.asksForTurn(path)) return { type: 'application/json', text: JSON.stringify(wire.elsewhere) };
        requests.push(body);
        const question: Request = JSON.parse(body);
        return wire.write(await reply(question), question, path);
      })
      .then(({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text))
      .catch((error: unknown) => {
        failure = error instanceof Error ? error : new Error(String(error));
        response.writeHead(400).end(failure.message);
      });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    offered: () => offered,
    answer: async (call, limit = 60_000) => {
      const found = await waitFor(`the answer to call ${call}`, () => failure ?? answers[call], limit);
      if (found instanceof Error) throw found;
      return found;
    },
    heard: (text, limit = 60_000) =>
      waitFor(`the model to hear ${String(text)}`, () => requests.find((request) => text.test(request)), limit),
    stop: () => closeServer(server),
  };
}

/** The turn to play once so many calls are answered. */
async function turnAfter(script: readonly ScriptedTurn[], answers: readonly string[]): Promise<Turn> {
  let calls = 0;
  for (const scripted of script) {
    const turn = typeof scripted === 'function' ? await scripted(answers[calls - 1] ?? '') : scripted;
    if (calls === answers.length) return turn;
    calls += turn.calls?.length ?? 0;
  }
  return { text: 'That is all.' };
}

function replyOf(turn: Turn, offered: readonly string[], answered: number): Reply {
  const calls = (turn.calls ?? []).map(({ name, input }, index) => ({
    id: `call_${answered + index}`,
    name: offeredName(name, offered),
    input,
  }));
  return { text: turn.text ?? '', calls };
}

/** A call of one of the agent's own tools, by the name under which it offers it. */
export function ownTool(name: string, input: unknown): ToolCall {
  return { name: `${own}${name}`, input };
}

const own = 'own:';

/** Agents have tools of their own by some of the names, and put the server's name before those of Redline. */
function offeredName(name: string, offered: readonly string[]): string {
  const found = offered.find((each) =>
    name.startsWith(own) ? each === name.slice(own.length) : redlineName(each) === name,
  );
  if (found === undefined) throw new Error(`The agent does not offer ${name}, only ${offered.join(', ')}.`);
  return found;
}

/** The name of Redline's tool behind an offered one: `edit_file` for `mcp__redline__edit_file`; undefined for others. */
export function redlineName(offered: string): string | undefined {
  return /redline[^a-z]+([a-z_]+)$/.exec(offered)?.[1];
}

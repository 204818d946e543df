import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { closeServer, listen } from '../driver/loopback.ts';
import type { Turn } from '../driver/model-script.ts';
import { waitFor } from '../driver/wait.ts';

/** A part of a message in the Gemini API's format (`generateContent`), as far as scripts and assertions need it. */
interface Part {
  readonly text?: string;
  readonly functionCall?: { readonly name: string; readonly args: unknown };
  readonly functionResponse?: { readonly name: string; readonly response: Readonly<Record<string, unknown>> };
}

interface GeminiRequest {
  readonly contents?: readonly { readonly parts?: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

/** A model on loopback that plays a script to the Gemini CLI. */
export interface GeminiModel {
  /** For GOOGLE_GEMINI_BASE_URL. */
  readonly url: string;
  /** The names of the tools that the agent offers. */
  readonly offered: () => readonly string[];
  /** What the model reads as the answer to the n-th call (0-based); waits for it. */
  readonly answer: (call: number) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Plays the turns in order; a tool is named as Redline's server names it, and called as the agent offers it. */
export async function startGeminiModel(script: readonly Turn[]): Promise<GeminiModel> {
  let offered: readonly string[] = [];
  let answers: readonly string[] = [];
  const reply = (request: GeminiRequest): readonly Part[] => {
    const names = (request.tools ?? []).flatMap((each) => (each.functionDeclarations ?? []).map(({ name }) => name));
    // Without tools, the agent asks for something of its own.
    if (names.length === 0) return [{ text: 'ok' }];
    offered = names;
    const responses = (request.contents ?? []).flatMap(({ parts = [] }) =>
      parts.flatMap(({ functionResponse }) => functionResponse ?? []),
    );
    answers = responses.map(({ response }) => JSON.stringify(response));
    const turn = script[turnAfter(script, responses.length)];
    const calls = (turn?.calls ?? []).map(({ name, input }) => ({
      functionCall: { name: called(name, names), args: input },
    }));
    return calls.length > 0 ? calls : [{ text: turn?.text ?? 'That is all.' }];
  };
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const url = request.url ?? '';
      if (!url.includes('enerateContent')) return response.end(JSON.stringify({ totalTokens: 1 }));
      const answer = JSON.stringify({
        candidates: [{ content: { role: 'model', parts: reply(JSON.parse(body)) }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      });
      if (!url.includes('stream')) return response.end(answer);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.end(`data: ${answer}\n\n`);
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    offered: () => offered,
    answer: (call) => waitFor(`the answer to call ${call}`, () => answers[call], 120_000),
    stop: () => closeServer(server),
  };
}

/** The turn to play once so many calls are answered. */
function turnAfter(script: readonly Turn[], answered: number): number {
  let calls = 0;
  return script.findIndex((turn) => {
    if (calls === answered) return true;
    calls += turn.calls?.length ?? 0;
    return false;
  });
}

/** The agent puts the server's name before a tool's, and has tools of its own by some of the names. */
function called(name: string, offered: readonly string[]): string {
  return offered.find((each) => each.endsWith(`_redline_${name}`)) ?? name;
}

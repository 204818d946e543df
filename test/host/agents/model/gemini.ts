import { events, json, type WireFormat } from './wireFormat.ts';

/** A part of a message, as far as scripts and assertions need it. */
interface Part {
  readonly functionResponse?: { readonly response: Readonly<Record<string, unknown>> };
}

interface Request {
  readonly contents?: readonly { readonly parts?: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

/** The Gemini API: `models/…:generateContent` and `…:streamGenerateContent`. It has no ids of calls, only their order. */
export const geminiFormat: WireFormat<Request> = {
  asksForTurn: (path) => /:(?:g|streamG)enerateContent/.test(path),
  read: ({ tools = [], contents = [] }) => ({
    offered: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
    answers: contents.flatMap(({ parts = [] }) =>
      parts.flatMap(({ functionResponse }) =>
        functionResponse === undefined ? [] : textOf(functionResponse.response),
      ),
    ),
  }),
  write: ({ text, calls }, _request, path) => {
    const parts =
      calls.length > 0 ? calls.map(({ name, input }) => ({ functionCall: { name, args: input } })) : [{ text }];
    const response = {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    return path.includes(':stream') ? events([response]) : json(response);
  },
  elsewhere: { totalTokens: 1 },
};

/** The agent wraps a tool's text as `{output}`, and its failures as `{error}`. */
function textOf(response: Readonly<Record<string, unknown>>): string {
  const { output, error } = response;
  if (typeof output === 'string') return output;
  return typeof error === 'string' ? error : JSON.stringify(response);
}

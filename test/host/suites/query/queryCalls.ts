import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { allTools } from '../../../../src/tools/allTools.ts';

/** What a model gets: the text of all parts, and the images. */
export interface Told {
  readonly text: string;
  readonly images: readonly { readonly mimeType: string; readonly size: number }[];
}

/** Calls a tool (named without `redline_`) as agents do. A failure is thrown with the words that the model gets. */
export async function tell(tool: string, input: object, token?: vscode.CancellationToken): Promise<Told> {
  const options = { input, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(`redline_${tool}`, options, token);
  const parts = content.filter((part) => part instanceof vscode.LanguageModelTextPart);
  const data = content.filter((part) => part instanceof vscode.LanguageModelDataPart);
  for (const { value } of parts) assert.ok(value.length <= 8192, 'a part is too long');
  return {
    text: parts.map(({ value }) => value).join(''),
    images: data.map(({ mimeType, data: bytes }) => ({ mimeType, size: bytes.length })),
  };
}

/** The words of a failure. */
export async function failure(tool: string, input: object): Promise<string> {
  return tell(tool, input).then(
    ({ text }) => assert.fail(`it succeeded: ${text.slice(0, 500)}`),
    (cause: unknown) => String(cause),
  );
}

/** The JSON answer, which must be what the tool's result schema says, with nothing besides. */
export async function json(tool: string, input: object): Promise<Readonly<Record<string, unknown>>> {
  const { text } = await tell(tool, { ...input, format: 'json' });
  const answer: unknown = JSON.parse(text);
  const schema = allTools.find(({ name }) => name === `redline_${tool}`)?.result;
  assert.ok(schema !== undefined && typeof answer === 'object' && answer !== null);
  assert.deepEqual(schema.parse(answer), answer);
  return { ...answer };
}

/** The next call that an answer names, if it does. */
export function nextCall(text: string): { readonly tool: string; readonly input: object } | undefined {
  const [, tool, input] = /redline_(\w+) (\{.*\})/.exec(text) ?? [];
  return tool === undefined || input === undefined ? undefined : { tool, input: JSON.parse(input) };
}

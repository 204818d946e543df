// Describes a cell's outputs by their types and sizes, without their content.
import type { Yielding } from '../async/yielding.ts';
import { sizeText } from '../wording/sizeText.ts';
import { decodeString, type JsonReader, type JsonSpan } from './jsonReader.ts';

/** Reads a list of outputs: each as `stdout 120 B`, `text/html 3 kB, text/plain 80 B`, `error NameError`. */
export function* readOutputs(json: JsonReader): Yielding<readonly string[]> {
  if (json.peek() !== '[') {
    yield* json.skip();
    return [];
  }
  const outputs: string[] = [];
  yield* json.array(function* output() {
    if (json.peek() === '{') outputs.push(yield* readOutput(json));
    else yield* json.skip();
  });
  return outputs;
}

function* readOutput(json: JsonReader): Yielding<string> {
  const texts = new Map<string, string>();
  const sizes: string[] = [];
  const sized = (name: string, { start, end }: JsonSpan): void => void sizes.push(`${name} ${sizeText(end - start)}`);
  let textSize: JsonSpan | undefined;
  yield* json.object(function* member(name) {
    if (name === 'data' && json.peek() === '{') {
      yield* json.object(function* data(type) {
        sized(type, yield* json.skip());
      });
      return;
    }
    const isText = json.peek() === '"';
    const span = yield* json.skip();
    if (name === 'text') textSize = span;
    else if (isText && ['output_type', 'name', 'stream', 'ename'].includes(name))
      texts.set(name, decodeString(json.text, span));
  });
  const type = texts.get('output_type') ?? 'output';
  const ename = texts.get('ename');
  if (ename !== undefined) return `error ${ename.slice(0, 100)}`;
  if (textSize !== undefined) sized(texts.get('name') ?? texts.get('stream') ?? type, textSize);
  return sizes.length === 0 ? type : sizes.join(', ');
}

// Describes a cell's outputs by their types and sizes, without their content.
import type { Yielding } from '../async/yielding.ts';
import { sizeText } from '../wording/sizeText.ts';
import { decodeString, type JsonReader, type JsonSpan } from './jsonReader.ts';

/** Reads a list of outputs: each as `stdout 120 B`, `text/html 3 kB, text/plain 80 B`, `error NameError`. */
export function* readOutputs(json: JsonReader): Yielding<readonly string[]> {
  if (json.peek() !== '[') {
    yield* json.skipValue();
    return [];
  }
  const outputs: string[] = [];
  yield* json.readArray(function* output() {
    if (json.peek() === '{') outputs.push(yield* readOutput(json));
    else yield* json.skipValue();
  });
  return outputs;
}

function* readOutput(json: JsonReader): Yielding<string> {
  const texts = new Map<string, string>();
  const sizes: string[] = [];
  const addSize = (name: string, { start, end }: JsonSpan): void => void sizes.push(`${name} ${sizeText(end - start)}`);
  let textSize: JsonSpan | undefined;
  yield* json.readObject(function* member(name) {
    if (name === 'data' && json.peek() === '{') {
      yield* json.readObject(function* data(type) {
        addSize(type, yield* json.skipValue());
      });
      return;
    }
    const isText = json.peek() === '"';
    const span = yield* json.skipValue();
    if (name === 'text') textSize = span;
    else if (isText && ['output_type', 'name', 'stream', 'ename'].includes(name))
      texts.set(name, decodeString(json.text, span));
  });
  const type = texts.get('output_type') ?? 'output';
  const ename = texts.get('ename');
  if (ename !== undefined) return `error ${ename.slice(0, 100)}`;
  if (textSize !== undefined) addSize(texts.get('name') ?? texts.get('stream') ?? type, textSize);
  return sizes.length === 0 ? type : sizes.join(', ');
}

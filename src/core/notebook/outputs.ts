// Describes a cell's outputs by their types and sizes, without their content.
import type { Yielding } from '../async/yielding.ts';
import { sizeText } from '../wording/sizeText.ts';
import { decodeString, type JsonReader } from './jsonReader.ts';

/**
 * Reads a list of outputs. Describes each by a text such as
 * - `stdout 120 bytes`,
 * - `text/html 2.9 KiB, text/plain 80 bytes`, or
 * - `error NameError`.
 */
export function* readOutputs(json: JsonReader): Yielding<readonly string[]> {
  if (json.peek() !== '[') {
    yield* json.skipValue();
    return [];
  }
  const outputs: string[] = [];
  yield* json.readArray(function* readNext() {
    if (json.peek() === '{') outputs.push(yield* readOutput(json));
    else yield* json.skipValue();
  });
  return outputs;
}

const maxErrorNameChars = 100;

/** Describes an output. An error is described by its name alone, any other output by the sizes of its parts. */
function* readOutput(json: JsonReader): Yielding<string> {
  const texts = new Map<string, string>();
  const sizes: string[] = [];
  const addSize = (name: string, bytes: number): void => void sizes.push(`${name} ${sizeText(bytes)}`);
  let textBytes: number | undefined;
  yield* json.readObject(function* readMember(name) {
    if (name === 'data' && json.peek() === '{') {
      yield* json.readObject(function* readRepresentation(mimeType) {
        addSize(mimeType, yield* readSize(json));
      });
      return;
    }
    if (name === 'text') {
      textBytes = yield* readSize(json);
      return;
    }
    const isText = json.peek() === '"';
    const span = yield* json.skipValue();
    // The name of a stream is in `stream` in format 3, in `name` since format 4.
    if (isText && ['output_type', 'name', 'stream', 'ename'].includes(name))
      texts.set(name, decodeString(json.text, span));
  });
  const outputType = texts.get('output_type') ?? 'output';
  const errorName = texts.get('ename')?.slice(0, maxErrorNameChars);
  if (errorName !== undefined) return `error ${errorName}`;
  if (textBytes !== undefined) addSize(texts.get('name') ?? texts.get('stream') ?? outputType, textBytes);
  return sizes.length === 0 ? outputType : sizes.join(', ');
}

/** Size in bytes of UTF-8 of a text or a list of its lines; of any other value, the size of its JSON. */
function* readSize(json: JsonReader): Yielding<number> {
  if (json.peek() !== '[') return yield* readPartSize(json);
  let size = 0;
  yield* json.readArray(function* readPart() {
    size += yield* readPartSize(json);
  });
  return size;
}

function* readPartSize(json: JsonReader): Yielding<number> {
  const isText = json.peek() === '"';
  const span = yield* json.skipValue();
  const text = isText ? decodeString(json.text, span) : json.text.slice(span.start, span.end);
  return new TextEncoder().encode(text).length;
}

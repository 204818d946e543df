// Parses Jupyter notebooks (nbformat 3 and 4) into cells with their positions in the text:
// https://nbformat.readthedocs.io
import { runSync, type Yielding } from '../async/yielding.ts';
import { lineAt, lineStarts } from '../text/text.ts';
import { decodeString, JsonFault, JsonReader, type JsonSpan } from './jsonReader.ts';
import { readOutputs } from './outputs.ts';

/** A property of an object: its name, and the positions of name and value. */
export interface Member {
  readonly name: string;
  readonly key: JsonSpan;
  readonly value: JsonSpan;
}

/** A cell's source, a string or a list of strings to be joined. */
export interface CellSource {
  readonly form: 'string' | 'lines';
  readonly span: JsonSpan;
  /** Positions of the strings: of the only one, or of all strings of the list. */
  readonly items: readonly JsonSpan[];
  /** The decoded strings, joined. */
  readonly text: string;
}

/** A parsed cell. */
export interface NotebookCell {
  /** 1-based. */
  readonly number: number;
  readonly id: string | undefined;
  /** `code`, `markdown`, `raw`; in nbformat 3 also `heading` and `html`. */
  readonly kind: string;
  /** Language of this cell, if specified. */
  readonly language: string | undefined;
  readonly source: CellSource;
  /** Number of the cell's last run; undefined if it did not run. */
  readonly executionCount: number | undefined;
  /** Each output by its type and size, such as `image/png 12 kB`. */
  readonly outputs: readonly string[];
  readonly span: JsonSpan;
  readonly members: readonly Member[];
}

/** A parsed notebook; positions are offsets in its text. */
export interface Notebook {
  readonly text: string;
  /** Major and minor version. */
  readonly format: readonly [number, number];
  /** The kernel's language, such as `python`. */
  readonly language: string | undefined;
  /** All cells in order; in nbformat 3, the cells of all worksheets. */
  readonly cells: readonly NotebookCell[];
  /** Properties of the notebook's object. */
  readonly members: readonly Member[];
}

/** Reason why a text is not a notebook: `reason` is a clause without a full stop, `line` is 1-based. */
export interface NotebookFault {
  readonly reason: string;
  readonly line: number;
}

/** `readNotebook`, run synchronously. */
export function parseNotebook(text: string): Notebook | NotebookFault {
  return runSync(readNotebook(text));
}

/** Parses a notebook from a text without byte order mark, as a time-sliced generator. Never throws for invalid text. */
export function* readNotebook(text: string): Yielding<Notebook | NotebookFault> {
  try {
    return yield* new NotebookReader(text).read();
  } catch (cause) {
    if (!(cause instanceof JsonFault)) throw cause;
    return { reason: cause.message, line: lineAt(lineStarts(text), cause.offset) + 1 };
  }
}

class NotebookReader {
  readonly #json: JsonReader;
  readonly #cells: NotebookCell[] = [];
  /** Number of lists of cells found so far: of the notebook itself, and in worksheets. */
  readonly #cellListCounts = { own: 0, worksheets: 0 };

  constructor(text: string) {
    this.#json = new JsonReader(text);
  }

  *read(): Yielding<Notebook> {
    const json = this.#json;
    const members: Member[] = [];
    const versionNumbers = new Map<string, number>();
    let language: string | undefined;
    const member = this.#createMemberReader(members, {
      cells: () => this.#readCellList('own'),
      worksheets: () =>
        json.readArray(() =>
          json.readObject(this.#createMemberReader([], { cells: () => this.#readCellList('worksheets') })),
        ),
      metadata: function* metadata(this: void) {
        language = yield* readLanguage(json);
      },
    });
    yield* json.readDocument(function* whole() {
      yield* json.readObject(function* top(name, key) {
        yield* member(name, key);
        if (name !== 'nbformat' && name !== 'nbformat_minor') return;
        // `member` has just added this property.
        const value = Number(json.text.slice(members.at(-1)?.value.start, json.offset));
        if (Number.isInteger(value)) versionNumbers.set(name, value);
      });
    });
    const major = this.#checkFormat(versionNumbers.get('nbformat'));
    const minor = versionNumbers.get('nbformat_minor') ?? 0;
    return { text: json.text, format: [major, minor], language, cells: this.#cells, members };
  }

  /** Returns the major version. Throws JsonFault if it is unknown, or the cells are not where it has them. */
  #checkFormat(major: number | undefined): number {
    const json = this.#json;
    if (major !== 3 && major !== 4) throw json.createFault('nbformat is neither 3 nor 4', 0);
    const { own, worksheets } = this.#cellListCounts;
    if (own + worksheets === 0) throw json.createFault('it has no cells', 0);
    // Only format 3 has worksheets; if both exist, programs differ in which cells they show.
    const misplacedLists = major === 4 ? worksheets : own;
    if (misplacedLists > 0) throw json.createFault(`its cells are not where format ${major} has them`, 0);
    return major;
  }

  /** Creates a callback for `readObject` that adds each property to `members`, and reads some values with `readers`. */
  #createMemberReader(members: Member[], readers: Readonly<Record<string, () => Yielding<unknown>>>) {
    const json = this.#json;
    return function* member(this: void, name: string, key: JsonSpan): Yielding<void> {
      const start = json.offset;
      const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
      yield* read === undefined ? json.skipValue() : read();
      members.push({ name, key, value: { start, end: json.offset } });
    };
  }

  *#readCellList(location: 'own' | 'worksheets'): Yielding<void> {
    this.#cellListCounts[location]++;
    yield* this.#json.readArray(() => this.#readCell());
  }

  *#readCell(): Yielding<void> {
    const json = this.#json;
    const members: Member[] = [];
    const sources = new Map<string, CellSource>();
    const cell: { language?: string | undefined; outputs: readonly string[] } = { outputs: [] };
    const createSourceReader = (name: string) =>
      function* read(this: void): Yielding<void> {
        sources.set(name, yield* readSource(json));
      };
    const readers = {
      source: createSourceReader('source'),
      input: createSourceReader('input'),
      metadata: function* metadata(this: void) {
        cell.language = yield* readLanguage(json);
      },
      outputs: function* outputs(this: void) {
        cell.outputs = yield* readOutputs(json);
      },
    };
    const span = yield* json.readObject(this.#createMemberReader(members, readers));
    const textOf = (name: string): string | undefined => textMember(json.text, members, name);
    const kind = textOf('cell_type');
    // Format 3 has the source of a code cell in `input`.
    const cellSource = kind === 'code' ? (sources.get('source') ?? sources.get('input')) : sources.get('source');
    const number = this.#cells.length + 1;
    if (kind === undefined) throw json.createFault(`cell ${number} has no cell_type`, span.start);
    if (cellSource === undefined) throw json.createFault(`cell ${number} has no source`, span.start);
    this.#cells.push({
      number,
      id: textOf('id'),
      kind,
      // Format 3 has the language as a property of the cell.
      language: cell.language ?? textOf('language'),
      source: cellSource,
      executionCount: executionCountOf(json.text, members),
      outputs: cell.outputs,
      span,
      members,
    });
  }
}

function textMember(text: string, members: readonly Member[], name: string): string | undefined {
  const member = members.find((candidate) => candidate.name === name);
  return member !== undefined && text[member.value.start] === '"' ? decodeString(text, member.value) : undefined;
}

/** The execution count, which format 3 names `prompt_number`; undefined if it is `null`. */
function executionCountOf(text: string, members: readonly Member[]): number | undefined {
  const member = members.find(({ name }) => name === 'execution_count' || name === 'prompt_number');
  if (member === undefined) return undefined;
  const count = Number.parseInt(text.slice(member.value.start, member.value.end), 10);
  return Number.isNaN(count) ? undefined : count;
}

/** Reads a cell's source: a string or a list of strings. Throws JsonFault for anything else. */
function* readSource(json: JsonReader): Yielding<CellSource> {
  const items: JsonSpan[] = [];
  const texts: string[] = [];
  const form = json.peek() === '"' ? 'string' : 'lines';
  const readItem = function* read(this: void): Yielding<JsonSpan> {
    const item = yield* json.readString();
    items.push(item);
    texts.push(decodeString(json.text, item));
    return item;
  };
  const span = form === 'string' ? yield* readItem() : yield* json.readArray(readItem);
  return { form, span, items, text: texts.join('') };
}

/** Paths of the language in metadata, in order of precedence: of the kernel, or VS Code's of a cell. */
const languageFields = ['language_info.name', 'kernelspec.language', 'vscode.languageId'];

/** Reads metadata, and returns the language in it; undefined if there is none, or if it is no object. */
function* readLanguage(json: JsonReader): Yielding<string | undefined> {
  const languages = new Map<string, string>();
  const createReader = (path: string) =>
    function* member(this: void, name: string): Yielding<void> {
      const fullName = path === '' ? name : `${path}.${name}`;
      const containsLanguage = languageFields.some((field) => field.startsWith(`${fullName}.`));
      if (containsLanguage && json.peek() === '{') {
        yield* json.readObject(createReader(fullName));
        return;
      }
      const isText = json.peek() === '"';
      const span = yield* json.skipValue();
      if (isText && languageFields.includes(fullName)) languages.set(fullName, decodeString(json.text, span));
    };
  if (json.peek() === '{') yield* json.readObject(createReader(''));
  else yield* json.skipValue();
  return languageFields.map((path) => languages.get(path)).find((name) => name !== undefined);
}

// Inserts and removes values in a JSON text, leaving every other character unchanged.
import { applyEdits, type TextEdit } from '../text/text.ts';
import { membersOf, type Json, type Node } from './jsonNodes.ts';

/** The layout of a text. */
interface Layout {
  readonly eol: string;
  /** One step of indentation. */
  readonly step: string;
}

/** Appends a property to an object. */
export function insertMember(text: string, object: Node, name: string, value: Json): string {
  return insertLast(text, object, (print) => `${JSON.stringify(name)}: ${print(value)}`);
}

/** Appends an item to an array. */
export function insertItem(text: string, array: Node, value: Json): string {
  return insertLast(text, array, (print) => print(value));
}

/** Replaces a value. */
export function replaceValue(text: string, node: Node, value: Json): string {
  const layout = layoutOf(text);
  const printed = printer(layout, indentAt(text, node.offset))(value);
  return applyEdits(text, [{ start: node.offset, end: endOf(node), text: printed }]);
}

type Print = (value: Json) => string;

function insertLast(text: string, container: Node, render: (print: Print) => string): string {
  const layout = layoutOf(text);
  const last = membersOf(container).at(-1);
  const gap = gapAfter(text, last === undefined ? container.offset + 1 : endOf(last), endOf(container) - 1);
  const isBroken = /[\r\n]/.test(text.slice(container.offset, endOf(container)));
  if (last !== undefined && !isBroken) {
    // The container is on one line, so the addition stays on that line.
    const added = render((value) => JSON.stringify(value));
    return applyEdits(text, [{ start: gap.at, end: gap.at, text: gap.hasComma ? ` ${added},` : `, ${added}` }]);
  }
  const outer = indentAt(text, container.offset);
  const inner = last === undefined ? outer + layout.step : indentAt(text, last.offset);
  const member = layout.eol + inner + render(printer(layout, inner));
  if (last === undefined) {
    const rest = text.slice(gap.at, endOf(container) - 1);
    const closing = /[\r\n]/.test(rest) ? '' : layout.eol + outer;
    // Replaces the spaces between the brackets, which are now on separate lines.
    const end = closing === '' ? gap.at : endOf(container) - 1;
    return applyEdits(text, [{ start: gap.at, end, text: member + closing }]);
  }
  const comma = gap.hasComma ? [] : [{ start: endOf(last), end: endOf(last), text: ',' }];
  return applyEdits(text, [...comma, { start: gap.at, end: gap.at, text: gap.hasComma ? `${member},` : member }]);
}

/** Removes properties or items of one container, with their lines and commas. Keeps comments, except inside removed values. */
export function removeMembers(text: string, container: Node, removed: readonly Node[]): string {
  const all = membersOf(container);
  const kept = all.filter((each) => !removed.includes(each));
  const edits: TextEdit[] = [];
  for (const node of removed) {
    const next = all[all.indexOf(node) + 1];
    const gap = gapAfter(text, endOf(node), next === undefined ? endOf(container) - 1 : next.offset);
    edits.push({ start: startWithSpace(text, node.offset), end: gap.commaEnd ?? endOf(node), text: '' });
  }
  const lastKept = kept.at(-1);
  const follower = lastKept === undefined ? undefined : all[all.indexOf(lastKept) + 1];
  const lastOfAll = all.at(-1);
  if (lastKept !== undefined && follower !== undefined && lastOfAll !== undefined) {
    const hadTrailingComma = gapAfter(text, endOf(lastOfAll), endOf(container) - 1).hasComma;
    const { commaEnd } = gapAfter(text, endOf(lastKept), follower.offset);
    if (!hadTrailingComma && commaEnd !== undefined) edits.push({ start: commaEnd - 1, end: commaEnd, text: '' });
  }
  return applyEdits(
    text,
    edits.sort((one, other) => one.start - other.start),
  );
}

/** The text between a property and the next one, or the closing bracket. */
interface Gap {
  readonly hasComma: boolean;
  /** Offset for a new property: after the comma and the last comment. */
  readonly at: number;
  /** End of the comma, if only spaces and line endings precede it. */
  readonly commaEnd: number | undefined;
}

function gapAfter(text: string, start: number, end: number): Gap {
  let [hasComma, hasComment] = [false, false];
  let [at, commaEnd]: [number, number | undefined] = [start, undefined];
  // In valid JSON, only commas, comments and white space separate two values.
  for (const { 0: token, index } of text.slice(start, end).matchAll(/\/\/[^\r\n]*|\/\*[^]*?\*\/|,/g)) {
    at = start + index + token.length;
    if (token !== ',') hasComment = true;
    else {
      hasComma = true;
      if (!hasComment) commaEnd = at;
    }
  }
  return { hasComma, at, commaEnd };
}

/** Offset of a property including the spaces before it, and the line ending before these. */
function startWithSpace(text: string, offset: number): number {
  let start = offset;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start--;
  if (text[start - 1] === '\n') start--;
  return text[start - 1] === '\r' ? start - 1 : start;
}

function layoutOf(text: string): Layout {
  return { eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n', step: /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ' };
}

/** Indentation of the line with an offset. */
function indentAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

function printer({ eol, step }: Layout, indent: string): Print {
  return (value) => JSON.stringify(value, undefined, step).replaceAll('\n', eol + indent);
}

export function endOf({ offset, length }: Node): number {
  return offset + length;
}

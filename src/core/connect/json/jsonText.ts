// Inserts, replaces and removes values in a JSON text, leaving every other character unchanged. Offsets of nodes are
// those of the given text, so that callers parse each result again.
import { applyEdits, type TextEdit } from '../../text/text.ts';
import { membersOf, type Json, type Node } from './jsonNodes.ts';

/** The layout of a text. */
interface Layout {
  readonly eol: string;
  /** One level of indentation. */
  readonly indentUnit: string;
}

/** Appends a property to an object. */
export function insertMember(text: string, object: Node, name: string, value: Json): string {
  return appendTo(text, object, (print) => `${JSON.stringify(name)}: ${print(value)}`);
}

/** Appends an item to an array. */
export function insertItem(text: string, array: Node, value: Json): string {
  return appendTo(text, array, (print) => print(value));
}

/** Replaces a value, printed in the layout of the text. */
export function replaceValue(text: string, node: Node, value: Json): string {
  const layout = layoutOf(text);
  const printed = createPrinter(layout, indentAt(text, node.offset))(value);
  return applyEdits(text, [{ start: node.offset, end: nodeEnd(node), text: printed }]);
}

/** Prints a value as JSON, at the indentation of its place in the text. */
type Print = (value: Json) => string;

/**
 * Appends a member or item: on its own line, unless the container is on one line.
 * @param render creates its text, with its value printed by `print`
 */
function appendTo(text: string, container: Node, render: (print: Print) => string): string {
  const lastMember = membersOf(container).at(-1);
  if (lastMember === undefined) return fillEmpty(text, container, render);
  const lastEnd = nodeEnd(lastMember);
  const { insertAt, comma } = gapBetween(text, lastEnd, nodeEnd(container) - 1);
  const isMultiline = /[\r\n]/.test(text.slice(container.offset, nodeEnd(container)));
  if (!isMultiline) {
    const added = render((value) => JSON.stringify(value));
    return insertText(text, insertAt, comma === undefined ? `, ${added}` : ` ${added},`);
  }
  const layout = layoutOf(text);
  const indent = indentAt(text, lastMember.offset);
  const member = layout.eol + indent + render(createPrinter(layout, indent));
  // After a trailing comma, the new member gets a trailing comma, too.
  if (comma !== undefined) return insertText(text, insertAt, `${member},`);
  return applyEdits(text, [
    { start: lastEnd, end: lastEnd, text: ',' },
    { start: insertAt, end: insertAt, text: member },
  ]);
}

/** Puts the first member on its own line, after the comments between the brackets. */
function fillEmpty(text: string, container: Node, render: (print: Print) => string): string {
  const layout = layoutOf(text);
  const closingBracket = nodeEnd(container) - 1;
  const { insertAt } = gapBetween(text, container.offset + 1, closingBracket);
  const outer = indentAt(text, container.offset);
  const inner = outer + layout.indentUnit;
  const member = layout.eol + inner + render(createPrinter(layout, inner));
  const isClosedOnNewLine = /[\r\n]/.test(text.slice(insertAt, closingBracket));
  return isClosedOnNewLine
    ? insertText(text, insertAt, member)
    : applyEdits(text, [{ start: insertAt, end: closingBracket, text: member + layout.eol + outer }]);
}

function insertText(text: string, offset: number, added: string): string {
  return text.slice(0, offset) + added + text.slice(offset);
}

/**
 * Removes members or items of one container, with their lines and commas; an emptied container also loses its white
 * space. Comments outside of the removed ones stay.
 */
export function removeMembers(text: string, container: Node, removed: readonly Node[]): string {
  const members = membersOf(container);
  const remainingMembers = members.filter((member) => !removed.includes(member));
  const edits = removed.flatMap((node): TextEdit[] => {
    const index = members.indexOf(node);
    const lastKept = members.slice(0, index).findLast((member) => remainingMembers.includes(member));
    const keptEnd = lastKept === undefined ? container.offset + 1 : nodeEnd(lastKept);
    return [
      { start: removalStart(text, node, keptEnd), end: nodeEnd(node), text: '' },
      ...commaRemoval(commaAfter(text, container, index)),
    ];
  });
  edits.push(...commaRemovalOfNewLast(text, container, remainingMembers.at(-1)));
  const remainingText = applyEdits(
    text,
    edits.sort((one, other) => one.start - other.start),
  );
  if (remainingMembers.length > 0) return remainingText;
  const removedLength = text.length - remainingText.length;
  return withoutBlankSpace(remainingText, container.offset + 1, nodeEnd(container) - 1 - removedLength);
}

/** Removes the white space in a container that is empty now, between offsets; unless comments remain there. */
function withoutBlankSpace(text: string, start: number, end: number): string {
  return text.slice(start, end).trim() === '' ? text.slice(0, start) + text.slice(end) : text;
}

/** The comma of the new last member becomes a trailing one, which stays only if there was one before. */
function commaRemovalOfNewLast(text: string, container: Node, lastRemaining: Node | undefined): readonly TextEdit[] {
  const members = membersOf(container);
  const hadTrailingComma = commaAfter(text, container, members.length - 1) !== undefined;
  if (lastRemaining === undefined || lastRemaining === members.at(-1) || hadTrailingComma) return [];
  return commaRemoval(commaAfter(text, container, members.indexOf(lastRemaining)));
}

function commaRemoval(offset: number | undefined): readonly TextEdit[] {
  return offset === undefined ? [] : [{ start: offset, end: offset + 1, text: '' }];
}

/** The offset of the comma after a member of a container; undefined without one. */
function commaAfter(text: string, container: Node, index: number): number | undefined {
  const members = membersOf(container);
  const [member, next] = [members[index], members[index + 1]];
  return member && gapBetween(text, nodeEnd(member), next === undefined ? nodeEnd(container) - 1 : next.offset).comma;
}

/** The text between a property and the next one, or the closing bracket. */
interface MemberGap {
  /** The offset of the comma; undefined without one. */
  readonly comma: number | undefined;
  /** The offset at which another member can be inserted: after the comma and the last comment. */
  readonly insertAt: number;
}

/** Finds the comma and the insertion point in the text from `start` to before `end`. */
function gapBetween(text: string, start: number, end: number): MemberGap {
  let insertAt = start;
  let comma: number | undefined;
  // In valid JSON, only commas, comments and white space separate two values.
  for (const match of text.slice(start, end).matchAll(/\/\/[^\r\n]*|\/\*[^]*?\*\/|,/g)) {
    const [token] = match;
    insertAt = start + match.index + token.length;
    if (token === ',') comma = start + match.index;
  }
  return { comma, insertAt };
}

/**
 * The offset at which the removal of a member starts: before its indentation and the line ending before that. The line
 * ending stays if a `//` comment on the line before would otherwise comment out the rest of the member's line.
 * @param keptEnd offset of the end of the last text before it that certainly stays
 */
function removalStart(text: string, { offset, length }: Node, keptEnd: number): number {
  let start = offset;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start--;
  const isLastOnLine = /^[ \t]*(?:,[ \t]*)?(?:[\r\n]|\/\/)/.test(text.slice(offset + length));
  // Strings of removed members in between may also contain `//`: then a superfluous line ending stays.
  if (!isLastOnLine && text.slice(keptEnd, start).includes('//')) return start;
  if (text[start - 1] === '\n') start--;
  return text[start - 1] === '\r' ? start - 1 : start;
}

function layoutOf(text: string): Layout {
  // The indentation of the first property on a line of its own, which is usually at the first level.
  return { eol: eolOf(text), indentUnit: /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ' };
}

/** The first line ending of a text; a line feed if it has none. */
export function eolOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

/** Indentation of the line with an offset. */
function indentAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** @param indent of the line on which the value starts */
function createPrinter({ eol, indentUnit }: Layout, indent: string): Print {
  return (value) => JSON.stringify(value, undefined, indentUnit).replaceAll('\n', eol + indent);
}

/** Offset after a node. */
function nodeEnd({ offset, length }: Node): number {
  return offset + length;
}

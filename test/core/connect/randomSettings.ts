// Draws settings files as people and programs leave them: JSON with comments, and TOML.
import type { Draw } from '../../random.ts';

/** Whether one of `of` draws says so. */
export function oneIn(draw: Draw, of: number): boolean {
  return draw(of) === 0;
}

export function pick<T>(draw: Draw, list: readonly [T, ...T[]]): T {
  return list[draw(list.length)] ?? list[0];
}

/** How one person writes JSON. */
interface Hand {
  readonly draw: Draw;
  readonly eol: string;
  readonly step: string;
  readonly hasComments: boolean;
  readonly hasTrailingCommas: boolean;
}

/** Names on the way to what Redline writes, among others. */
export type Names = readonly [string, ...string[]];

/** A settings file of JSON with comments whose top is an object. */
export function jsonText(draw: Draw, names: Names): string {
  const hand: Hand = {
    draw,
    eol: pick(draw, ['\n', '\n', '\r\n']),
    step: pick(draw, ['  ', '    ', '\t', '', ' ']),
    hasComments: oneIn(draw, 2),
    hasTrailingCommas: oneIn(draw, 4),
  };
  const before = hand.hasComments && oneIn(draw, 3) ? `// top, "hooks": {${hand.eol}` : '';
  const after = pick(draw, ['', hand.eol, hand.eol + hand.eol, hand.hasComments ? `${hand.eol}/* end } */` : ' ']);
  return before + object(hand, names, 0, 4) + after;
}

function value(hand: Hand, names: Names, level: number, depth: number): string {
  const { draw } = hand;
  if (depth > 0 && oneIn(draw, 3)) return object(hand, names, level, depth - 1);
  if (depth > 0 && oneIn(draw, 3)) return array(hand, names, level, depth - 1);
  return pick(draw, [
    '1',
    '-0.5e3',
    '12345678901234567890',
    'true',
    'null',
    '""',
    '"a, // b"',
    String.raw`"\u0022}"`,
    '"é/*"',
    '[]',
    '{}',
  ]);
}

function object(hand: Hand, names: Names, level: number, depth: number): string {
  const taken = new Set<string>();
  const members: string[] = [];
  for (let count = hand.draw(4); count > 0; count--) {
    const name = oneIn(hand.draw, 3) ? pick(hand.draw, ['a', 'b c', '__proto__', 'x"y', '']) : pick(hand.draw, names);
    if (taken.has(name)) continue;
    taken.add(name);
    const colon = pick(hand.draw, [': ', ':', ' : ']);
    members.push(JSON.stringify(name) + colon + value(hand, names, level + 1, depth));
  }
  return container(hand, '{}', members, level);
}

function array(hand: Hand, names: Names, level: number, depth: number): string {
  const items = Array.from({ length: hand.draw(4) }, () => value(hand, names, level + 1, depth));
  return container(hand, '[]', items, level);
}

function container(hand: Hand, brackets: string, parts: readonly string[], level: number): string {
  const { draw, eol, step } = hand;
  const [open = '', close = ''] = brackets;
  const isOnOneLine = oneIn(draw, 4);
  const inner = isOnOneLine ? pick(draw, ['', ' ']) : eol + step.repeat(level + 1);
  const outer = isOnOneLine ? pick(draw, ['', ' ']) : eol + step.repeat(level);
  const text = parts.map((part, index) => {
    const isLast = index === parts.length - 1;
    const comma = !isLast || (hand.hasTrailingCommas && oneIn(draw, 2)) ? ',' : '';
    return inner + comment(hand) + part + comment(hand) + comma + (isOnOneLine ? '' : lineComment(hand));
  });
  const end = isOnOneLine ? '' : lineOfComment(hand, level + 1);
  if (parts.length === 0) return open + pick(draw, ['', ' ', outer, end + outer]) + close;
  return open + text.join('') + end + outer + close;
}

function comment({ draw, hasComments }: Hand): string {
  return hasComments && oneIn(draw, 6) ? pick(draw, ['/* a */ ', ' /*,]*/']) : '';
}

function lineComment({ draw, hasComments }: Hand): string {
  return hasComments && oneIn(draw, 5) ? ' // note, "x": 1' : '';
}

function lineOfComment({ draw, eol, step, hasComments }: Hand, level: number): string {
  return hasComments && oneIn(draw, 5) ? `${eol}${step.repeat(level)}// last }` : '';
}

const tomlValues = [
  '1',
  '-0.5e3',
  '0xff',
  'inf',
  '9223372036854775807',
  'true',
  '2026-01-02T03:04:05Z',
  '07:32:00',
  '"a # b"',
  String.raw`"\"[x]\u0022 = '"`,
  `'C:\\ "'`,
  '"""\n[mcp_servers.redline]\ncommand = "x" \\"""\n"""""',
  "'''\n# '' \"\"\"\n[a]'''",
  '[]',
  '[ [1, 2], ["]"] ]',
  '[\n  "a", # ]\n\n  "b",\n]',
  '{}',
  '{ x = 1, "y z" = [1] }',
] as const;

/** A settings file of TOML. */
export function tomlText(draw: Draw): string {
  const taken = new Set<string>();
  const name = (): string => {
    const free = ['a', 'b-c', '"d e"', "'f.g'", 'default', 'approval', 'x', '"="'].filter((each) => !taken.has(each));
    const [first = `k${taken.size}`, ...rest] = free;
    const drawn = pick(draw, [first, ...rest]);
    taken.add(drawn);
    return drawn;
  };
  const keys = (): string[] =>
    Array.from({ length: draw(4) }, () => {
      const dotted = oneIn(draw, 5) ? `${pick(draw, ['.', ' . '])}${pick(draw, ['s', '"t u"'])}` : '';
      const note = oneIn(draw, 4) ? pick(draw, [' # note', '\t#[x]']) : '';
      return `${oneIn(draw, 6) ? '  ' : ''}${name()}${dotted}${pick(draw, [' = ', '=', '\t= '])}${pick(draw, tomlValues)}${note}`;
    });
  const between = (): string[] => pick(draw, [[], [], [''], ['', ''], ['# mine = 1'], ['', '# [mine]', '']]);
  const headers = [
    '[t]',
    '[ mcp_servers . "o" ]',
    '[mcp_servers.other.env] # note',
    '[[list]]',
    '[[list]]',
    '[permissions.mine]',
    '["x.y"]',
  ];
  const lines = [...between(), ...keys(), ...between()];
  for (const header of headers.filter(() => oneIn(draw, 3))) {
    taken.clear();
    lines.push(header, ...between(), ...keys(), ...between());
  }
  const eol = pick(draw, ['\n', '\n', '\r\n']);
  return lines.join('\n').replaceAll('\n', eol) + (oneIn(draw, 4) ? '' : eol);
}

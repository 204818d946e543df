// Makes up files that look like those of people: braces, returns and blank lines repeat, and functions have names.

import type { Random } from './patchLines.ts';

const nouns = ['order', 'invoice', 'basket', 'ledger', 'parcel', 'ticket', 'voucher', 'stock', 'refund', 'quote'];
const verbs = ['load', 'save', 'merge', 'check', 'count', 'close', 'split', 'price', 'send', 'cancel'];

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function script(random: Random, size: number): string[] {
  const lines = ['// Shop: what happens to goods & money.', "import { log } from './log.js';", ''];
  for (let at = 0; at < size; at++) {
    const noun = pick(random, nouns);
    const name = `${pick(random, verbs)}${capital(noun)}${at}`;
    lines.push(
      '/**',
      ` * ${capital(name)} - and "nothing" else.`,
      ' */',
      `export function ${name}(${noun}, list) {`,
      `  if (list.length > ${Math.floor(random() * 9)} && ${noun} !== null) {`,
      `    for (const item of list) {`,
      `      log('${noun}', item.${pick(random, nouns)}<${at}>);`,
      '    }',
      '  }',
      random() < 0.5 ? '  return list;' : `  return ${noun};`,
      '}',
      '',
    );
  }
  return lines;
}

function settings(random: Random, size: number): string[] {
  const lines = ['shop:'];
  for (let at = 0; at < size; at++) {
    lines.push(
      `  - name: ${pick(random, nouns)}-${at}`,
      '    enabled: true',
      `    limit: ${Math.floor(random() * 100)}`,
    );
    if (random() < 0.3) lines.push('    tags:', `      - ${pick(random, verbs)}`, '      - all');
  }
  return lines;
}

function manual(random: Random, size: number): string[] {
  const lines = ['# Manual', ''];
  for (let at = 0; at < size; at++) {
    lines.push(`## ${capital(pick(random, verbs))} a ${pick(random, nouns)} (${at})`, '');
    lines.push(
      `You can ${pick(random, verbs)} a ${pick(random, nouns)} - or don't.  `,
      '',
      '```sh',
      `shop ${pick(random, verbs)} ${at}`,
      '```',
      '',
    );
  }
  return lines;
}

function program(random: Random, size: number): string[] {
  return script(random, size).map((line) => line.replace(/^(?: {2})+/, (run) => '\t'.repeat(run.length / 2)));
}

const makers: Readonly<Record<string, (random: Random, size: number) => string[]>> = {
  'src/shop.js': script,
  'src/till.c': program,
  'config/shop.yml': settings,
  'docs/manual.md': manual,
};

/** The lines of one file of each sort, by path. */
export function makeFiles(random: Random, size: number): Record<string, string[]> {
  return Object.fromEntries(Object.entries(makers).map(([path, make]) => [path, make(random, size)]));
}

/** Edits lines as people do: renames, inserts, removes, at a few places. */
export function editLines(lines: readonly string[], random: Random, edits: number, tag: string): string[] {
  const out = [...lines];
  for (let at = 0; at < edits; at++) {
    const line = Math.floor(random() * out.length);
    const old = out[line] ?? '';
    const indent = /^\s*/.exec(old)?.[0] ?? '';
    const chance = random();
    if (chance < 0.4 && /\w{4}/.test(old)) out[line] = old.replace(/\w{4,}/, (word) => `${word}${capital(tag)}${at}`);
    else if (chance < 0.8)
      out.splice(
        line,
        0,
        ...[`${indent}${tag}Step${at}();`, '', `${indent}${tag}Done${at}();`].slice(
          0,
          1 + 2 * Math.floor(random() * 2),
        ),
      );
    else out.splice(line, 1 + Math.floor(random() * 2));
  }
  return out;
}

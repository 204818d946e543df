import type { Draw } from '../../random.ts';

const pieces = [
  'a',
  'b',
  '\n',
  '\r\n',
  'é',
  'e\u0301',
  '😀',
  ' ',
  '\t',
  'x\n',
  '"\\n"',
  '$&',
  '\ufeff',
  "'",
  '’',
  '}\n',
];
const plainPieces = ['one\n', 'two\n', 'one\n', '\n', '  run();\n', '});\n', '});\n', 'é\n', '😀\n', 'x'];

/** A short text of few different pieces, so that most of them stand at several places. */
export function drawText(draw: Draw, from: readonly string[] = draw(2) === 0 ? pieces : plainPieces): string {
  return Array.from({ length: draw(14) }, () => from[draw(from.length)]).join('');
}

/** A text with a few of its pieces taken out or others put in. */
export function drawEdited(draw: Draw, text: string): string {
  let edited = text;
  for (let edits = 1 + draw(3); edits > 0; edits--) {
    const start = draw(edited.length + 1);
    edited = edited.slice(0, start) + drawText(draw).slice(0, draw(4)) + edited.slice(start + draw(4));
  }
  return edited.toWellFormed();
}

/** The text with line endings of one kind, and none at its start that hides. */
export function tidy(text: string, eol: '\n' | '\r\n'): string {
  return text.replaceAll('\ufeff', '').replace(/\r\n|\r|\n/g, eol);
}

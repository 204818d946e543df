// Formats rows of cells as lines of text with aligned columns, for the view of the audit log.

/** Matches characters that are twice as wide as others in a monospaced font, such as CJK and emoji. */
const wideCharacter =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Maximum width of a column, as of `widthOf`; a wider cell shifts only its own row. */
const maxColumnWidth = 48;

/** Formats each row as a line; the last cell of a row is not padded. */
export function textTable(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.slice(0, -1).entries()) {
      const width = widthOf(cell);
      if (width <= maxColumnWidth) widths[column] = Math.max(widths[column] ?? 0, width);
    }
  }
  return rows.map((row) => {
    const cells = row.map((cell, column) => (column === row.length - 1 ? cell : padTo(cell, widths[column] ?? 0)));
    return cells.join('  ').trimEnd();
  });
}

function padTo(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - widthOf(cell)));
}

/** Width in ordinary characters of a monospaced font. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += wideCharacter.test(character) ? 2 : 1;
  return width;
}

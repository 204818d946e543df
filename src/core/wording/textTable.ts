/** Scripts and signs that take two places in a font of fixed width. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** A cell that is wider moves what follows it in its row, and no other row. */
const widest = 48;

/** Rows as lines of text whose columns stand below each other; the last column is as long as it is. */
export function textTable(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.slice(0, -1).entries()) {
      const width = widthOf(cell);
      if (width <= widest) widths[column] = Math.max(widths[column] ?? 0, width);
    }
  }
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell))),
      )
      .join('  ')
      .trimEnd(),
  );
}

function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += wide.test(sign) ? 2 : 1;
  return width;
}

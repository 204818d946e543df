// Declares parsers of a process's output.

/** Parses the output of a process as it streams in. */
export interface OutputReader {
  /** Consumes the next bytes, which are valid until it settles; returns `false` if it needs no more. */
  take(bytes: Buffer): boolean | Promise<boolean>;
  /** Must be called when the process has exited by itself. */
  finish(): void | Promise<void>;
}

/** Maximum size of a record in bytes; a line of source with all its matches needs a thousandth of it. */
const maxRecord = 2 ** 20;
/** Number of bytes of a longer record that are passed on. */
const headSize = 16_384;

/**
 * Splits output into records; the last one may lack its separator.
 *
 * @param separator the byte that ends each record
 * @param onRecord receives a record without its separator, valid during the call; if `overlong`, the first bytes of one
 *   over 1 MiB. Returns `false` if it needs no more
 */
export function recordReader(
  separator: 10 | 0,
  onRecord: (record: Buffer, overlong: boolean) => boolean,
): OutputReader {
  let rest: Buffer[] = [];
  let length = 0;
  let skipping = false;
  const clear = (): void => {
    [rest, length] = [[], 0];
  };
  return {
    take(bytes) {
      let start = 0;
      for (let end = bytes.indexOf(separator); end >= 0; end = bytes.indexOf(separator, start)) {
        const part = bytes.subarray(start, end);
        start = end + 1;
        const wanted = skipping || onRecord(length === 0 ? part : Buffer.concat([...rest, part]), false);
        clear();
        skipping = false;
        if (!wanted) return false;
      }
      if (skipping || start === bytes.length) return true;
      rest.push(Buffer.from(bytes.subarray(start)));
      length += bytes.length - start;
      if (length <= maxRecord) return true;
      const head = Buffer.concat(rest).subarray(0, headSize);
      clear();
      skipping = true;
      return onRecord(head, true);
    },
    finish() {
      if (length > 0) onRecord(Buffer.concat(rest), false);
      clear();
    },
  };
}

/**
 * Splits output into names, many at once, for lists of tens of thousands of them.
 *
 * @param separator the byte that ends each name; the last one may lack it
 */
export function nameReader(
  separator: 10 | 0,
  onNames: (names: readonly string[]) => void | Promise<void>,
): OutputReader {
  const mark = String.fromCharCode(separator);
  let rest: Buffer[] = [];
  return {
    take(bytes) {
      const end = bytes.lastIndexOf(separator);
      if (end < 0) {
        rest.push(Buffer.from(bytes));
        return true;
      }
      const text = Buffer.concat([...rest, bytes.subarray(0, end)]).toString('utf8');
      rest = end + 1 < bytes.length ? [Buffer.from(bytes.subarray(end + 1))] : [];
      const taken = onNames(text.split(mark));
      return taken === undefined ? true : taken.then(() => true);
    },
    async finish() {
      if (rest.length > 0) await onNames([Buffer.concat(rest).toString('utf8')]);
    },
  };
}

// Splits the output of ripgrep as it streams in: into records, each a line, or into names.

/** Consumes the output of a process as it streams in. */
export interface OutputReader {
  /** Consumes the next bytes, which are valid until it settles; returns `false` if it needs no more. */
  take(bytes: Buffer): boolean | Promise<boolean>;
  /** Must be called when the process has exited by itself. */
  finish(): void | Promise<void>;
}

/** Bytes that separate records. */
export const lineFeed = 10;
export const nul = 0;
/** Maximum size of a record in bytes; most are a thousand times smaller. */
const maxRecordBytes = 2 ** 20;
/** Number of bytes of a longer record that are passed on. */
const headBytes = 16_384;

/**
 * Splits output into records, each a line.
 *
 * @param onRecord receives a record without its line feed, valid during the call; if `isOverlong`, the first bytes of one
 *   over 1 MiB. Returns `false` if it needs no more
 */
export function createRecordReader(onRecord: (record: Buffer, isOverlong: boolean) => boolean): OutputReader {
  /** The start of a record whose line feed has not arrived yet, copied since the caller reuses its buffer. */
  let restParts: Buffer[] = [];
  let restBytes = 0;
  /** Whether the rest of an overlong record, whose start was already passed on, is dropped. */
  let isSkipping = false;
  const withRest = (part: Buffer): Buffer => (restBytes === 0 ? part : Buffer.concat([...restParts, part]));
  const clear = (): void => {
    restParts = [];
    restBytes = 0;
  };
  return {
    take(bytes) {
      let start = 0;
      for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
        const part = bytes.subarray(start, end);
        start = end + 1;
        const wantsMore = isSkipping || onRecord(withRest(part), false);
        clear();
        isSkipping = false;
        if (!wantsMore) return false;
      }
      if (isSkipping || start === bytes.length) return true;
      restParts.push(Buffer.from(bytes.subarray(start)));
      restBytes += bytes.length - start;
      if (restBytes <= maxRecordBytes) return true;
      const head = Buffer.concat(restParts).subarray(0, headBytes);
      clear();
      isSkipping = true;
      return onRecord(head, true);
    },
    finish() {
      if (restBytes > 0) onRecord(Buffer.concat(restParts), false);
      clear();
    },
  };
}

/**
 * Splits output into names, and passes on many at once, since there are tens of thousands of them. Wants all output.
 *
 * @param separator the byte that ends each name; the last one may lack it
 */
export function createNameReader(
  separator: typeof lineFeed | typeof nul,
  onNames: (names: readonly string[]) => void | Promise<void>,
): OutputReader {
  const separatorText = String.fromCharCode(separator);
  let restParts: Buffer[] = [];
  return {
    take(bytes) {
      const end = bytes.lastIndexOf(separator);
      if (end < 0) {
        restParts.push(Buffer.from(bytes));
        return true;
      }
      const text = Buffer.concat([...restParts, bytes.subarray(0, end)]).toString('utf8');
      restParts = end + 1 < bytes.length ? [Buffer.from(bytes.subarray(end + 1))] : [];
      const pending = onNames(text.split(separatorText));
      return pending === undefined ? true : pending.then(() => true);
    },
    async finish() {
      if (restParts.length > 0) await onNames([Buffer.concat(restParts).toString('utf8')]);
    },
  };
}

// Normalizes paths as file systems and decoders may, so that rules recognize disguised names of protected files.
import { withoutIgnorable } from '../text/unicode.ts';

/** Characters that look like a slash, or become one when converted to an older character set. */
const lookAlikeSlashes = /[\\\u2215\u2216\u29f5\u29f8\u29f9\u2571\u2572\uff0f\uff3c\ufe68]/g;
/** Matches a path that needs only case folding, unless `oddDotsPattern` matches it, too. */
const plainPathPattern = /^[\w@+,()[\]{}#$&=!./-]*$/;
/** Matches a path with an empty name, or a name that ends with a dot. */
const oddDotsPattern = /\.(?:\/|$)|\/\/|^\/|\/$/;
const percentEscape = /%(?:u([0-9a-f]{4})|([0-9a-f]{2}))/gi;
/** Maximum number of times that a path is decoded, since escapes may be escaped in turn: `%2565` is `%65`, or `e`. */
const maxDecodingRounds = 3;
/**
 * Matches the short name that Windows assigns to `.git`: the usual one, and the hashed one after several collisions.
 */
const shortGitName = /^(?:git~\d+|gi[0-9a-f]{4}~\d)$/;

/**
 * The names that a file system, decoder or reader could take a relative path for, normalized: without differences of
 * case, Unicode form, invisible characters, streams, trailing dots, look-alike slashes and percent escapes; `git~1` as
 * `.git`.
 */
export function pathForms(relative: string): readonly string[] {
  const forms = new Set([toNormalForm(relative)]);
  let decoded = relative.normalize('NFKC');
  for (let round = 0; round < maxDecodingRounds && /%[0-9a-fu]/i.test(decoded); round++) {
    decoded = decodeLeniently(decoded);
    forms.add(toNormalForm(decoded));
  }
  return [...forms];
}

/** Decodes percent escapes, including the form `%u002e`: as UTF-8, or byte by byte if they are not valid UTF-8. */
export function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25')).replace(percentEscape, fromHex);
  } catch {
    return text.replace(percentEscape, fromHex);
  }
}

function fromHex(_escape: string, wide: string | undefined, byte: string | undefined): string {
  return String.fromCharCode(Number.parseInt(wide ?? byte ?? '0', 16));
}

/** Applies compatibility normalization (NFKC), and removes invisible characters before and after it. */
export function toVisibleText(text: string): string {
  return withoutIgnorable(withoutIgnorable(text).normalize('NFKC'));
}

function toNormalForm(path: string): string {
  // Only saves time: the result is the same.
  if (plainPathPattern.test(path) && !oddDotsPattern.test(path)) return path.toLowerCase();
  const visiblePath = toVisibleText(path).replace(lookAlikeSlashes, '/');
  // Upper case in between maps ẞ and ß to ss. A final sigma and the dot of a Turkish İ are folded explicitly.
  const foldedPath = visiblePath
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i');
  const segments = foldedPath.normalize('NFC').split('/').map(plainNameOf);
  return segments.filter((segment) => segment !== '').join('/');
}

/** A name without its stream and its trailing dots and spaces; `.git` for its short name. */
function plainNameOf(name: string): string {
  const colon = name.indexOf(':');
  // Windows drops trailing dots and spaces, also before the colon of a stream.
  const nameWithoutStream = (colon > 0 ? name.slice(0, colon) : name).replace(/[.\s]+$/u, '');
  return shortGitName.test(nameWithoutStream) ? '.git' : nameWithoutStream;
}

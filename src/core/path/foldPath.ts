import { withoutIgnorable } from '../text/unicode.ts';

/** Characters that look like a slash, or that a conversion to an older character set makes one. */
const slashes = /[\\\u2215\u2216\u29f5\u29f8\u29f9\u2571\u2572\uff0f\uff3c\ufe68]/g;
/** Nothing folds but the case in a path of these characters, unless a name ends with a dot. */
const plain = /^[\w@+,()[\]{}#$&=!./-]*$/;
const oddDots = /\.(?:\/|$)|\/\/|^\/|\/$/;
const percent = /%(?:u([0-9a-f]{4})|([0-9a-f]{2}))/gi;
/** The short name that Windows gives to `.git`: the usual one, and the hashed one it takes after several clashes. */
const shortGit = /^(?:git~\d+|gi[0-9a-f]{4}~\d)$/;

/**
 * Every form that a file system, a decoder or an eye could take this relative path for: full-width and composed
 * letters, case, ignored characters, alternate streams, trailing dots and spaces, look-alike slashes, percent escapes,
 * and the short name of `.git`. For telling whether a name may be that of a protected file; the forms name no file.
 */
export function foldPath(relative: string): readonly string[] {
  const forms = new Set([foldOnce(relative)]);
  let decoded = relative.normalize('NFKC');
  for (let round = 0; round < 3 && /%[0-9a-fu]/i.test(decoded); round++) {
    decoded = decodeLeniently(decoded);
    forms.add(foldOnce(decoded));
  }
  return [...forms];
}

/** Percent escapes decoded as bytes of UTF-8 where they are that, one character a byte where not; `%u002e` too. */
export function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25')).replace(percent, fromHex);
  } catch {
    return text.replace(percent, fromHex);
  }
}

function fromHex(_escape: string, wide: string | undefined, byte: string | undefined): string {
  return String.fromCharCode(Number.parseInt(wide ?? byte ?? '0', 16));
}

function foldOnce(path: string): string {
  if (plain.test(path) && !oddDots.test(path)) return path.toLowerCase();
  const bare = withoutIgnorable(withoutIgnorable(path).normalize('NFKC')).replace(slashes, '/');
  // Upper case in between takes ẞ, ß and ss for one another; a sigma that ends a word is the same letter, and the dot of
  // a Turkish capital I outlives the change of case.
  const lower = bare.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
  const segments = lower.normalize('NFC').split('/').map(foldName);
  return segments.filter((segment) => segment !== '').join('/');
}

function foldName(name: string): string {
  const colon = name.indexOf(':');
  // Windows drops trailing dots and spaces, also in front of the name of a stream.
  const bare = (colon > 0 ? name.slice(0, colon) : name).replace(/[.\s]+$/u, '');
  return shortGit.test(bare) ? '.git' : bare;
}

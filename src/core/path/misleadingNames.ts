// Recognizes names in paths that do not mean what they seem to: refuses them, warns of them, and finds the protected
// names that they may stand for.
import { phrase, type Phrase } from '../wording/phrase.ts';
import { findHidden, withoutIgnorable } from '../text/hiddenCharacters.ts';

/** A reason to ask a user about a path that is valid, but misleading. */
export interface PathWarning {
  readonly message: Phrase;
  /** Whether reading needs approval, too, since the name may name another file. */
  readonly reading: boolean;
}

/** Matches the names that mean a device on Windows, in every folder and with every extension. */
const deviceNamePattern = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:[ ]*(?:[.:].*)?)$/i;
/** Matches the short (8.3) names that Windows gives to files with long ones, such as `SECRET~1.TXT`. */
const shortNamePattern = /^[^~.]{1,6}~[0-9]{1,6}(?:\.[^.]{0,3})?$/;
const percentEscape = /%(?:[0-9a-f]{2}|u[0-9a-f]{4})/i;
/**
 * Characters that look like a slash. Fewer than in `possibleSlashes`: a false match here refuses or warns about any
 * file, there it only makes a name count as a protected one.
 */
const lookAlikeSlashes = /[\u2215\u2216\u29f5\u29f8\uff0f\uff3c]/g;
/** Matches these, and characters that look like one or more dots. */
const lookAlikeSlashOrDot = /[\u2215\u2216\u29f5\u29f8\uff0f\uff3c\u2024\u2025\u2026\uff0e]/;

/** Maximum number of times that a name is decoded, since escapes may be escaped in turn. */
const maxNameDecodings = 4;

/** Whether a name is a device name on Windows, so that a repository with such a file cannot be checked out there. */
export function isDeviceName(name: string): boolean {
  return deviceNamePattern.test(name);
}

/** The reason why a name is refused, as a clause for `pathError`; undefined for a valid name. */
export function refusalOf(name: string, isWindows: boolean): string | undefined {
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) return 'it contains a control character';
  if (/[\ud800-\udfff]/u.test(name)) return 'it contains half a character (an unpaired surrogate)';
  if (/^[.\s]+$/u.test(name)) return 'part of it consists only of dots and spaces';
  if (isUnsafeDecoded(name)) return 'part of it means a parent folder when decoded';
  return isWindows ? windowsRefusalOf(name) : undefined;
}

function windowsRefusalOf(name: string): string | undefined {
  if (name.includes(':')) return 'it names an alternate stream (a colon)';
  if (/[<>"|?*]/.test(name)) return 'it contains a character that Windows does not allow in names';
  if (/[. ]$/.test(name)) return 'part of it ends with a dot or a space, which Windows drops';
  if (isDeviceName(name)) return 'it names a device';
  return undefined;
}

/** Whether decoding escapes or look-alikes would turn a name into `..`, a separator, or a control character. */
function isUnsafeDecoded(name: string): boolean {
  const normalizedName = toVisibleText(name).replace(lookAlikeSlashes, '/');
  if (normalizedName !== name && normalizedName.split(/[/\\]/).some((part) => /^\s*\.\.?\s*$/u.test(part))) return true;
  let decoded = name;
  for (let round = 0; round < maxNameDecodings && percentEscape.test(decoded); round++) {
    // Overlong UTF-8, which lenient decoders accept for an ASCII character.
    if (/%c[01]%|%e0%80%|%f0%80%80%/i.test(decoded)) return true;
    decoded = decodeLeniently(decoded);
    if (/[/\\\p{Cc}]/u.test(decoded)) return true;
    if (/^[.\s]+$/u.test(withoutIgnorable(decoded).normalize('NFKC'))) return true;
  }
  return false;
}

/** The reasons why a valid name may mislead a user; at most one about hidden characters. */
export function pathWarningsIn(name: string, isWindows: boolean): PathWarning[] {
  const warnings: PathWarning[] = [];
  const addWarning = (message: Phrase): void => void warnings.push({ message, reading: false });
  const [hidden] = findHidden(name, 1);
  // `findHidden` accepts it at the start of a text, as a byte order mark.
  if (name.startsWith('\ufeff')) addWarning(phrase('its name contains an invisible character (U+FEFF)'));
  else if (hidden?.kind === 'confusable')
    addWarning(phrase('its name mixes letters from several alphabets ({0})', hidden.codePoint));
  else if (hidden !== undefined)
    addWarning(phrase('its name contains an invisible or reordering character ({0})', hidden.codePoint));
  else if (withoutIgnorable(name) !== name) addWarning(phrase('its name contains an invisible character'));
  if (lookAlikeSlashOrDot.test(name)) {
    addWarning(phrase('its name contains a character that looks like a slash or a dot'));
  }
  if (percentEscape.test(name)) addWarning(phrase('its name contains a percent escape, which is taken literally'));
  if (isWindows) {
    if (shortNamePattern.test(name))
      warnings.push({ message: phrase('it may be the short (8.3) name of another file'), reading: true });
    return warnings;
  }
  if (name.includes(':')) addWarning(phrase('its name contains a colon, which means a stream on Windows'));
  if (/[. ]$/.test(name)) addWarning(phrase('its name ends with a dot or a space, which Windows drops'));
  return warnings;
}

/** Characters that look like a slash, or become one when converted to an older character set. */
const possibleSlashes = /[\\\u2215\u2216\u29f5\u29f8\u29f9\u2571\u2572\uff0f\uff3c\ufe68]/g;
/** Matches a path that needs only case folding, unless `oddDotsPattern` matches it, too. */
const plainPathPattern = /^[\w@+,()[\]{}#$&=!./-]*$/;
/** Matches a path with an empty name, or a name that ends with a dot. */
const oddDotsPattern = /\.(?:\/|$)|\/\/|^\/|\/$/;
/** Maximum number of times that a path is decoded, since escapes may be escaped in turn: `%2565` is `%65`, or `e`. */
const maxPathDecodings = 3;
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
  for (let round = 0; round < maxPathDecodings && /%[0-9a-fu]/i.test(decoded); round++) {
    decoded = decodeLeniently(decoded);
    forms.add(toNormalForm(decoded));
  }
  return [...forms];
}

function toNormalForm(path: string): string {
  // Only saves time: the result is the same.
  if (plainPathPattern.test(path) && !oddDotsPattern.test(path)) return path.toLowerCase();
  const visiblePath = toVisibleText(path).replace(possibleSlashes, '/');
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

/** Applies compatibility normalization (NFKC), and removes invisible characters before and after it. */
function toVisibleText(text: string): string {
  return withoutIgnorable(withoutIgnorable(text).normalize('NFKC'));
}

const allPercentEscapes = /%(?:u([0-9a-f]{4})|([0-9a-f]{2}))/gi;

/** Decodes percent escapes, including the form `%u002e`: as UTF-8, or byte by byte if they are not valid UTF-8. */
function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25')).replace(allPercentEscapes, fromHex);
  } catch {
    return text.replace(allPercentEscapes, fromHex);
  }
}

function fromHex(_escape: string, wide: string | undefined, byte: string | undefined): string {
  return String.fromCharCode(Number.parseInt(wide ?? byte ?? '0', 16));
}

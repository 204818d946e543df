// Checks a name in a path: whether it is invalid, or may mislead a user.
import { phrase, type Phrase } from '../wording/phrase.ts';
import { findHidden } from '../text/hiddenCharacters.ts';
import { withoutIgnorable } from '../text/unicode.ts';
import { decodeLeniently, toVisibleText } from './pathForms.ts';

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
 * Characters that look like a slash. Fewer than in `pathForms`: a false match here refuses or warns about any file,
 * there it only makes a name count as a protected one.
 */
const lookAlikeSlashes = /[\u2215\u2216\u29f5\u29f8\uff0f\uff3c]/g;
/** Matches these, and characters that look like one or more dots. */
const lookAlikeSlashOrDot = /[\u2215\u2216\u29f5\u29f8\uff0f\uff3c\u2024\u2025\u2026\uff0e]/;

/** Maximum number of times that a name is decoded, since escapes may be escaped in turn. */
const maxDecodingRounds = 4;

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
  for (let round = 0; round < maxDecodingRounds && percentEscape.test(decoded); round++) {
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

// Determines the language that VS Code gives a file by its path, as its `languagesAssociations.ts` (1.139) does.
import { compileSettingGlob } from '../pattern/glob.ts';
import { baseName } from '../path/pathParts.ts';
import { fieldsOf, readString } from './fields.ts';
import { readStrings } from './toolInputs/toolAdapters.ts';

/** The kinds of associations in order of precedence; also the names of their lists in `contributes.languages`. */
const associationKinds = ['filenames', 'filenamePatterns', 'extensions'] as const;

/** A rule that gives files a language. */
interface Association {
  /** Id of the language. */
  readonly id: string;
  readonly kind: (typeof associationKinds)[number];
  /** A file name, glob or extension, by `kind`. */
  readonly text: string;
}

/**
 * The id of a file's language, by its path. Ignores `firstLine`, by which VS Code may recognize a file that no path
 * association matches.
 * @param path absolute, with `/`
 * @param contributed the `contributes.languages` of each extension, not validated: a list, or undefined if it has none
 * @param associations the setting `files.associations`: ids of languages by pattern
 */
export function languageOfFile(
  path: string,
  contributed: readonly unknown[],
  associations: Readonly<Record<string, unknown>>,
): string {
  const configured = Object.entries(associations).flatMap(([text, id]): Association[] =>
    typeof id === 'string' ? [{ id, kind: 'filenamePatterns', text }] : [],
  );
  const registered = contributed.flat().flatMap(readAssociations);
  return findAssociation(path, configured)?.id ?? findAssociation(path, registered)?.id ?? 'plaintext';
}

function readAssociations(contribution: unknown): Association[] {
  const language = fieldsOf(contribution);
  const id = readString(language, 'id');
  if (language === undefined || id === undefined) return [];
  return associationKinds.flatMap((kind) => readStrings(language, [kind]).map((text) => ({ id, kind, text })));
}

/** The strongest matching association: by its kind, then its length; of equally long ones, the last. */
function findAssociation(path: string, associations: readonly Association[]): Association | undefined {
  const matching = associations.filter((association) => matches(path, association));
  for (const kind of associationKinds) {
    const ofKind = matching.filter((association) => association.kind === kind);
    const longest = Math.max(...ofKind.map(({ text }) => text.length));
    const strongest = ofKind.findLast(({ text }) => text.length === longest);
    if (strongest !== undefined) return strongest;
  }
  return undefined;
}

function matches(path: string, { kind, text }: Association): boolean {
  const name = baseName(path).toLowerCase();
  if (kind === 'filenames') return name === text.toLowerCase();
  if (kind === 'extensions') return text !== '' && name.endsWith(text.toLowerCase());
  return compileSettingGlob(text, { ignoreCase: true })?.matches(path.replace(/^\/+/, '')) === true;
}

// Determines whether VS Code's edit tools treat a file as a notebook, as `hasSupportedNotebooks` of its chat (1.139)
// does.
import { compileGlob } from '../../pattern/glob.ts';
import { fieldsOf, readString } from '../fields.ts';

/**
 * Whether the edit tools treat a file as a notebook. Unlike VS Code's editors, they match associations only with the
 * file's name, even patterns with a `/`, and an association with a text editor does not switch a notebook off.
 * @param name the file's name, without its folder
 * @param contributed the `contributes.notebooks` of each extension, not validated: a list, or undefined if it has none
 * @param associations the setting `workbench.editorAssociations`: types of editors by pattern
 */
export function opensAsNotebook(
  name: string,
  contributed: readonly unknown[],
  associations: Readonly<Record<string, unknown>>,
): boolean {
  const chosenTypes = Object.entries(associations).flatMap(([pattern, type]) =>
    matchesPattern(name, pattern) ? [type] : [],
  );
  return contributed.flat().some((contribution) => {
    const notebook = fieldsOf(contribution);
    const isDefault = (notebook?.['priority'] ?? 'default') === 'default';
    const isChosen = chosenTypes.includes(notebook?.['type']);
    const selectors = [notebook?.['selector'] ?? []].flat();
    return (isDefault || isChosen) && selectors.some((selector) => selectorMatches(selector, name));
  });
}

/** Whether a selector (a glob, or an object with globs) matches this file name. */
function selectorMatches(selector: unknown, name: string): boolean {
  if (typeof selector === 'string') return matchesPattern(name, selector);
  const fields = fieldsOf(selector);
  // VS Code spells the two fields differently.
  const excluded = readString(fields, 'excludeFileNamePattern');
  return matchesPattern(name, readString(fields, 'filenamePattern')) && !matchesPattern(name, excluded);
}

/** Whether a name matches a glob, ignoring case; an invalid glob matches nothing. */
function matchesPattern(name: string, pattern: string | undefined): boolean {
  try {
    return pattern !== undefined && compileGlob(pattern, { ignoreCase: true }).matches(name);
  } catch {
    return false;
  }
}

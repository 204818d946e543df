// Determines whether VS Code's edit tools open a file as a notebook: by the notebook types that extensions contribute.
import { compileGlob } from '../pattern/glob.ts';
import { fieldsOf, readString } from './fields.ts';

/**
 * Whether an editor opens a file as a notebook.
 * @param name the file's name, without its folder
 * @param contributed the `contributes.notebooks` of all extensions, not validated
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
    const selectors = [notebook?.['selector'] ?? []].flat();
    const isDefault = (notebook?.['priority'] ?? 'default') === 'default';
    return (
      (isDefault || chosenTypes.includes(notebook?.['type'])) && selectors.some((selector) => selects(selector, name))
    );
  });
}

function selects(selector: unknown, name: string): boolean {
  if (typeof selector === 'string') return matchesPattern(name, selector);
  const fields = fieldsOf(selector);
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

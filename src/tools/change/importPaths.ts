// Compares, resolves and formats the import paths of TypeScript and JavaScript files, for moves that update imports.

/** Matches the extension of a TypeScript or JavaScript file, such as `.mts`. */
export const scriptExtension = /\.[cm]?[jt]sx?$/;

/** Whether an imported URI may lead to a file: it may lack the extension, or name the folder of an index file. */
export function leadsTo(importedUri: string, fileUri: string): boolean {
  // `resolvePath` keeps the final slash of a path such as `./a/`.
  const importedStem = stemOf(decodeURIComponent(importedUri.replace(/\/$/, '')));
  const fileStem = stemOf(decodeURIComponent(fileUri));
  return importedStem === fileStem || `${importedStem}/index` === fileStem;
}

/** A path without the extension of a script, and without the `.d` of a declaration file. */
export function stemOf(path: string): string {
  return path.replace(scriptExtension, '').replace(/\.d$/, '');
}

/** The URI of a file's folder. */
export function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

/** The relative path from a folder to a file, as imports have it (`./a`, `../a`), not encoded. Both are URIs. */
export function formatRelativePath(folder: string, file: string): string {
  const fromNames = decodeURIComponent(folder).split('/');
  const toNames = decodeURIComponent(file).split('/');
  const firstDifference = fromNames.findIndex((name, index) => name !== toNames[index]);
  const commonLength = firstDifference === -1 ? fromNames.length : firstDifference;
  const parentSteps = fromNames.length - commonLength;
  const steps = parentSteps === 0 ? ['.'] : Array<string>(parentSteps).fill('..');
  return [...steps, ...toNames.slice(commonLength)].join('/');
}

/** The URI that a relative path, with `/` and not encoded, names from a folder. Keeps a final slash. */
export function resolvePath(folderUri: string, relativePath: string): string {
  const segments = folderUri.split('/');
  for (const segment of relativePath.split('/')) {
    if (segment === '..') segments.pop();
    // `encodeURIComponent` throws for a lone surrogate (a byte that is not UTF-8); U+FFFD resolves to no file.
    else if (segment !== '.') segments.push(encodeURIComponent(segment.toWellFormed()));
  }
  return segments.join('/');
}

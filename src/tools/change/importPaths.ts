// Compares, resolves and formats the import paths of TypeScript and JavaScript files, as URIs.

/** Matches the extension of a TypeScript or JavaScript file, such as `.mts`. */
export const scriptExtension = /\.[cm]?[jt]sx?$/;

/** Whether an imported URI, of `resolvePath`, may lead to a file: it may lack the extension, or name the folder. */
export function leadsTo(importedUri: string, fileUri: string): boolean {
  // `resolvePath` keeps a final slash, as of `./a/`.
  const importedStem = stemOf(decodeURIComponent(importedUri.replace(/\/$/, '')));
  const fileStem = stemOf(decodeURIComponent(fileUri));
  return importedStem === fileStem || `${importedStem}/index` === fileStem;
}

/** A path without the extension of a script, nor the `.d` of a declaration file. */
export function stemOf(path: string): string {
  return path.replace(scriptExtension, '').replace(/\.d$/, '');
}

/** The URI of a file's folder. */
export function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

/** A relative path, in the form of imports, from a folder to a file; both are URIs or absolute paths. */
export function formatRelativePath(folder: string, file: string): string {
  const fromNames = decodeURIComponent(folder).split('/');
  const toNames = decodeURIComponent(file).split('/');
  const firstDifference = fromNames.findIndex((name, index) => name !== toNames[index]);
  const commonLength = firstDifference === -1 ? fromNames.length : firstDifference;
  const parentSteps = fromNames.length - commonLength;
  const steps = parentSteps === 0 ? ['.'] : Array<string>(parentSteps).fill('..');
  return [...steps, ...toNames.slice(commonLength)].join('/');
}

/** The URI of a relative path, with `/` and not encoded, from a folder. Keeps a final slash. */
export function resolvePath(folderUri: string, relativePath: string): string {
  const segments = folderUri.split('/');
  for (const segment of relativePath.split('/')) {
    if (segment === '..') segments.pop();
    // `encodeURIComponent` throws for a lone surrogate (a byte that is not UTF-8); U+FFFD resolves to no file.
    else if (segment !== '.') segments.push(encodeURIComponent(segment.toWellFormed()));
  }
  return segments.join('/');
}

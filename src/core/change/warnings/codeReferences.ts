// Finds the definitions, words and relative imports in source code of any language, by regular expressions.

/**
 * Matches keywords of the most common languages, and the name that they define. Leaves out names of one or two
 * characters, such as `i`, which occur everywhere.
 */
const definitionPattern =
  /\b(?:function\*?|class|interface|type|enum|const|let|var|def|fn|func|struct|trait|record|module)\s+([\p{L}_$][\p{L}\p{N}_$]{2,})/gu;

/** Any quoted relative path, which also covers `require` and `import()`; and Python's `from .a import`. */
const importPattern = /['"`](\.{1,2}\/[^'"`\s]+)['"`]|\bfrom\s+\.(\w+)\s+import\b/g;

const wordPattern = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** The names that a text defines. */
export function definitionsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(definitionPattern)].flatMap(([, name]) => name ?? []));
}

/** The words of a text: names and keywords. */
export function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(wordPattern));
}

/** The first of the given lines (1-based) that contains each word. */
export function firstLineByWord(lines: readonly string[], lineNumbers: readonly number[]): ReadonlyMap<string, number> {
  const lineByWord = new Map<string, number>();
  for (const line of lineNumbers) {
    for (const [word] of (lines[line - 1] ?? '').matchAll(wordPattern))
      if (!lineByWord.has(word)) lineByWord.set(word, line);
  }
  return lineByWord;
}

/**
 * Every path that an import in a text of the file `from` may mean: as it is written, without its extension, and as the
 * index file of a folder. All have `/`, and are relative to the same folder as `from`.
 */
export function importsIn(from: string, text: string): ReadonlySet<string> {
  const targets = [...text.matchAll(importPattern)].map(([, relative, python]) =>
    resolveImport(from, relative ?? `./${python}`),
  );
  return new Set(targets.flatMap((target) => [target, withoutExtension(target), `${target}/index`]));
}

/** Whether one of the imports that `importsIn` returned may mean the file at a path. */
export function importsFile(imports: ReadonlySet<string>, path: string): boolean {
  return imports.has(path) || imports.has(withoutExtension(path));
}

function resolveImport(from: string, relative: string): string {
  const segments = from.split('/').slice(0, -1);
  for (const segment of relative.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

export function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, '');
}

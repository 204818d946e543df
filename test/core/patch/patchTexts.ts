// Writes patches line by line.

export function lines(...all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

/** A patch in the `apply_patch` format, from its sections. */
export function envelope(...sections: readonly string[]): string {
  return lines('*** Begin Patch', ...sections, '*** End Patch');
}

/** A patch of the file `a` in that format. */
export function updateOfA(...hunks: readonly string[]): string {
  return envelope('*** Update File: a', ...hunks);
}

export function unified(path: string, ...hunks: readonly string[]): string {
  return lines(`--- a/${path}`, `+++ b/${path}`, ...hunks);
}

/** A unified diff of the file `a`. */
export function diffOfA(...hunks: readonly string[]): string {
  return unified('a', ...hunks);
}

export function gitDiff(path: string, ...body: readonly string[]): string {
  return lines(`diff --git a/${path} b/${path}`, ...body);
}

export function gitRename(from: string, to: string): string {
  return lines(`diff --git a/${from} b/${to}`, 'similarity index 100%', `rename from ${from}`, `rename to ${to}`);
}

import type { FileOperation, Replacement } from './dialect.ts';
import { occursOnce } from './smallestReplacement.ts';

/** `resultOf` of a tool that matches exactly and does one replacement after the other. */
export function exactResult(operation: FileOperation, before: string | undefined): string | undefined {
  switch (operation.kind) {
    case 'write':
      return operation.mustBeNew && before !== undefined && before !== '' ? undefined : operation.text;
    case 'replace':
      return operation.replacements.reduce<string | undefined>(replaced, before ?? '');
    case 'insert':
    case 'delete':
    case 'move':
    case 'patch':
      return undefined;
  }
}

function replaced(text: string | undefined, { oldText, newText, all }: Replacement): string | undefined {
  if (text === undefined || oldText === newText) return undefined;
  if (oldText === '') return text === '' ? newText : undefined;
  if (all) return text.includes(oldText) ? text.replaceAll(oldText, () => newText) : undefined;
  return occursOnce(text, oldText) ? text.replace(oldText, () => newText) : undefined;
}

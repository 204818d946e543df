import type { Dialect } from './dialect.ts';
import { vscode } from './vscode.ts';

/** The dialects by the id of their agent. */
export const dialects: ReadonlyMap<string, Dialect> = new Map([vscode].map((dialect) => [dialect.id, dialect]));

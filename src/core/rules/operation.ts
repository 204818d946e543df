// Defines the operations on a file that rules judge, and the actions that a rule takes.
import { phrase, type Phrase } from '../wording/phrase.ts';

export type Operation = 'read' | 'create' | 'update' | 'delete' | 'move';
/** Decision about an operation, from permissive to strict. `later`: it is done at once, and reviewed afterwards. */
export type Action = 'allow' | 'later' | 'ask' | 'deny';

/** All operations that change something. */
export const changeOperations: readonly Operation[] = ['create', 'update', 'delete', 'move'];
export const operations: readonly Operation[] = ['read', ...changeOperations];

/** Names of operations on their own, as in lists. */
export const operationWords: Readonly<Record<Operation, Phrase>> = {
  read: phrase('read'),
  create: phrase('create'),
  update: phrase('update'),
  delete: phrase('delete'),
  move: phrase('move'),
};

/** Names of operations within a sentence: "asks before updating a.ts". */
export const operationGerunds: Readonly<Record<Operation, Phrase>> = {
  read: phrase('reading'),
  create: phrase('creating'),
  update: phrase('updating'),
  delete: phrase('deleting'),
  move: phrase('moving'),
};

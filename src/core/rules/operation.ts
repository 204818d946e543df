// Defines the operations on a file that rules judge, and the actions that a rule takes.
import { phrase, type Phrase } from '../wording/phrase.ts';

export type Operation = 'read' | 'create' | 'update' | 'delete' | 'move';
/** `later`: applied at once, and reviewed afterwards. Ordered from permissive to strict. */
export type Action = 'allow' | 'later' | 'ask' | 'deny';

/** All operations that change something. */
export const changeOperations: readonly Operation[] = ['create', 'update', 'delete', 'move'];
export const operations: readonly Operation[] = ['read', ...changeOperations];

/** Labels of operations. */
export const operationWords: Readonly<Record<Operation, Phrase>> = {
  read: phrase('read'),
  create: phrase('create'),
  update: phrase('update'),
  delete: phrase('delete'),
  move: phrase('move'),
};

/** Operations within a sentence. */
export const operationGerunds: Readonly<Record<Operation, Phrase>> = {
  read: phrase('reading'),
  create: phrase('creating'),
  update: phrase('updating'),
  delete: phrase('deleting'),
  move: phrase('moving'),
};

// What rules are about: the operations on a file, and the actions that a rule takes.
import { phrase, type Phrase } from '../wording/phrase.ts';

export type Operation = 'read' | 'create' | 'update' | 'delete' | 'move';
/** `later`: made at once, and reviewed afterwards. In order: each is stricter than the one before. */
export type Action = 'allow' | 'later' | 'ask' | 'deny';

/** All operations that change something. */
export const changeOperations: readonly Operation[] = ['create', 'update', 'delete', 'move'];
export const operations: readonly Operation[] = ['read', ...changeOperations];

/** Operations as people read them. */
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

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { repositoryRoot } from '../host/driver/paths.ts';

export interface FailureText {
  readonly code: string;
  readonly text: string;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** The sentences of every `new ToolError(…)`, `super(…)`, `failure(…)` and function for one code in the sources, with `…` for what is only known in a call. */
export function failureTexts(): readonly FailureText[] {
  const found = new Map<string, FailureText>();
  for (const file of globSync('src/**/*.ts', { cwd: repositoryRoot })) {
    const { program } = parseSync(file, readFileSync(path.join(repositoryRoot, file), 'utf8'));
    visit(program, (node) => {
      const failure = failureIn(node);
      if (failure !== undefined) found.set(`${failure.code} ${failure.text}`, failure);
    });
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, failure]) => failure);
}

/** The functions that make a `ToolError` of one code. */
const codeOf: ReadonlyMap<unknown, string> = new Map([
  ['validationError', 'VALIDATION_ERROR'],
  ['invalidPatchError', 'PATCH_INVALID'],
]);

function failureIn(node: Node): FailureText | undefined {
  const ownCode = node.type === 'CallExpression' ? codeOf.get(nameOf(node['callee'])) : undefined;
  const [message] = listOf(node['arguments']);
  if (ownCode !== undefined && message !== undefined) return failureOf(ownCode, [message]);
  // A class of failures passes its code and words on to `ToolError`.
  const isSuper = node.type === 'CallExpression' && isNode(node['callee']) && node['callee'].type === 'Super';
  const isNew = isSuper || (node.type === 'NewExpression' && nameOf(node['callee']) === 'ToolError');
  const isMade = node.type === 'CallExpression' && nameOf(node['callee']) === 'failure';
  if (!isNew && !isMade) return undefined;
  const [code, ...words] = listOf(node['arguments']);
  if (code?.type !== 'Literal') return undefined;
  return failureOf(String(code['value']), words.slice(0, isNew ? 1 : 2));
}

function failureOf(code: string, sentences: readonly Node[]): FailureText | undefined {
  const text = sentences.map(textOf).join(' ');
  return /\p{L}/u.test(text) ? { code, text } : undefined;
}

function textOf(node: Node): string {
  if (node.type === 'Literal') return String(node['value']);
  if (node.type === 'TemplateLiteral') {
    const parts = listOf(node['quasis']).map((part) => (part['value'] as { readonly cooked: string }).cooked);
    return parts.join('…');
  }
  if (node.type === 'CallExpression' && nameOf(node['callee']) === 'phrase') {
    const [text] = listOf(node['arguments']);
    return text === undefined ? '…' : textOf(text).replaceAll(/\{\d+\}/g, '…');
  }
  return '…';
}

function visit(node: unknown, look: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, look);
  if (!isNode(node)) return;
  look(node);
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, look);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function listOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function nameOf(value: unknown): unknown {
  return isNode(value) ? value['name'] : undefined;
}

// Makes the mutants of a TypeScript source.

import { parseSync } from 'oxc-parser';

/** One small change of a source text: `[start, end)` becomes `text`. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  /** Names the change: "< is <=". */
  readonly what: string;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

type Change = Pick<Mutant, 'start' | 'end' | 'text' | 'what'>;

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '&': '|',
  '|': '&',
  '+=': '-=',
  '-=': '+=',
};

/**
 * All mutants of a TypeScript source: operators, conditions, literals, returned values, and removed statements. Types,
 * imports and messages are left alone, as is what has no result: the defaults behind `??` and conditions that lead to a
 * RangeError alone (which are there for the type checker), and those of a pause (`if (…) yield;`).
 */
export function mutantsOf(path: string, source: string): readonly Mutant[] {
  const { program } = parseSync(path, source);
  const changes: Change[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const entry of value) visit(entry);
    if (!isNode(value) || isLeftAlone(value)) return;
    changes.push(...changesOf(value, source));
    for (const [key, child] of Object.entries(value)) {
      if (value.type === 'LogicalExpression' && value['operator'] === '??' && key === 'right') continue;
      if (typeof child === 'object') visit(child);
    }
  };
  visit(program);
  return changes
    .filter(({ start, end, text }) => source.slice(start, end) !== text)
    .map((change) => ({ ...change, line: source.slice(0, change.start).split('\n').length }));
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}

function isLeftAlone({ type, ...node }: SyntaxNode): boolean {
  if (type === 'TSAsExpression' || type === 'TSSatisfiesExpression') return false;
  if (type === 'IfStatement') return hasNoResult(node['consequent']);
  return type.startsWith('TS') || type === 'ImportDeclaration' || (type === 'ThrowStatement' && node.start >= 0);
}

function hasNoResult(statement: unknown): boolean {
  if (!isNode(statement)) return false;
  const { expression, argument } = statement;
  if (isNode(expression)) return expression.type === 'YieldExpression' && expression['argument'] === null;
  if (statement.type !== 'ThrowStatement' || !isNode(argument)) return false;
  const { callee } = argument;
  return isNode(callee) && callee['name'] === 'RangeError';
}

function changesOf(node: SyntaxNode, source: string): Change[] {
  const { start, end } = node;
  const whole = (text: string, what: string): Change => ({ start, end, text, what });
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operatorOf(node, source);
    case 'UnaryExpression': {
      const { argument } = node;
      return node['operator'] === '!' && isNode(argument)
        ? [whole(source.slice(argument.start, argument.end), 'no !')]
        : [];
    }
    case 'IfStatement':
    case 'ConditionalExpression': {
      const { test } = node;
      return isNode(test)
        ? ['true', 'false'].map((text) => ({ start: test.start, end: test.end, text, what: text }))
        : [];
    }
    case 'Literal':
      return literal(node['value'], whole);
    case 'ReturnStatement':
      return isNode(node['argument']) ? [whole('return undefined;', 'returns nothing')] : [];
    case 'ExpressionStatement':
      return [whole(';', 'removed')];
    default:
      return [];
  }
}

function operatorOf(node: SyntaxNode, source: string): Change[] {
  const { left, right, operator } = node;
  if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return [];
  const start = source.indexOf(operator, left.end);
  const text = operators[operator];
  const isJoin = operator.startsWith('+') && [left, right].some((side) => typeof side['value'] === 'string');
  if (text === undefined || start < 0 || start > right.start || isJoin) return [];
  return [{ start, end: start + operator.length, text, what: `${operator} is ${text}` }];
}

function literal(value: unknown, whole: (text: string, what: string) => Change): Change[] {
  if (typeof value === 'boolean') return [whole(String(!value), `is ${!value}`)];
  if (typeof value === 'number') return [whole(String(value + 1), `is ${value + 1}`)];
  const isMessage = typeof value === 'string' && (value.length > 30 || / .* /.test(value));
  return typeof value === 'string' && !isMessage ? [whole(value === '' ? "'mutant'" : "''", 'other text')] : [];
}

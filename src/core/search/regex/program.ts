// Compiles the syntax tree of a regular expression into a program for a Pike VM, which `scanner.ts` runs.
import { invalidRegexError, type Assertion, type CharacterTest, type Regex } from './syntax.ts';

/**
 * An instruction of a Pike VM. Targets are indexes in the program.
 *
 * - `character`, `assert`: if they succeed, continue with the next instruction. `ascii` caches `test`: 1 for each ASCII
 *   code that passes.
 * - `fork`: continues with both targets, preferring the first.
 * - `match`: ends a match.
 */
export type Instruction =
  | { readonly op: 'character'; readonly test: CharacterTest; readonly ascii: Uint8Array }
  | { readonly op: 'assert'; readonly assertion: Assertion }
  | { readonly op: 'fork'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'match' };

/** A compiled expression. */
export type Program = readonly Instruction[];

/** Maximum number of instructions, which bounds the time for each character: repetitions are unrolled. */
const maxInstructions = 5000;

/**
 * Compiles an expression.
 *
 * @throws `ToolError` `VALIDATION_ERROR` for an expression whose repetitions make it too large
 */
export function compileProgram(tree: Regex): Program {
  const program: Instruction[] = [];
  emit(program, tree);
  program.push({ op: 'match' });
  return program;
}

function emit(program: Instruction[], tree: Regex): void {
  if (program.length > maxInstructions) throw invalidRegexError('its repetitions make it too large');
  switch (tree.kind) {
    case 'character': {
      const ascii = Uint8Array.from({ length: 128 }, (_, codePoint) => (tree.test(codePoint) ? 1 : 0));
      program.push({ op: 'character', test: tree.test, ascii });
      return;
    }
    case 'assert':
      program.push({ op: 'assert', assertion: tree.assertion });
      return;
    case 'sequence':
      for (const part of tree.parts) emit(program, part);
      return;
    case 'choice':
      emitChoice(program, tree.alternatives);
      return;
    case 'repeat':
      emitRepeat(program, tree);
  }
}

/** Emits `fork A, B; A: first; jump end; B: fork …; last; end:`. */
function emitChoice(program: Instruction[], alternatives: readonly Regex[]): void {
  const jumps: { to: number }[] = [];
  for (const [index, alternative] of alternatives.entries()) {
    if (index === alternatives.length - 1) {
      emit(program, alternative);
      break;
    }
    // The targets 0 are set once they are known.
    const fork = { op: 'fork' as const, first: program.length + 1, second: 0 };
    const jump = { op: 'jump' as const, to: 0 };
    program.push(fork);
    emit(program, alternative);
    program.push(jump);
    jumps.push(jump);
    fork.second = program.length;
  }
  for (const jump of jumps) jump.to = program.length;
}

/** Emits `part` `min` times, then a fork before each optional repetition, which continues or leaves. */
function emitRepeat(program: Instruction[], { part, min, max, greedy }: Extract<Regex, { kind: 'repeat' }>): void {
  for (let count = 0; count < min; count++) {
    const before = program.length;
    emit(program, part);
    // A part without instructions stays empty when repeated, and would never reach the limit on instructions.
    if (program.length === before) break;
  }
  const forks: { first: number; second: number }[] = [];
  const emitFork = (): void => {
    const instruction = { op: 'fork' as const, first: program.length + 1, second: program.length + 1 };
    program.push(instruction);
    forks.push(instruction);
  };
  if (max === Infinity) {
    const start = program.length;
    emitFork();
    emit(program, part);
    program.push({ op: 'jump', to: start });
  } else {
    for (let count = min; count < max; count++) {
      emitFork();
      emit(program, part);
    }
  }
  // A greedy fork prefers the repetition, and its second target is the exit; a lazy one prefers the exit.
  for (const instruction of forks) {
    if (greedy) instruction.second = program.length;
    else instruction.first = program.length;
  }
}

/**
 * What must become of a call: `asked` in Redline's own review, `asked to read` before (the suites' person
 * does not allow it), `asked either way` first the one and then the other, or refused with a code.
 */
export type Expected =
  | 'asked'
  | 'asked to read'
  | 'OUTSIDE_WORKSPACE'
  | 'VALIDATION_ERROR'
  | 'PERMISSION_DENIED'
  | 'WRITES_DISABLED'
  | 'NOT_FOUND'
  | 'PATCH_INVALID'
  | 'PATCH_CONFLICT';

export interface Row {
  readonly title: string;
  /** The tool's name without `redline_`. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: Expected | readonly Expected[];
}

/** Builders, so that a case is a line. */
export const read = (filePath: string, expected: Row['expected']): Row => ({
  title: `read ${JSON.stringify(filePath)}`,
  tool: 'read_file',
  input: { filePath },
  expected,
});
export const write = (filePath: string, expected: Row['expected']): Row => ({
  title: `write ${JSON.stringify(filePath)}`,
  tool: 'write_file',
  input: { filePath, content: 'mine\n' },
  expected,
});
export const call = (title: string, tool: string, input: Row['input'], expected: Row['expected']): Row => ({
  title,
  tool,
  input,
  expected,
});
export const patch = (title: string, lines: readonly string[], expected: Row['expected']): Row =>
  call(title, 'apply_patch', { patchText: `${lines.join('\n')}\n` }, expected);

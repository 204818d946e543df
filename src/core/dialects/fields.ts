// Reads fields of JSON that an agent wrote: the input of its hooks and its settings files. None of it is validated.

/** The fields of an object from an agent, not validated. */
export type Fields = Readonly<Partial<Record<string, unknown>>>;

/** Copies the object's own fields; undefined for an array or any other value. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/** The string in a field; undefined for a missing field or another type. */
export function readString(fields: Fields | undefined, name: string): string | undefined {
  const value = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Reads a setting of an agent by its dotted path, such as `tools.core`; undefined if no file has it.
 * @param settings the parsed contents of its settings files, in ascending precedence
 */
export function readSetting(settings: readonly unknown[], path: string): unknown {
  const valueIn = (file: unknown): unknown =>
    path.split('.').reduce<unknown>((value, name) => fieldsOf(value)?.[name], file);
  return settings.map(valueIn).findLast((value) => value !== undefined);
}

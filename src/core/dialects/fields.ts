// Reads fields of an agent's JSON, which is not validated.

/** The fields of an object from an agent, not validated. */
export type Fields = Readonly<Partial<Record<string, unknown>>>;

/** Copies the fields of an object; undefined for any other value. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/** A field with a string; undefined for anything else. */
export function readString(fields: Fields | undefined, name: string): string | undefined {
  const value = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Reads a setting of an agent by its dotted path: `tools.core`.
 * @param settings the contents of its settings files, in ascending precedence
 */
export function readSetting(settings: readonly unknown[], path: string): unknown {
  const valueIn = (file: unknown): unknown =>
    path.split('.').reduce<unknown>((value, name) => fieldsOf(value)?.[name], file);
  return settings.map(valueIn).findLast((value) => value !== undefined);
}

// Reads fields of JSON from an agent.

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

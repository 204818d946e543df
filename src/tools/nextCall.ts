/** A call as a model can send it: the tool's name and its input as JSON, without what is left out or false. */
export function nextCall(tool: string, input: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== false);
  return `${tool} ${JSON.stringify(Object.fromEntries(given))}`;
}

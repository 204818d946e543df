/** The folder of a local file, with a slash at its end. */
export function parentUri(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/') + 1);
}

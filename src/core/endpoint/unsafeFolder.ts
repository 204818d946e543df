// The error for a folder in Redline's home that others can reach.

/** Thrown for a folder that is not the user's alone. The message is for the user, and says what to do. */
export class UnsafeFolderError extends Error {
  override readonly name = 'UnsafeFolderError';
}

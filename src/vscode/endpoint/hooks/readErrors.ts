// Creates the errors for reads of an agent's own tool that are refused without asking the user.
import { ToolError } from '../../../core/wording/errors.ts';

export function tooManyError(): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    'This call names too many files for Redline to tell which of them may contain secrets, so nothing was read. Name fewer files.',
  );
}

export function secretOutsideError(path: string): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `${path} is outside of the workspace and may contain secrets, so it was not read. Continue without it. To be asked about such files, the user sets redline.externalPaths to "ask".`,
  );
}

/** The error for a read of changes that contain a deleted secret, about which the user cannot be asked. */
export function secretDeletedError(path: string): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `The changes contain ${path}, which was deleted and may contain secrets, so they were not read. Run git diff for the other files instead.`,
  );
}

// Creates the input fields that several tools share, or that have the same form, with their descriptions for models.

import * as z from 'zod/mini';

/** The value of a `cell` field that means the notebook's JSON instead of a cell. */
export const rawCell = 'raw';

/** A text that must not be empty. */
export const textField = (description: string) => z.string().check(z.minLength(1), z.describe(description));

/** A text that may be empty. */
export const anyTextField = (description: string) => z.string().check(z.describe(description));

/** An integer between inclusive limits. */
export const integerField = (description: string, minimum: number, maximum?: number) =>
  maximum === undefined
    ? z.int().check(z.minimum(minimum), z.describe(description))
    : z.int().check(z.minimum(minimum), z.maximum(maximum), z.describe(description));

/** A boolean that may be omitted: it is then `byDefault`. */
export const flagField = (description: string, byDefault = false) =>
  z._default(z.boolean().check(z.describe(description)), byDefault);

/** A path as tools take it; `Workspace.locate` resolves it. */
export const filePathField = textField(
  'Relative to the workspace folder with "/", absolute inside it, or "folderName/…" with several folders.',
);

/** The hash that a file must have for a change; `checkExpectedSha256` checks it. */
export const expectedSha256Field = z.optional(
  z
    .string()
    .check(
      z.regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits'),
      z.describe('Refuse unless the file now has this SHA-256 (from an earlier answer).'),
    ),
);

/** Accepted aliases of `filePath` in tools for a single file. */
export const filePathAliases = { path: 'filePath' };

/** A cell of a notebook, by its number or id; may be omitted. */
export const cellField = (description: string) => z.optional(textField(description));

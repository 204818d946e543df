// Creates input fields of tools.
import * as z from 'zod/mini';

/** Input fields of tools, with the descriptions for models. */
export const textField = (description: string) => z.string().check(z.minLength(1), z.describe(description));

/** A text that may be empty. */
export const anyTextField = (description: string) => z.string().check(z.describe(description));

export const integerField = (description: string, minimum: number, maximum?: number) =>
  maximum === undefined
    ? z.int().check(z.minimum(minimum), z.describe(description))
    : z.int().check(z.minimum(minimum), z.maximum(maximum), z.describe(description));

export const flagField = (description: string, byDefault = false) =>
  z._default(z.boolean().check(z.describe(description)), byDefault);

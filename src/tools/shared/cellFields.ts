// Defines the input field that names a cell of a notebook.
import * as z from 'zod/mini';
import { textField } from './fields.ts';

/** The value of `cell` for the notebook's JSON itself. */
export const rawCell = 'raw';

/** A cell of a notebook, by its number or id. */
export const cellField = (description: string) => z.optional(textField(description));

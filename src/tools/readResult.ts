import * as z from 'zod/mini';
import { eolNames } from './eolName.ts';

/** What reading answers. `totalLines` and `sha256` are null where a file is so large that finding out would take long. */
export const readResult = z.object({
  filePath: z.string(),
  content: z.string(),
  startLine: z.number(),
  endLine: z.number(),
  totalLines: z.nullable(z.number()),
  truncated: z.boolean(),
  nextStartLine: z.nullable(z.number()),
  encoding: z.string(),
  encodingErrors: z.number(),
  eol: eolNames,
  sha256: z.nullable(z.string()),
  unsaved: z.boolean(),
});
export type ReadResult = z.infer<typeof readResult>;

import * as z from 'zod/mini';
import { eolNames } from '../shared/eolName.ts';

const figures = { files: z.number(), bytes: z.number() };

/** The result of `redline_path_info`: sizes in bytes, times in ISO 8601 UTC, null if not applicable. */
export const pathInfoResult = z.object({
  path: z.string(),
  absolutePath: z.nullable(z.string()),
  exists: z.boolean(),
  type: z.nullable(z.string()),
  size: z.nullable(z.number()),
  sizeText: z.nullable(z.string()),
  modified: z.nullable(z.string()),
  permissions: z.nullable(z.string()),
  symlinkTarget: z.nullable(z.string()),
  symlinkTargetType: z.nullable(z.string()),
  lines: z.nullable(z.number()),
  encoding: z.nullable(z.string()),
  eol: z.nullable(eolNames),
  sha256: z.nullable(z.string()),
  unsaved: z.boolean(),
  directory: z.nullable(
    z.object({
      ...figures,
      folders: z.number(),
      links: z.number(),
      byExtension: z.array(z.object({ extension: z.string(), ...figures })),
      complete: z.boolean(),
    }),
  ),
  near: z.array(z.string()),
  notes: z.array(z.string()),
});
export type PathInfo = z.infer<typeof pathInfoResult>;

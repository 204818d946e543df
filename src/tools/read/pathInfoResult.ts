// Declares the result of `redline_path_info`, and formats it as text.

import * as z from 'zod/mini';
import { eolNames } from './lineEnding.ts';
import { sizeText } from '../../core/wording/sizeText.ts';
import { pluralize } from '../../core/wording/phrase.ts';

const countFields = { files: z.number(), bytes: z.number() };

/**
 * The result of `redline_path_info`: sizes in bytes, times in ISO 8601 UTC, null if unknown or not applicable. `near` lists
 * similar existing paths if the path does not exist; `directory.complete` is false if its numbers are lower bounds.
 */
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
      ...countFields,
      folders: z.number(),
      links: z.number(),
      byExtension: z.array(z.object({ extension: z.string(), ...countFields })),
      complete: z.boolean(),
    }),
  ),
  near: z.array(z.string()),
  notes: z.array(z.string()),
});
export type PathInfo = z.infer<typeof pathInfoResult>;

/** Formats the properties of a path as text for the agent: what it is, where it is, its content or entries, notes. */
export function formatInfo(info: PathInfo): string {
  if (!info.exists) {
    const near = info.near.map((path) => JSON.stringify(path)).join(' or ');
    return [`${info.path} does not exist.${near === '' ? '' : ` Near it: ${near}.`}`, ...formatAbsolutePath(info)].join(
      '\n',
    );
  }
  return [
    [`${info.path}: ${formatType(info)}`, ...formatSize(info), ...formatTimeAndPermissions(info)].join('; '),
    ...formatAbsolutePath(info),
    ...(info.encoding === null ? [] : [formatContent(info)]),
    ...formatDirectory(info),
    ...info.notes,
  ].join('\n');
}

function formatAbsolutePath({ absolutePath }: PathInfo): string[] {
  return absolutePath === null ? [] : [`Absolute path: ${absolutePath}`];
}

function formatType({ type, symlinkTarget, symlinkTargetType }: PathInfo): string {
  if (type !== 'symlink') return type ?? '';
  const target = symlinkTarget === null ? '' : ` to ${JSON.stringify(symlinkTarget)}`;
  if (symlinkTargetType === null) return `symbolic link${target}`;
  const targetText = symlinkTargetType === 'nothing' ? ', which does not exist' : ` (${symlinkTargetType})`;
  return `symbolic link${target}${targetText}`;
}

function formatSize({ type, size, sizeText: readable }: PathInfo): string[] {
  if (size === null || type === 'directory') return [];
  // Below 1 KiB, the readable size is in bytes itself.
  return [size < 1024 ? `${readable}` : `${size} bytes (${readable})`];
}

function formatTimeAndPermissions({ modified, permissions }: PathInfo): string[] {
  return [...(modified === null ? [] : [`modified ${modified}`]), ...(permissions === null ? [] : [permissions])];
}

function formatContent({ lines, encoding, eol, sha256, unsaved }: PathInfo): string {
  return [
    encoding === 'binary' ? 'binary' : `text, ${encoding}`,
    ...(lines === null ? [] : [pluralize(lines, 'line')]),
    ...(eol === null ? [] : [`line endings ${eol}`]),
    ...(unsaved ? ['unsaved changes in the editor'] : []),
    ...(sha256 === null ? [] : [`SHA-256 ${sha256}`]),
  ].join('; ');
}

function formatDirectory({ directory }: PathInfo): string[] {
  if (directory === null) return [];
  const { files, folders, links, bytes, byExtension, complete } = directory;
  const entryCounts = [
    pluralize(files, 'file'),
    pluralize(folders, 'folder'),
    ...(links > 0 ? [pluralize(links, 'link')] : []),
  ].join(', ');
  const total = `${entryCounts}, ${sizeText(bytes)} in all`;
  return [
    complete ? `${total}.` : `At least ${total}; there is too much to count it all.`,
    ...byExtension.map((counts) => {
      const name = counts.extension === '' ? '(no extension)' : counts.extension;
      return `  ${name}: ${pluralize(counts.files, 'file')}, ${sizeText(counts.bytes)}`;
    }),
  ];
}

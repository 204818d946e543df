import { createDirectory } from './createDirectory.ts';
import { editFile } from './editFile.ts';
import { listDirectory } from './listDirectory.ts';
import { readFile } from './readFile.ts';
import type { Tool } from './tool.ts';
import { writeFile } from './writeFile.ts';

/** Every tool, in the order in which people and models meet them. */
export const allTools: readonly Tool[] = [readFile, listDirectory, writeFile, editFile, createDirectory];

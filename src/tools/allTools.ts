import { applyPatch } from './applyPatch.ts';
import { changesSince } from './changesSince.ts';
import { createDirectory } from './createDirectory.ts';
import { deletePath } from './deletePath.ts';
import { editFile } from './editFile.ts';
import { findFiles } from './findFiles.ts';
import { deleteLines, replaceLines } from './lineTools.ts';
import { listDirectory } from './listDirectory.ts';
import { copyPath, movePath } from './moveCopy.ts';
import { multiEdit } from './multiEdit.ts';
import { pathInfo } from './pathInfo.ts';
import { readFile } from './readFile.ts';
import { searchText } from './searchText.ts';
import type { Tool } from './tool.ts';
import { writeFile } from './writeFile.ts';

/** Every tool, in the order in which people and models meet them. */
export const allTools: readonly Tool[] = [
  readFile,
  listDirectory,
  findFiles,
  searchText,
  pathInfo,
  changesSince,
  writeFile,
  editFile,
  multiEdit,
  applyPatch,
  replaceLines,
  deleteLines,
  createDirectory,
  deletePath,
  movePath,
  copyPath,
];

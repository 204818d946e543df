/** Tools that have a command of their own, by the command's id. */
export const toolOfCommand: Readonly<Record<string, string>> = {
  'redline.findFiles': 'redline_find_files',
  'redline.searchText': 'redline_search_text',
  'redline.pathInfo': 'redline_path_info',
};

/** The commands that run tools for people. */
export const toolCommands: readonly string[] = [
  'redline.runTool',
  'redline.applyPatch',
  'redline.tryReview',
  'redline.addRule',
  ...Object.keys(toolOfCommand),
];

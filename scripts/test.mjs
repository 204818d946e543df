// Runs all checks with the project's Node: `npm test`.

import { runWithProjectNode } from './project-node.mjs';

runWithProjectNode('check-all.ts', process.argv.slice(2));

import { runWithProjectNode } from './project-node.mjs';

runWithProjectNode('tour.ts', process.argv.slice(2));

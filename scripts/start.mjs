// Starts the demo with the project's Node: `npm start`.

import { runWithProjectNode } from './project-node.mjs';

runWithProjectNode('demo/tour.ts', process.argv.slice(2));

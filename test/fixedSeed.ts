import { configureGlobal } from 'fast-check';

// A test says the same each time it runs; `npm run fuzz` draws anew.
configureGlobal({ seed: 1 });

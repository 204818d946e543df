import { brewingTime } from './brew.js';

const tea = process.argv[2] ?? 'green';
console.log(`${tea}: ${brewingTime(tea)} seconds`);

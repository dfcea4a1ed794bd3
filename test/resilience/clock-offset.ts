/** Preloaded into the server of a test (`node --import`): its clock is ahead by the milliseconds in CLOCK_OFFSET_FILE. */
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_OFFSET_FILE;
if (file === undefined) throw new Error('CLOCK_OFFSET_FILE is not set');
const system = Date.now.bind(Date);
Date.now = () => system() + Number(readFileSync(file, 'utf8'));

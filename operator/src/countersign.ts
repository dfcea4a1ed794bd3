#!/usr/bin/env node
/** The program `countersign`: the operators' commands by a short name, such as `countersign config plan bundle.json`. */
import { runAsProcess } from './operator.ts';

await runAsProcess(process.argv.slice(2));

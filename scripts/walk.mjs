/**
 * `npm run walk`: how many of the product's functions, in how many files and folders, run during one HTTP request,
 * until its response. Starts the product in one process, goes through each flow three times, and counts the third with
 * V8's coverage. Takes a few seconds.
 *
 *   npm run walk -- [REQUEST ...] [options]   default: token-request, credential-request, request-object,
 *                                             presentation-response and revocation
 *   --files        lists the files by folder, with the number of functions
 *   --functions    lists the functions with the number of calls
 *   --json         all of it, for programs
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { answerHelp } from './help.mjs';
import { build, root } from './setup.mjs';
import { withSourcePlaces } from './source-positions.mjs';

answerHelp(import.meta.url);

build();
const { requestNames, walkText } = await import(join(root, 'test/dist/walk/walk.js'));
const text = await walkText(root, readOptions());
process.stdout.write(withSourcePlaces(text).replaceAll(`${root}/`, ''));

function readOptions() {
  const flag = { type: 'boolean', default: false };
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { files: flag, functions: flag, json: flag },
    });
    const unknown = positionals.find((name) => !requestNames.includes(name));
    if (unknown !== undefined) throw new Error(`'${unknown}' is not one of ${requestNames.join(', ')}`);
    return { ...values, names: positionals };
  } catch (error) {
    process.stderr.write(`${error.message}\nnpm run walk -- --help lists the options\n`);
    process.exit(2);
  }
}

/** Counts this process's calls of the file system, apart from the store. */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { add, follow } from './counts.ts';

const fs = createRequire(import.meta.url)('node:fs');
const looks = ['stat', 'statSync', 'lstatSync', 'existsSync', 'readdirSync', 'readdir', 'access', 'accessSync'];
const reads = ['readFile', 'readFileSync'];

for (const owner of [fs, fs.promises]) {
  for (const name of [...looks, ...reads]) {
    const original = owner[name];
    if (original === undefined) continue;
    const figure = reads.includes(name) ? 'files read' : 'looks at files';
    owner[name] = function counted(this: unknown, ...args: unknown[]) {
      add(figure);
      const answer = Reflect.apply(original, this, args);
      return answer instanceof Promise ? follow(answer) : answer;
    };
    // For example `statSync.native`, which some packages use.
    Object.assign(owner[name], original);
  }
}
syncBuiltinESMExports();

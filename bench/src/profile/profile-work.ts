/**
 * Preloaded into a server: SIGUSR2 starts a CPU profile of the main thread, a second SIGUSR2 ends it and writes it to
 * the file PROFILE_FILE, with the CPU in between of the whole process as `cpu` and of the main thread as `main`,
 * milliseconds.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

interface Usage {
  readonly cpu: number;
  readonly main: number;
}

const file = process.env.PROFILE_FILE ?? '';
const session = new Session();
let began: Usage | undefined;

wrapJson();
session.connect();
session.post('Profiler.enable');
process.on('SIGUSR2', () => {
  if (began === undefined) begin();
  else end(began);
});

/**
 * V8 attributes the time of JSON.parse and JSON.stringify to their callers. Wrapping them in this file makes it
 * visible.
 */
function wrapJson(): void {
  const { parse, stringify } = JSON;
  JSON.parse = function parseJson(...args: Parameters<typeof parse>) {
    return parse(...args);
  };
  JSON.stringify = function stringifyJson(...args: Parameters<typeof stringify>) {
    return stringify(...args);
  } as typeof stringify;
}

function begin(): void {
  session.post('Profiler.start', () => {
    began = usage();
  });
}

function end(since: Usage): void {
  const { cpu, main } = usage();
  session.post('Profiler.stop', (error, answer) => {
    if (error !== null) throw new Error(`The profile failed: ${error.message}`);
    // The reader waits for the name.
    writeFileSync(`${file}.part`, JSON.stringify({ ...answer.profile, cpu: cpu - since.cpu, main: main - since.main }));
    renameSync(`${file}.part`, file);
  });
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Ticks of 10 ms.
  return { cpu: (user + system) / 1000, main: (Number(fields[11]) + Number(fields[12])) * 10 };
}

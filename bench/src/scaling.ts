/**
 * `npm run bench -- scaling`: what docs/scaling.md says, computed from measured figures: the simulation of the queues against the
 * measured points, and the plans. `--measure` measures again and writes bench/scaling.json (about ten minutes; needs
 * Kafka, the MongoDB-wire server and Redis, which it starts); `--write` writes the tables into the document.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { print } from './closed-loop.ts';
import { listTokenBytes } from './scaling/list-bytes.ts';
import { measureBytes, measureCommit, measurePoints } from './scaling/measure-costs.ts';
import { type FlowFacts, type FlowName, type Measured, readMeasured, readOperations } from './scaling/measured.ts';
import { scalingTables } from './scaling/scaling-tables.ts';
import { withTables } from './scaling/with-tables.ts';

const { values } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    flows: { type: 'string', default: '1500' },
    warmup: { type: 'string', default: '2000' },
    concurrency: { type: 'string', default: '1,8,32' },
  },
});
/** Share of revoked credentials of the tables. */
const REVOKED = 0.01;
const root = resolve(import.meta.dirname, '../..');
const document = join(root, 'docs/scaling.md');

if (values.measure) await measureAll();
const tables = scalingTables(readMeasured(root), listTokenBytes(REVOKED));
if (values.write) {
  writeFileSync(document, withTables(readFileSync(document, 'utf8'), tables));
  print('docs/scaling.md is written');
} else {
  for (const [name, table] of Object.entries(tables)) print(`\n${name}\n\n${table}`);
}

async function measureAll(): Promise<void> {
  const options = {
    root,
    flows: Number(values.flows),
    warmup: Number(values.warmup),
    concurrency: values.concurrency.split(',').map(Number),
  };
  const commitMilliseconds = await measureCommit();
  const flows = { issuance: await factsOf('issuance'), presentation: await factsOf('presentation') };
  const points = [
    ...(await measurePoints('one process', options)),
    ...(await measurePoints('five services', { ...options, flows: Math.ceil(options.flows / 2) })),
  ];
  const measured: Measured = {
    machine: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    node: process.version,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    date: new Date().toISOString().slice(0, 10),
    ...{ commitMilliseconds, points, flows },
  };
  writeFileSync(join(root, 'bench/scaling.json'), `${JSON.stringify(measured, undefined, 2)}\n`);
}

async function factsOf(flow: FlowName): Promise<FlowFacts> {
  return { ...(await measureBytes(root, flow)), ...readOperations(root, flow) };
}

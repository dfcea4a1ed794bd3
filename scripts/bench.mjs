/**
 * `npm run bench`: whole flows against a server process with an empty store, each response checked; or against a
 * running installation.
 *
 *   npm run bench -- [SCENARIO ...] [options]      scenarios by name; default issuance
 *   npm run bench -- all --json out.json
 *   npm run bench -- BENCHMARK [its options]       one of the others, see docs/explanation/benchmarks.md
 *
 * Scenarios: issuance, issuance-dpop, issuance-code, issuance-attested, issuance-mdoc, issuance-batch, refresh, presentation,
 * presentation-clear, presentation-dc-api, presentation-mdoc, presentation-during-issuance, issuance-deferred, login, revoke,
 * status-list, status-list-cwt, status-list-unchanged.
 * Other benchmarks: webhooks, scale, memory, trace, events, hostile-schema, fairness, mdoc, trust, lists.
 *
 * Options of scenarios (defaults; on a target the second):
 *   --flows N            flows of each run (2000; 100)
 *   --concurrency LIST   concurrent flows, one run for each (1,8,32; 4)
 *   --seconds N          ends each run after this time, or after --flows
 *   --rate N             flows that start per second, instead of as many as possible (none; 5)
 *   --warmup N           flows before the first run (1000; 5)
 *   --keys N             wallets with prepared keys (500; 10)
 *   --counted N          flows whose cryptographic work is counted by a separate server, and multiplied by what each signature, check and
 *                        key agreement costs on this machine; 0 counts nothing (200)
 *   --profiled N         flows of which a CPU profile is taken, for the cost by part (0)
 *   --json FILE          writes the result: machine, commit, date, and each run with rate, CPU, percentiles and memory
 *   --cluster            five services with Kafka, a MongoDB-wire server and Redis instead of one process
 *   --dpop, --haip       for issuance: with DPoP; the plain flow and an attested wallet's, with the work of both
 *   --target URL         a running installation: only latency and rate, because its CPU and memory are unknown
 *   --consent HOST       says that you may send load to that host; needed for a target that is not on loopback
 *
 * Environment: for a target BENCH_API_KEY, or BENCH_CLIENT_ID and BENCH_CLIENT_SECRET, with BENCH_TENANT if the
 * tenant's name differs from the client's. PROFILE_TO=folder writes a CPU profile of the measured server's whole life.
 * WORKERS=n: its processes. BENCH_STACK=1 shows where an error comes from.
 */
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

/** Files in bench/dist that run on their own. All other names are scenarios. */
const entries = [
  'webhooks',
  'scale',
  'memory',
  'trace',
  'events',
  'hostile-schema',
  'fairness',
  'mdoc',
  'trust',
  'lists',
];

const words = process.argv.slice(2);
const entry = entries.includes(words[0]) ? words[0] : 'bench';
if (entry !== 'bench') process.argv.splice(2, 1);

install();
build();
process.chdir(root);
try {
  await import(join(root, 'bench', 'dist', `${entry}.js`));
} catch (error) {
  if (!String(error.code).startsWith('ERR_PARSE_ARGS_')) throw error;
  // The rest of Node's message is about arguments that start with a dash.
  process.stderr.write(`${error.message.split('. ')[0]}. npm run bench -- --help lists the options\n`);
  process.exit(2);
}

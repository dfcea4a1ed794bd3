/** A running installation as the server of scenarios: its CPU and memory are not known. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerProcess } from '../server/server-process.ts';
import { issuerOf, loginOf, type Site, wellKnown, writeConfigurationOf } from '../server/site.ts';
import { type OpenWorld, worldOf } from './world.ts';

export interface TargetOptions {
  /** Root of the checkout, for the sample configuration. */
  readonly root: string;
  readonly target: string;
  readonly consent: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly wallets: number;
  readonly rate: number | undefined;
}

/** Its configurations, which are removed at the end. */
const PID = 'bench-pid';
const MDOC = 'bench-pid-mdoc';

/**
 * The origin of an installation that may be loaded.
 * @param consent the host that the caller agrees to load, for a target that is not on loopback
 * @throws with a sentence for the user at the terminal
 */
export function targetOrigin(target: string, consent: string | undefined): string {
  if (!URL.canParse(target)) throw new Error(`--target takes the address of an installation, not '${target}'`);
  const { protocol, origin, hostname, host, pathname, search } = new URL(target);
  if ((protocol !== 'http:' && protocol !== 'https:') || pathname !== '/' || search !== '')
    throw new Error(`--target takes an origin such as https://issuer.example, without a path; not '${target}'`);
  if (isLoopback(hostname) || consent === host || consent === hostname) return origin;
  throw new Error(
    `${host} is not this machine: where you may send load to it, say so with --consent ${host}. The benchmark issues credentials, makes ` +
      'requests, and writes configurations whose ids start with bench-',
  );
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Checks that the target is reachable, admits the caller, and knows itself by its address. @throws with what to change */
export async function openTargetServer(options: TargetOptions): Promise<OpenWorld> {
  const url = targetOrigin(options.target, options.consent);
  await reach(url);
  const site = await signedIn(url, options.env);
  await checkIssuer(site);
  const server: ServerProcess = {
    ...site,
    cpu: () => Number.NaN,
    memory: () => ({ all: Number.NaN, own: Number.NaN, mapped: Number.NaN }),
    stop: async () => undefined,
  };
  const { root, wallets, rate } = options;
  const vct = `${issuerOf(site)}/credentials/vct/${PID}`;
  const parts = { server, wallets, pid: PID, mdoc: MDOC, vct, attested: [], target: undefined };
  const { removeConfigurations, ...world } = worldOf({ ...parts, pace: rate === undefined ? {} : { rate } });
  try {
    await world.configure('issuance', PID, () => writeConfigurationOf(site, 'issuance', sampleAs(root, 'pid', PID)));
    await world.configure('issuance', MDOC, () =>
      writeConfigurationOf(site, 'issuance', sampleAs(root, 'pid-mdoc', MDOC)),
    );
  } catch (error) {
    await removeConfigurations();
    throw error;
  }
  return { ...world, close: removeConfigurations };
}

async function reach(url: string): Promise<void> {
  const answer = await fetch(`${url}/health/ready`).catch((error: Error) => {
    const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } };
    throw new Error(`${url} is not reachable: ${cause?.code ?? cause?.message ?? error.message}`);
  });
  if (!answer.ok) throw new Error(`${url} is not ready: GET /health/ready answered ${answer.status}`);
}

/** By BENCH_API_KEY (variant A), or BENCH_CLIENT_ID and BENCH_CLIENT_SECRET (variant B). */
async function signedIn(url: string, env: TargetOptions['env']): Promise<Site> {
  const { BENCH_API_KEY: apiKey, BENCH_CLIENT_ID: client, BENCH_CLIENT_SECRET: secret, BENCH_TENANT: tenant } = env;
  if (apiKey === undefined && (client === undefined || secret === undefined)) {
    throw new Error('--target needs BENCH_API_KEY, or BENCH_CLIENT_ID and BENCH_CLIENT_SECRET, in the environment');
  }
  const site: Site =
    apiKey === undefined
      ? { url, apiKey: '', tenant: { id: tenant ?? client ?? '', token: await login(url, client ?? '', secret ?? '') } }
      : { url, apiKey };
  const answer = await fetch(`${url}/session?limit=1`, { headers: loginOf(site) });
  if (answer.ok) return site;
  const used = apiKey === undefined ? 'BENCH_CLIENT_ID and BENCH_CLIENT_SECRET' : 'BENCH_API_KEY';
  throw new Error(`${url} refuses: GET /session answered ${answer.status}; check ${used}. ${await answer.text()}`);
}

async function login(url: string, client_id: string, client_secret: string): Promise<string> {
  const body = new URLSearchParams({ client_id, client_secret });
  const answer = await fetch(`${url}/auth/token`, { method: 'POST', body });
  const text = await answer.text();
  if (answer.ok) return (JSON.parse(text) as { readonly access_token: string }).access_token;
  throw new Error(`${url} refuses the client ${client_id}: POST /auth/token answered ${answer.status}. ${text}`);
}

async function checkIssuer(site: Site): Promise<void> {
  const address = site.url + wellKnown(site, 'openid-credential-issuer');
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: check BENCH_TENANT`);
  const { credential_issuer: issuer } = (await answer.json()) as { readonly credential_issuer: string };
  if (issuer === issuerOf(site)) return;
  throw new Error(
    `The installation at ${site.url} calls its issuer ${issuer}: give the origin of that address as --target`,
  );
}

/** A sample configuration under another id. */
function sampleAs(root: string, sample: string, id: string): object {
  const text = readFileSync(join(root, `test/samples/issuance/${sample}.json`), 'utf8');
  const { $schema: _, ...configuration } = JSON.parse(
    text.replaceAll('/credentials/vct/pid"', `/credentials/vct/${PID}"`),
  );
  configuration.config.scope = id;
  return { ...configuration, id };
}

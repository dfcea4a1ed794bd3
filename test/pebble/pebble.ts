/** Pebble 2.10, the ACME authority of Let's Encrypt for tests: fetched and built once into the cache, on loopback only. */

import { readFileSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOutbound, type Outbound } from '@countersign/shared/http/outbound';
import { type Engine, freePort, startEngine } from '../engines/engine.ts';
import { installOnce, pinnedFile, runCommand, versioned } from '../engines/provision.ts';
import { writeTlsFiles } from '../engines/tls-files.ts';

const MODULE = ['go.mod', 'go.sum'];
const COMMANDS = ['pebble', 'pebble-challtestsrv'];
/** Only modules from go.sum, and with the installed Go. */
const GO = { CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOTOOLCHAIN: 'local', GOWORK: 'off' };

/** @returns the folder of its commands @throws Error without Go 1.25 */
export function provisionPebble(): Promise<string> {
  const files = MODULE.map((name) => join('pebble', name));
  return installOnce(versioned('pebble', files), async (part) => {
    for (const name of MODULE) await copyFile(pinnedFile(join('pebble', name)), join(part, name));
    for (const name of COMMANDS) {
      const source = `github.com/letsencrypt/pebble/v2/cmd/${name}`;
      await runCommand('go', ['build', '-p', '2', '-o', name, source], { cwd: part, env: GO });
    }
  });
}

export interface PebbleOptions {
  readonly commands: string;
  readonly folder: string;
  /** Where challenges are looked up, whatever the name. */
  readonly httpPort: number;
  /** Percent of good nonces that are refused. */
  readonly refusedNonces?: number;
  /** Every challenge succeeds without a look. */
  readonly alwaysValid?: boolean;
  /** Key by identifier; the authority then demands an external account. */
  readonly externalAccounts?: Readonly<Record<string, string>>;
  /** Further chains that it offers. */
  readonly alternates?: number;
  /** Seconds that certificates live. */
  readonly lifetime?: number;
}

export interface Pebble {
  readonly directory: string;
  /** A client that trusts its certificate. */
  readonly outbound: Outbound;
  /** PEM of its CA. */
  readonly ca: string;
  /** Roots of its chains, PEM. */
  readonly roots: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

export async function startPebble(options: PebbleOptions): Promise<Pebble> {
  const { commands, folder, alternates = 1 } = options;
  const [port, managementPort] = [await freePort(), await freePort()];
  const tls = await writeTlsFiles(folder, 'pebble');
  const ca = readFileSync(tls.ca, 'utf8');
  const config = join(folder, 'pebble.json');
  writeFileSync(config, JSON.stringify({ pebble: configurationOf(options, { port, managementPort, tls }) }));
  const outbound = createOutbound({ allow: ['127.0.0.1'], ca });
  const read = (url: string) => outbound.request({ url, method: 'GET', maxBytes: 65_536, timeout: 5000 });
  const names = await startNames(commands, folder);
  const directory = `https://127.0.0.1:${port}/dir`;
  const engine = await startEngine({
    name: 'pebble',
    url: directory,
    port,
    folder,
    command: () => ({
      file: join(commands, 'pebble'),
      args: ['-config', config, '-dnsserver', names.url],
      env: environmentOf(options),
    }),
    answers: async () => (await read(directory)).status === 200,
  });
  return {
    directory,
    outbound,
    ca,
    roots: async () =>
      Promise.all(
        Array.from({ length: alternates + 1 }, async (_, index) => {
          const { body } = await read(`https://127.0.0.1:${managementPort}/roots/${index}`);
          return body.toString('utf8');
        }),
      ),
    stop: async () => {
      await engine.kill();
      await names.kill();
    },
  };
}

interface Places {
  readonly port: number;
  readonly managementPort: number;
  readonly tls: { readonly cert: string; readonly key: string };
}

function configurationOf({ httpPort, externalAccounts, lifetime }: PebbleOptions, places: Places) {
  return {
    listenAddress: `127.0.0.1:${places.port}`,
    managementListenAddress: `127.0.0.1:${places.managementPort}`,
    certificate: places.tls.cert,
    privateKey: places.tls.key,
    httpPort,
    tlsPort: httpPort,
    keyAlgorithm: 'ecdsa',
    retryAfter: { authz: 0, order: 0 },
    ...(externalAccounts === undefined
      ? {}
      : { externalAccountBindingRequired: true, externalAccountMACKeys: externalAccounts }),
    profiles: { default: { description: 'Of tests', validityPeriod: lifetime ?? 7_776_000 } },
  };
}

function environmentOf({ refusedNonces = 0, alwaysValid = false, alternates = 1 }: PebbleOptions): NodeJS.ProcessEnv {
  return {
    PEBBLE_VA_NOSLEEP: '1',
    PEBBLE_WFE_NONCEREJECT: String(refusedNonces),
    PEBBLE_WFE_AUTHZREUSE: '0',
    PEBBLE_ALTERNATE_ROOTS: String(alternates),
    ...(alwaysValid ? { PEBBLE_VA_ALWAYS_VALID: '1' } : {}),
  };
}

/** A name server that resolves every name to loopback. */
async function startNames(commands: string, folder: string): Promise<Engine> {
  const [port, management] = [await freePort(), await freePort()];
  const none = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-doh', ''];
  return startEngine({
    name: 'names',
    url: `127.0.0.1:${port}`,
    port,
    folder: join(folder, 'names'),
    command: () => ({
      file: join(commands, 'pebble-challtestsrv'),
      args: [...none, '-dnsserver', `127.0.0.1:${port}`, '-management', `127.0.0.1:${management}`, '-defaultIPv6', ''],
    }),
    answers: async () =>
      (await fetch(`http://127.0.0.1:${management}/http-request-history`, { method: 'POST', body: '{"host":"a"}' })).ok,
  });
}

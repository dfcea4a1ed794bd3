import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { OutboundRequest } from '@countersign/shared/http/outbound';
import { silentLog } from '@countersign/shared/kernel/log';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { createExternalServers } from '../../src/client/external-servers.ts';
import { signer } from '../support.ts';
import { refusal } from '../world.ts';

const server = { issuer: 'https://as.example/realm', sessionClaim: 'issuer_state' };
const { jwk } = signer();

function open(t: TestContext, answers: Readonly<Record<string, unknown>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-external-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const world = { now: 0, urls: [] as string[], keys: [{ ...jwk, kid: 'k' }] as object[], down: false };
  const known = (): Readonly<Record<string, unknown>> => ({
    'https://as.example/.well-known/oauth-authorization-server/realm': {
      issuer: server.issuer,
      jwks_uri: 'https://as.example/keys',
    },
    'https://as.example/keys': { keys: world.keys },
    ...answers,
  });
  const outbound = {
    request: async ({ url }: OutboundRequest) => {
      world.urls.push(url);
      if (world.down) throw new Error('down');
      return {
        status: known()[url] === undefined ? 404 : 200,
        headers: {},
        body: Buffer.from(JSON.stringify(known()[url] ?? {})),
      };
    },
  };
  const settings = { CONFIG_FOLDER: folder } as never;
  const servers = createExternalServers({ settings, log: silentLog, clock: () => world.now }, outbound);
  return { world, servers, folder };
}

test('keys are found by the metadata, by id, and kept', async (t) => {
  const { world, servers } = open(t);
  assert.ok(await servers.key(server, 'k'));
  assert.ok(await servers.key(server, undefined));
  assert.equal(world.urls.length, 2);
  world.now += 300_000;
  assert.ok(await servers.key(server, 'k'));
  assert.equal(world.urls.length, 4);
});

test('an unknown key is looked for again after a pause, not at each request', async (t) => {
  const { world, servers } = open(t);
  assert.ok(await servers.key(server, 'k'));
  for (let n = 0; n < 9; n += 1) assert.equal(await servers.key(server, 'next'), undefined);
  assert.equal(world.urls.length, 2);
  world.keys = [...world.keys, { ...signer().jwk, kid: 'next' }];
  world.now += 30_000;
  assert.ok(await servers.key(server, 'next'));
});

test('several keys need an id, private and other keys are none', async (t) => {
  const { world, servers } = open(t);
  world.keys = [
    { ...jwk, kid: 'a' },
    { ...jwk, kid: 'b' },
    { ...jwk, kid: 'p', d: 'x' },
    { kty: 'RSA', kid: 'r' },
  ];
  assert.equal(await servers.key(server, undefined), undefined);
  assert.equal(await servers.key(server, 'p'), undefined);
  assert.equal(await servers.key(server, 'r'), undefined);
  assert.ok(await servers.key(server, 'a'));
});

test('metadata of another issuer, and a server that is down', async (t) => {
  const foreign = { issuer: 'https://other.example', jwks_uri: 'https://as.example/keys' };
  const { servers } = open(t, { 'https://as.example/.well-known/oauth-authorization-server/realm': foreign });
  assert.equal((await refusal(servers.key(server, 'k'))).code, 'temporarily_unavailable');
  const other = open(t);
  other.world.down = true;
  assert.equal((await refusal(other.servers.key(server, 'k'))).code, 'temporarily_unavailable');
  other.world.down = false;
  assert.ok(await other.servers.key(server, 'k'));
});

test('a tenant has its own file or none; a broken one is an error', (t) => {
  const { servers, folder } = open(t);
  assert.equal(servers.of('default'), undefined);
  writeFileSync(join(folder, 'authorization-server.json'), JSON.stringify({ issuer: server.issuer }));
  assert.deepEqual(servers.of('default'), server);
  assert.equal(servers.of('root'), undefined);
  writeFileSync(join(folder, 'authorization-server.json'), '{"issuer":1}');
  assert.throws(() => servers.of('default'), { code: 'server_error' });
});

test('the reasons of a broken file, and of a server that does not answer', async (t) => {
  const { world, servers, folder } = open(t);
  writeFileSync(join(folder, 'authorization-server.json'), '{');
  assert.deepEqual(await refusalOf(() => servers.of('default')), {
    code: 'server_error',
    reason: 'external_server_broken',
  });
  world.down = true;
  assert.deepEqual(await refusalOf(() => servers.key(server, 'k')), {
    code: 'temporarily_unavailable',
    reason: 'dependency_away',
    facts: { dependency: 'keys of the authorization server' },
  });
});

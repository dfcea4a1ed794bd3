/**
 * Every key is rotated again and again while two replicas issue: no verifier fails for a missing key. The verifiers are
 * third-party libraries, with the published keys as they last fetched them, from either replica.
 */
import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { issueSdJwtVc } from '@countersign/issuer/credential/sd-jwt-issue';
import { createIssuer } from '@countersign/issuer/issuer';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import { isIssuedBy } from '@countersign/shared/crypto/x509';
import { type OperationReply, operationNamed } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { noMetrics } from '@countersign/shared/metrics/metrics';
import { createPlatform } from '@countersign/shared/runtime/platform';
import { directCall } from '@countersign/shared/runtime/run';
import type { Platform, Service } from '@countersign/shared/runtime/service';
import { readSettings } from '@countersign/shared/settings/read-settings';
import type { Store } from '@countersign/shared/store/port';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { createStatus } from '@countersign/status/status';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import { createLocalJWKSet, importX509, type JSONWebKeySet, jwtVerify } from 'jose';
import { copySamples } from '../support/samples.ts';

const MINUTE = 60_000;
const MINUTES = 60;
/** The published keys' `max-age`. */
const HELD = 5 * MINUTE;
const START = Date.UTC(2030, 0, 1);
const VCT = 'https://issuer.example/credentials/vct/pid';

interface Replica {
  readonly platform: Platform;
  call(operation: string, params?: Record<string, string>, headers?: Record<string, string>): Promise<OperationReply>;
}

async function openReplica(store: Store, folder: string, clock: () => number): Promise<Replica> {
  const env = { PUBLIC_URL: 'https://issuer.example', CONFIG_FOLDER: join(folder, 'config') };
  const { settings } = readSettings({ ...env, MASTER_KEY: Buffer.alloc(32, 1).toString('base64url') });
  const services: Service[] = [];
  const cache = createInProcessCache({ clock });
  const parts = { settings, store, cache, clock, random: systemRandom, log: silentLog, metrics: noMetrics };
  const { platform } = createPlatform({ ...parts, call: directCall(services), bus: undefined, publishing: [] });
  services.push(createIssuer(platform), createStatus(platform));
  const operations = Object.assign({}, ...services.map((service) => service.operations)) as Service['operations'];
  return {
    platform,
    call: (operation, params = {}, headers = {}) => {
      const found = operationNamed(operations, operation);
      assert.ok(found !== undefined, operation);
      const of = { id: 'r', tenant: 'default', method: 'GET', url: '', query: {}, encoding: 'none' } as const;
      return found({ ...of, params, headers, body: undefined });
    },
  };
}

async function world(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-rotation-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  copySamples(folder);
  const store = await temporaryStore(t);
  const time = { now: START };
  const replicas = [await openReplica(store, folder, () => time.now), await openReplica(store, folder, () => time.now)];
  return { time, replicas, pick: (turn: number): Replica => replicas[turn % 2] as Replica };
}

/** A verifier that caches the keys for five minutes. */
function keyHolder(time: { readonly now: number }) {
  let held: { readonly at: number; readonly keys: ReturnType<typeof createLocalJWKSet> } | undefined;
  return async (replica: Replica) => {
    if (held === undefined || time.now - held.at >= HELD) {
      const { body } = await replica.call('issuer.jwks');
      held = { at: time.now, keys: createLocalJWKSet(body as unknown as JSONWebKeySet) };
    }
    return held.keys;
  };
}

async function verifyCredential(credential: string, keys: ReturnType<typeof createLocalJWKSet>): Promise<void> {
  const instance = new SDJwtVcInstance({
    hasher: (data) =>
      createHash('sha256')
        .update(typeof data === 'string' ? data : Buffer.from(data))
        .digest(),
    verifier: async (data, signature) => {
      await jwtVerify(`${data}.${signature}`, keys, { currentDate: new Date(START) });
      return true;
    },
  });
  await instance.verify(credential, { currentDate: START / 1000 });
}

/** Only the chain: the leaf's key, under the CA that the verifier has trusted from the start. */
async function verifyByChain(token: string, anchor: X509Certificate, at: number): Promise<void> {
  const { x5c } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { x5c: string[] };
  const leaf = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'));
  assert.ok(isIssuedBy(leaf, anchor));
  await jwtVerify(token, await importX509(leaf.toString(), 'ES256'), { currentDate: new Date(at) });
}

test('every key is rotated under load on two replicas: no verification fails', async (t) => {
  const { time, pick, replicas } = await world(t);
  const { anchor = '' } = await pick(0).platform.keys.signer('default', 'credential');
  const trusted = new X509Certificate(anchor);
  const holders = Array.from({ length: 8 }, () => keyHolder(time));
  const kids = new Set<string>();
  const credentials: string[] = [];
  let verified = 0;
  const issue = async (replica: Replica): Promise<void> => {
    const key = await replica.platform.keys.signer('default', 'credential');
    const payload = { vct: VCT, iat: START / 1000, given_name: 'Ada' } satisfies JsonObject;
    credentials.push(await issueSdJwtVc({ payload, key, random: systemRandom }));
    kids.add(key.kid);
  };
  for (let turn = 0; turn < MINUTES; turn += 1) {
    time.now += MINUTE;
    // As often as possible: each rotation follows the previous one as soon as that is in use.
    const rotations = ['credential', 'request', 'encryption', 'ca'].map((purpose, place) =>
      pick(turn + place).call('issuer.key.rotate', { purpose }),
    );
    await Promise.all([...rotations, ...replicas.flatMap((each) => Array.from({ length: 5 }, () => issue(each)))]);
    for (const [place, holder] of holders.entries()) {
      const keys = await holder(pick(turn + place));
      const recent = credentials.slice(-10)[place] ?? '';
      await verifyCredential(recent, keys);
      // Credentials issued before any rotation are still valid.
      await verifyCredential(credentials[place] ?? '', keys);
      verified += 2;
    }
    await verifyByChain((credentials.at(-1) ?? '').split('~')[0] ?? '', trusted, START);
    const list = String((await pick(turn).call('status.list')).raw);
    await verifyByChain(list, trusted, time.now);
    const metadata = await pick(turn + 1).call('issuer.metadata', {}, { accept: 'application/jwt' });
    await verifyByChain(String(metadata.raw), trusted, time.now);
    verified += 3;
  }
  assert.equal(verified, MINUTES * 19);
  assert.ok(kids.size >= 5, `${kids.size} keys`);
});

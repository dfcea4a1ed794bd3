/**
 * A store restored from a backup: nothing that wallets received or used after the backup is issued or accepted a second
 * time.
 */

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { explained } from '@countersign/gateway/test/sessions/explained';
import { operatorOutput } from '@countersign/operator/test/command-output';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { statusLists } from '@countersign/shared/test/model/every-tenant';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import { freePort } from '../support/child-server.ts';
import {
  begin,
  beginWithToken,
  credentialBody,
  PRE_AUTHORIZED_FLOW,
  sessionOf,
  type WithToken,
} from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

interface Site {
  readonly folder: string;
  start(): Promise<TestServer>;
  backup(): string;
  /** Replaces the data with a backup. */
  restore(backup: string): void;
  /** @param later milliseconds by which its clock is ahead */
  afterRestore(args?: readonly string[], later?: number): Promise<{ readonly code: number; readonly report: string }>;
}

/** One address, one configuration, one data folder. */
async function site(t: TestContext): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-restore-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const port = String(await freePort());
  const env = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, AUDIT_FILE: join(folder, 'audit.jsonl') };
  const data = join(folder, 'data');
  let environment: TestServer['environment'] = {};
  let backups = 0;
  return {
    folder,
    start: async () => {
      const server = await startSampleServer({ folder, env });
      environment = server.environment;
      t.after(() => server.close());
      return server;
    },
    backup: () => {
      backups += 1;
      const backup = join(folder, `backup-${backups}`);
      cpSync(data, backup, { recursive: true });
      return backup;
    },
    restore: (backup) => {
      rmSync(data, { recursive: true });
      cpSync(backup, data, { recursive: true });
    },
    afterRestore: async (args = [], later = 0) => {
      const clock = (): number => Date.now() + later;
      const { code, written, reported } = await operatorOutput(['after-restore', ...args, '--yes'], {
        env: environment,
        clock,
      });
      return { code, report: written + reported };
    },
  };
}

/** Status entries of new credentials. */
async function issue(flow: WithToken, count = 3): Promise<string[]> {
  const entries: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const answer = await flow.wallet.credential(flow.token, await credentialBody(flow.wallet));
    assert.equal(answer.status, 200, answer.text);
    const payload = String(answer.json.credentials[0].credential).split('.')[1] ?? '';
    const { status } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as {
      status: { status_list: { uri: string; idx: number } };
    };
    entries.push(`${status.status_list.uri}#${status.status_list.idx}`);
  }
  return entries;
}

test('issue, back up, issue more, restore: no index twice, and open offers and tokens are ended', async (t) => {
  const { start, backup, restore, afterRestore } = await site(t);
  const given: string[] = [];
  let server = await start();
  const first = `${server.url}/status-management/status-list#`;
  const old = await beginWithToken(server);
  given.push(...(await issue(old)));
  const [offer, kept] = [await begin(server, PRE_AUTHORIZED_FLOW), await beginWithToken(server)];
  await server.close();
  const copy = backup();

  server = await start();
  assert.equal((await offer.wallet.redeem(offer.offer)).status, 200, 'used after the backup');
  given.push(...(await issue(await beginWithToken(server), 20)));
  await server.close();
  assert.ok(given.every((entry) => entry.startsWith(first)));

  // Twice from the same backup, with wallets in between.
  for (let round = 0; round < 2; round += 1) {
    restore(copy);
    const { code, report } = await afterRestore([], round * 10_000);
    assert.equal(code, 0, report);
    assert.match(report, /^closed: default\/1$/m);
    assert.match(report, /^issuances ended: 2$/m);
    assert.match(report, /^access tokens revoked: 1$/m);
    server = await start();
    const refused = await offer.wallet.redeem(offer.offer);
    assert.deepEqual([refused.status, refused.json.error], [400, 'invalid_grant'], 'not a second time');
    for (const [{ wallet, token }, error] of [
      [old, 'invalid_token'],
      [kept, 'credential_request_denied'],
    ] as const) {
      const answer = await wallet.credential(token, await credentialBody(wallet));
      assert.equal(answer.json.error, error, answer.text);
    }
    const seen = await sessionOf(server, offer.session);
    assert.deepEqual([seen.status, seen.error], ['failed', explained('restored')]);
    assert.deepEqual([(await sessionOf(server, old.session)).status], ['issued']);
    const fresh = await issue(await beginWithToken(server), 20);
    assert.ok(
      fresh.every((entry) => !entry.startsWith(first)),
      fresh[0],
    );
    given.push(...fresh);
    // The old list is signed, and so is its successor.
    for (const entry of [given[0], fresh[0]]) {
      const list = await fetch(String(entry).split('#', 1)[0] ?? '');
      assert.deepEqual([list.status, list.headers.get('content-type')], [200, 'application/statuslist+jwt']);
      await list.arrayBuffer();
    }
    await server.close();
  }
  assert.equal(new Set(given).size, given.length);
});

test('a client assertion that was used after the backup is not taken a second time', async (t) => {
  const { start, backup, restore, afterRestore } = await site(t);
  const key = newWalletKey();
  let server = await start();
  const client = { client_id: 'one', redirect_uris: [], jwks: { keys: [key.publicJwk] } };
  server.writeConfig('wallets.json', { clients: [client] });
  await server.close();
  const copy = backup();

  server = await start();
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: 'one', sub: 'one', aud: server.url, jti: 'used', iat, exp: iat + 300 };
  const proof = {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signCompact({ alg: 'ES256' }, claims, key.privateKey),
  };
  const wallet = new Wallet({ issuer: server.url, dpop: false });
  const redeem = async (): Promise<unknown> =>
    (await wallet.token({ grant_type: 'authorization_code', code: 'x', ...proof })).json.error;
  assert.equal(await redeem(), 'invalid_grant');
  assert.equal(await redeem(), 'invalid_client');
  await server.close();

  restore(copy);
  assert.equal((await afterRestore()).code, 0);
  await start();
  assert.equal(await redeem(), 'temporarily_unavailable');
});

test('offers can be kept, and a presentation request can be answered again only then', async (t) => {
  const { start, backup, restore, afterRestore } = await site(t);
  let server = await start();
  const offer = await begin(server, PRE_AUTHORIZED_FLOW);
  const asked = { response_type: 'uri', requestId: 'name-check' };
  const made = await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(asked) });
  const { session } = (await made.json()) as { session: string };
  await server.close();
  const copy = backup();
  const kept = await afterRestore(['--keep-offers']);
  assert.equal(kept.code, 0, kept.report);
  assert.ok(!kept.report.includes('ended'), kept.report);
  server = await start();
  assert.equal((await sessionOf(server, session)).status, 'created');
  assert.equal((await offer.wallet.redeem(offer.offer)).status, 200);
  await server.close();
  restore(copy);
  const ended = await afterRestore();
  assert.match(ended.report, /^presentation requests ended: 1$/m);
  server = await start();
  const { status, error } = await sessionOf(server, session);
  assert.deepEqual([status, error], ['rejected', explained('restored')]);
});

test('records come back from the audit file; each run leaves one of its own', async (t) => {
  const { folder, start, backup, restore, afterRestore } = await site(t);
  let server = await start();
  await server.a('/session');
  await server.close();
  const copy = backup();
  server = await start();
  const { session } = await begin(server, PRE_AUTHORIZED_FLOW);
  await server.close();
  restore(copy);
  const file = join(folder, 'audit.jsonl');
  const moved = join(folder, 'moved.jsonl');
  cpSync(file, moved);
  writeFileSync(moved, '{"id":"half', { flag: 'a' });
  const { code, report } = await afterRestore(['--audit', moved]);
  assert.equal(code, 2, report);
  assert.match(report, /^audit records restored: 1$/m);
  assert.match(report, /^not an audit record: .*moved\.jsonl:3$/m);
  server = await start();
  const records = (await (await server.a(`/audit?session=${session}`)).json()) as { action: string }[];
  assert.deepEqual(
    records.map(({ action }) => action),
    ['offer.made'],
  );
  assert.match(readFileSync(file, 'utf8'), /"action":"store\.restored","client":"\[after-restore\]"/);
});

test('it is refused where a server runs, the folder is empty, or the key differs', async (t) => {
  const { folder, start, backup, afterRestore } = await site(t);
  const server = await start();
  const running = await afterRestore();
  assert.equal(running.code, 1);
  assert.match(running.report, /in use by this process/);
  await begin(server);
  await server.close();
  const before = backup();
  const env = { ...server.environment };
  const attempts: readonly (readonly [RegExp, readonly string[], Record<string, string>])[] = [
    [/There is no store in/, [], { DATA_FOLDER: join(folder, 'nothing') }],
    [/MASTER_KEY does not open/, [], { MASTER_KEY: Buffer.alloc(32, 9).toString('base64url') }],
    [/needs the MASTER_KEY it was created with: restore the matching secrets\.json/, [], { MASTER_KEY: '' }],
    [/ENOENT/, ['--audit', join(folder, 'nothing.jsonl')], {}],
    [/npm run operator -- after-restore/, ['--what'], {}],
    [/Stop all services first/, [], {}],
  ];
  for (const [expected, args, more] of attempts) {
    const given = { env: { ...env, ...more } };
    const { code, written, reported } = await operatorOutput(['after-restore', ...args], given);
    assert.equal(code, 1, written);
    assert.match(written + reported, expected);
  }
  assert.deepEqual(await listsOf(join(folder, 'data')), await listsOf(before), 'nothing was changed');
  assert.equal((await afterRestore()).code, 0);
});

async function listsOf(folder: string): Promise<readonly unknown[]> {
  const store = await openEmbeddedStore({ folder });
  try {
    return (await store.find(statusLists, { index: 'list', limit: 10 })).documents;
  } finally {
    await store.close();
  }
}

test('the audit file: later revocations and erasures are repeated, also for credentials issued since', async (t) => {
  const { folder, start, backup, restore, afterRestore } = await site(t);
  let server = await start();
  const revoke = async (sessionId: string, status: 0 | 1): Promise<void> => {
    const body = JSON.stringify({ sessionId, credentialConfigurationId: 'pid', status });
    assert.equal((await server.a('/status-management', { method: 'POST', body })).status, 201);
  };
  const [revoked, valid, erased] = await Promise.all([1, 2, 3].map(() => beginWithToken(server)));
  if (revoked === undefined || valid === undefined || erased === undefined) return assert.fail();
  for (const flow of [revoked, valid, erased]) await issue(flow, 1);
  await revoke(valid.session, 1);
  await server.close();
  const copy = backup();

  server = await start();
  await revoke(revoked.session, 1);
  await revoke(valid.session, 0);
  assert.equal((await server.a(`/session/${erased.session}`, { method: 'DELETE' })).status, 200);
  await revoke(erased.session, 1);
  const since = await beginWithToken(server);
  await issue(since, 1);
  await revoke(since.session, 1);
  await server.close();
  const lines = readFileSync(join(folder, 'audit.jsonl'), 'utf8');
  assert.match(lines, new RegExp(`"session.erased","client":"api-key".*"session":"${erased.session}"`));

  restore(copy);
  const moved = join(folder, 'moved.jsonl');
  // A status service without an AUDIT_FILE: the indexes of later issuances are unknown.
  const withoutIndexes = lines.split('\n').filter((line) => !line.includes('"status.allocated"'));
  writeFileSync(moved, withoutIndexes.join('\n'));
  const { code, report } = await afterRestore(['--audit', moved]);
  assert.equal(code, 2, report);
  assert.match(report, /^statuses set again: 3$/m);
  assert.match(report, /^sessions erased again: 1$/m);
  assert.match(
    report,
    new RegExp(`^status not set: .*"session":"${since.session}","configuration":"pid","status":1`, 'm'),
  );
  restore(copy);
  writeFileSync(moved, lines);
  const whole = await afterRestore(['--audit', moved]);
  assert.equal(whole.code, 0, whole.report);
  assert.match(whole.report, /^status entries restored: 1$/m);
  assert.match(whole.report, /^statuses set again: 4$/m);
  server = await start();
  const valuesOf = async (session: string): Promise<number[]> => {
    const entries = (await (await server.a(`/status-management/${session}`)).json()) as { status: number }[];
    return entries.map(({ status }) => status);
  };
  assert.deepEqual(await Promise.all([revoked, valid, erased, since].map(({ session }) => valuesOf(session))), [
    [1],
    [0],
    [1],
    [1],
  ]);
  await revoke(since.session, 0);
  assert.deepEqual(await valuesOf(since.session), [0]);
  assert.equal((await server.a(`/session/${erased.session}`)).status, 404);
  // Credentials from before the backup can still be revoked.
  await revoke(valid.session, 1);
  assert.deepEqual(await valuesOf(valid.session), [1]);
  assert.equal((await afterRestoreAgain(server, afterRestore, moved)).code, 0);
});

/** Once more, with the server stopped. */
async function afterRestoreAgain(server: TestServer, run: Site['afterRestore'], file: string) {
  await server.close();
  const again = await run(['--audit', file]);
  assert.match(again.report, /^sessions erased again: 0$/m);
  assert.match(again.report, /^audit records restored: 0$/m);
  return again;
}

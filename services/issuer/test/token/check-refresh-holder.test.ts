import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditDocument } from '@countersign/shared/model/audit-record';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh-grants';
import type { Platform } from '@countersign/shared/runtime/service';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkRefreshHolder } from '../../src/token/check-refresh-holder.ts';
import { NOW } from '../support.ts';

const use = async () => undefined;
const record = {
  ...{ id: 'r', tenant: 't1', session: 's' },
  holder: { clientId: 'wallet', dpopJkt: 'k', instanceJkt: 'i' },
} as RefreshGrantDocument;
const client = { clientId: 'wallet', authenticated: true, redirectUris: [], attestation: { instanceJkt: 'i' } };
const proof = { jkt: 'k', use };

function world() {
  const written: AuditDocument[] = [];
  const insert = async (_: unknown, document: AuditDocument) => written.push(document);
  const platform = { store: { insert }, clock: () => NOW } as unknown as Platform;
  return { platform, written };
}

test('who proves every key is the holder', async () => {
  const { platform, written } = world();
  await checkRefreshHolder({ platform, record, client, proof });
  assert.deepEqual(written, []);
});

test('another client, instance or key is refused alike, and recorded', async () => {
  const { platform, written } = world();
  const others = [
    { client: { ...client, clientId: 'thief' }, proof },
    { client: { ...client, attestation: { instanceJkt: 'j' } }, proof },
    { client, proof: { jkt: 'l', use } },
  ];
  for (const other of others) {
    await assert.rejects(checkRefreshHolder({ platform, record, ...other }), { code: 'invalid_grant' });
  }
  assert.deepEqual(new Set(written.map(({ id }) => id)).size, 1);
  assert.equal(written[0]?.session, 's');
});

test('a client that authenticated may have another DPoP key, and nothing else', async () => {
  const { platform, written } = world();
  const bound = { ...record, holder: { ...record.holder, authenticated: true } } as RefreshGrantDocument;
  const other = { jkt: 'l', use };
  await checkRefreshHolder({ platform, record: bound, client, proof: other });
  assert.deepEqual(written, []);
  for (const thief of [
    { ...client, clientId: 'thief' },
    { ...client, attestation: { instanceJkt: 'j' } },
  ]) {
    await assert.rejects(checkRefreshHolder({ platform, record: bound, client: thief, proof: other }), {
      code: 'invalid_grant',
    });
  }
  assert.equal(written.length, 2);
  const unproven = { ...client, authenticated: false };
  await assert.rejects(checkRefreshHolder({ platform, record: bound, client: unproven, proof: other }), {
    code: 'invalid_client',
  });
});

test('a missing proof is named, and not recorded', async () => {
  const { platform, written } = world();
  const { attestation: _, ...plain } = client;
  for (const [missing, code] of [
    [{ client: undefined, proof }, 'invalid_client'],
    [{ client: plain, proof }, 'invalid_client'],
    [{ client, proof: undefined }, 'invalid_dpop_proof'],
  ] as const) {
    await assert.rejects(checkRefreshHolder({ platform, record, ...missing }), { code });
  }
  assert.deepEqual(written, []);
});

test('the reason names what differs', async () => {
  const { platform } = world();
  const thief = { client: { ...client, clientId: 'thief' }, proof: { jkt: 'l', use } };
  const why = await refusalOf(() => checkRefreshHolder({ platform, record, ...thief }));
  assert.deepEqual(why, {
    ...{ code: 'invalid_grant', reason: 'refresh_token_holder', facts: { parameters: ['clientId', 'dpopJkt'] } },
  });
});

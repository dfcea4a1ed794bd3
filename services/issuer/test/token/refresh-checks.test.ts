import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh/refresh-grants';
import type { AuditDocument } from '@countersign/shared/model/tenant/audit-record';
import type { Platform } from '@countersign/shared/runtime/service';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import type { ListedStatus } from '@countersign/shared/trust/status-lookup';
import type { Configurations } from '../../src/configuration/configurations.ts';
import {
  checkNotSuspended,
  checkOriginalWallet,
  checkRefreshHolder,
  checkRefreshNarrowed,
  checkRefreshToken,
} from '../../src/token/refresh-checks.ts';
import { NOW } from '../support.ts';
import { openRenewable, records, tokenFor } from './renewable.ts';

describe('checkRefreshToken', () => {
  const otherSecret = (token: string): string => token.slice(0, 30) + (token[30] === 'A' ? 'B' : 'A') + token.slice(31);

  test('the record of a token is found by its handle, in the tenant of the request, with its secret', async (t) => {
    const world = await openRenewable(t);
    const { refresh_token = '' } = await tokenFor(world);
    const [record] = await records(world);
    const check = (refreshToken: string, tenant = 'default') =>
      checkRefreshToken({ ...world.dependencies, request: { ...world.request({}), tenant }, refreshToken });
    assert.deepEqual(await check(refresh_token), { record });
    const refused = { code: 'invalid_grant' };
    await assert.rejects(check(otherSecret(refresh_token)), refused);
    await assert.rejects(check('x'), refused);
    await assert.rejects(check(refresh_token, 'acme'), { code: 'unsupported_grant_type' });
  });

  test('where the tenant renews nothing, the grant is not supported', async (t) => {
    const world = await openRenewable(t, {});
    const check = checkRefreshToken({
      ...world.dependencies,
      request: world.request({}),
      refreshToken: 'x'.repeat(64),
    });
    await assert.rejects(check, { code: 'unsupported_grant_type' });
  });

  test('an unknown token and a tenant that renews nothing have different reasons', async (t) => {
    const renewing = await openRenewable(t);
    const sent = (world: typeof renewing) =>
      refusalOf(() => checkRefreshToken({ ...world.dependencies, request: world.request({}), refreshToken: 'x' }));
    assert.deepEqual(await sent(renewing), { code: 'invalid_grant', reason: 'refresh_token_unknown' });
    const { code, reason, facts } = await sent(await openRenewable(t, {}));
    assert.deepEqual([code, reason, facts?.received], ['unsupported_grant_type', 'grant_type', 'refresh_token']);
  });
});

describe('checkRefreshHolder', () => {
  const use = async () => undefined;
  const record = {
    id: 'r',
    tenant: 't1',
    session: 's',
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
      code: 'invalid_grant',
      reason: 'refresh_token_holder',
      facts: { parameters: ['clientId', 'dpopJkt'] },
    });
  });
});

describe('checkRefreshNarrowed', () => {
  const scopes: Readonly<Record<string, string>> = { pid: 'identity', pass: 'access', card: 'card' };
  const configurations = {
    get: async (_: string, id: string) => (id in scopes ? { id, scope: scopes[id] } : undefined),
  } as unknown as Configurations;
  const record = { tenant: 't1', configurationIds: ['pid', 'pass', 'gone'] } as unknown as RefreshGrantDocument;
  const check = (parameters: JsonObject) =>
    checkRefreshNarrowed({ configurations, parameters, issuer: 'https://issuer.example', record });
  const details = (...ids: readonly string[]) =>
    JSON.stringify(ids.map((id) => ({ type: 'openid_credential', credential_configuration_id: id })));

  test('without either everything is covered', async () => {
    assert.deepEqual(await check({}), { identifiers: false });
  });

  test('scopes and details cover what they name', async () => {
    assert.deepEqual(await check({ scope: 'access' }), { only: ['pass'], identifiers: false });
    assert.deepEqual(await check({ scope: 'access identity' }), { only: ['pid', 'pass'], identifiers: false });
    assert.deepEqual(await check({ authorization_details: details('pass') }), { only: ['pass'], identifiers: true });
  });

  test('more than was granted is refused, also where it exists', async () => {
    for (const scope of ['card', 'identity card', 'identity ', 'unknown']) {
      await assert.rejects(check({ scope }), { code: 'invalid_scope' }, scope);
    }
    for (const ids of [['card'], ['pid', 'card'], ['unknown']]) {
      await assert.rejects(check({ authorization_details: details(...ids) }), {
        code: 'invalid_authorization_details',
      });
    }
  });

  test('the reason says what was granted', async () => {
    const configurationIds = ['pid', 'pass', 'gone'];
    assert.deepEqual(await refusalOf(() => check({ scope: 'identity card' })), {
      code: 'invalid_scope',
      reason: 'scope_exceeded',
      facts: { received: ['identity', 'card'], configurationIds },
    });
    assert.deepEqual(await refusalOf(() => check({ authorization_details: details('card') })), {
      code: 'invalid_authorization_details',
      reason: 'scope_exceeded',
      facts: { received: ['card'], configurationIds },
    });
  });
});

describe('checkNotSuspended', () => {
  const record = { configurationIds: ['pid', 'card'], suspended: ['pid'] };

  test('a suspended credential is not renewed, and the refusal names it', () => {
    const refused = {
      code: 'temporarily_unavailable',
      options: { reason: 'renewal_suspended', facts: { configurationIds: ['pid'] } },
    };
    assert.throws(() => checkNotSuspended({ record }), refused);
    assert.throws(() => checkNotSuspended({ record, only: ['pid'] }), refused);
  });

  test('the others of the token are', () => {
    checkNotSuspended({ record, only: ['card'] });
    checkNotSuspended({ record: { configurationIds: ['pid'] } });
  });
});

describe('checkOriginalWallet', () => {
  const listed = { uri: 'https://provider.example/list', idx: 7 };

  function asking(state: ListedStatus['state'], status: object | undefined, keys: object = {}) {
    let asked = 0;
    const vault = {
      open: (sealed: string, context: string) => (sealed.startsWith(context) ? sealed.slice(context.length) : '{}'),
    };
    const platform = { clock: () => NOW, vaults: { of: async () => vault }, log: { warn: () => undefined } };
    const check = () =>
      checkOriginalWallet({
        platform: platform as unknown as Platform,
        trustAnchors: async () => [],
        statusOf: async ({ reference: { uri, idx } }) => {
          assert.deepEqual({ uri, idx }, listed);
          asked += 1;
          return { state, value: 1 } as ListedStatus;
        },
        record: {
          id: 'r',
          tenant: 't1',
          configurationIds: ['pid'],
          issued: [],
          ...keys,
          ...(status === undefined ? {} : { sealedWalletStatus: `refresh/r/wallet-status${JSON.stringify(status)}` }),
        } as Partial<RefreshGrantDocument> as RefreshGrantDocument,
      });
    return { check, asked: () => asked };
  }

  test('a wallet that is not revoked passes, and one without a status is not asked about', async () => {
    await asking('valid', listed).check();
    const none = asking('invalid', undefined);
    await none.check();
    assert.equal(none.asked(), 0);
  });

  test('a revoked wallet gets no token; while its list is unreachable it asks again', async () => {
    await assert.rejects(asking('invalid', listed).check(), { code: 'invalid_grant' });
    await assert.rejects(asking('unusable', listed).check(), { code: 'invalid_grant' });
    await assert.rejects(asking('unreachable', listed).check(), { code: 'temporarily_unavailable' });
  });

  test('a status is asked for until its provider drops it', async () => {
    const before = asking('invalid', { ...listed, exp: NOW / 1000 + 1 });
    await assert.rejects(before.check(), { code: 'invalid_grant' });
    const after = asking('invalid', { ...listed, exp: NOW / 1000 });
    await after.check();
    assert.equal(after.asked(), 0);
  });

  test('keys that were revoked since are not renewed; those of a configuration that is not renewed do not count', async () => {
    const sealedKeyStatuses = `refresh/r/key-statuses${JSON.stringify([listed])}`;
    const issued = (configurationId: string) => ({ issued: [{ configurationId, session: 's', sealedKeyStatuses }] });
    await assert.rejects(asking('invalid', undefined, issued('pid')).check(), { code: 'invalid_grant' });
    await assert.rejects(asking('unreachable', undefined, issued('pid')).check(), { code: 'temporarily_unavailable' });
    await asking('valid', undefined, issued('pid')).check();
    const other = asking('invalid', undefined, issued('pass'));
    await other.check();
    assert.equal(other.asked(), 0);
  });
});

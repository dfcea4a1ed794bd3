import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import { importPublicJwk } from '@countersign/shared/crypto/jwk';
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import type { OperationRequest } from '@countersign/shared/http/message';
import { newReports } from '@countersign/shared/http/reports';
import type { Json } from '@countersign/shared/kernel/json';
import type { DeferredCredential } from '@countersign/shared/model/session/issuance-part';
import { encrypt } from '@countersign/shared/test/crypto/made-jwe';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import {
  checkCredentialDecryption,
  checkCredentialRequest,
  checkResponseEncryption,
  checkTransaction,
} from '../../src/credential/request-checks.ts';
import { refusal } from '../world.ts';

describe('checkCredentialDecryption', () => {
  const { d, ...point } = generateAgreementJwk();
  const publicKey = importPublicJwk(point);

  function received(request: Partial<OperationRequest>, required = false) {
    const asked: string[] = [];
    const check = checkCredentialDecryption({
      request: { tenant: 't1', ...request } as OperationRequest,
      encryptionKeys: {
        find: async (tenant, kid) => {
          asked.push(`${tenant} ${kid}`);
          return tenant === 't1' && kid === 'known' ? { d } : undefined;
        },
      },
      requirementsOf: () => ({ credentialEncryption: required ? 'required' : 'optional' }) as Requirements,
      platform: { settings: { REQUEST_COMPRESSION: true } },
    });
    return { check, asked };
  }

  const jwe = (kid: string) => encrypt({ text: Buffer.from('{"transaction_id":"x"}'), publicKey, kid });

  test('the checks below see the clear text of an encrypted request', async () => {
    const { check, asked } = received({ encoding: 'jwt', body: jwe('known') });
    const { request, encrypted } = await check;
    assert.deepEqual([request.body, request.encoding, encrypted], [{ transaction_id: 'x' }, 'json', true]);
    assert.deepEqual(asked, ['t1 known']);
  });

  test('a plain request is unchanged, and asks for no key', async () => {
    const body = { transaction_id: 'x' };
    const { check, asked } = received({ encoding: 'json', body });
    const { request, encrypted } = await check;
    assert.deepEqual([request.body, encrypted, asked], [body, false, []]);
  });

  test('a plain request is refused where encryption is required, before it is read', async () => {
    assert.equal(
      (await refusal(received({ encoding: 'json', body: 'x' }, true).check)).code,
      'invalid_encryption_parameters',
    );
    assert.ok((await received({ encoding: 'jwt', body: jwe('known') }, true).check).encrypted);
  });

  test('an unknown key, and a message that is none, are refused with one text; the latter asks for no key', async () => {
    const unknown = await refusal(received({ encoding: 'jwt', body: jwe('other') }).check);
    const { check, asked } = received({ encoding: 'jwt', body: 'a.b.c' });
    const { code, message } = await refusal(check);
    assert.deepEqual([code, message], [unknown.code, unknown.message]);
    assert.deepEqual(asked, []);
  });

  test('the backend learns why', async () => {
    const plain = () => received({ encoding: 'json', body: 'x' }, true).check;
    assert.deepEqual(await whyRefused(plain), ['encryption_required']);
    const other = () => received({ encoding: 'jwt', body: jwe('other') }).check;
    assert.deepEqual(await whyRefused(other), [
      'encryption_key_unknown',
      { parameter: 'kid', detail: 'not_published' },
    ]);
  });
});

describe('checkResponseEncryption', () => {
  const request = { tenant: 't1', body: {} } as unknown as OperationRequest;
  const requirementsOf = (required: string) => (tenant: string) =>
    ({ profile: 'open', credentialEncryption: tenant === required ? 'required' : 'optional' }) as const;

  test('the tenant of the request decides whether an encrypted answer must be asked for', () => {
    const sent = { request, reports: newReports(), encrypted: true };
    assert.deepEqual(checkResponseEncryption({ ...sent, requirementsOf: requirementsOf('t2') }), {
      responseEncryption: undefined,
    });
    refuses(
      () => checkResponseEncryption({ ...sent, requirementsOf: requirementsOf('t1') }),
      'invalid_encryption_parameters',
    );
  });

  test('profile open answers encrypted where a plain request asks for it, and notes it', () => {
    const { d: _, ...point } = generateAgreementJwk();
    const asked = { jwk: { ...point, alg: 'ECDH-ES' }, enc: 'A256GCM' };
    const reports = newReports();
    const { notes } = reports;
    const plain = { ...request, body: { credential_response_encryption: asked } };
    const check = (profile: 'open' | 'haip', credentialEncryption: 'optional' | 'required', encrypted = false) =>
      checkResponseEncryption({
        request: plain,
        reports,
        encrypted,
        requirementsOf: () => ({ profile, credentialEncryption }),
      }).responseEncryption?.enc;
    for (const profile of ['open', 'haip'] as const) assert.equal(check(profile, 'optional', true), 'A256GCM');
    assert.deepEqual(notes, [], 'an encrypted request is in order');
    assert.equal(check('open', 'optional'), 'A256GCM');
    const facts = { parameter: 'credential_response_encryption', detail: 'plain_request' };
    assert.deepEqual(notes, [{ reason: 'request_legacy', facts }]);
    for (const [profile, setting] of [
      ['haip', 'optional'],
      ['haip', 'required'],
      ['open', 'required'],
    ] as const) {
      refuses(() => check(profile, setting), 'invalid_encryption_parameters', /encrypted request/);
    }
    assert.equal(notes.length, 1);
  });
});

describe('checkCredentialRequest', () => {
  const asking = (body: Json, reports = newReports()) => ({ request: { body } as OperationRequest, reports });

  test('a credential request is read, up to the largest batch', () => {
    const body = { credential_configuration_id: 'pid', proofs: { jwt: ['a', 'b'] } };
    const credentialRequest = { by: 'credential_configuration_id', id: 'pid', proofType: 'jwt', proofs: ['a', 'b'] };
    assert.deepEqual(checkCredentialRequest(asking(body)), { credentialRequest });
    const more = { ...body, proofs: { jwt: Array(51).fill('a') } };
    refuses(() => checkCredentialRequest(asking(more)), 'invalid_credential_request');
    refuses(() => checkCredentialRequest(asking('text')), 'invalid_credential_request');
  });

  test('the single proof of the drafts is accepted, with a note; a request of 1.0 has none', () => {
    const reports = newReports();
    const id = { credential_configuration_id: 'pid' };
    checkCredentialRequest(asking({ ...id, proofs: { jwt: ['a'] } }, reports));
    assert.deepEqual(reports.notes, []);
    const draft = { ...id, proof: { proof_type: 'jwt', jwt: 'a' } };
    checkCredentialRequest(asking(draft, reports));
    assert.deepEqual(reports.notes, [
      { reason: 'request_legacy', facts: { parameter: 'proof', presentName: 'proofs' } },
    ]);
  });
});

describe('checkTransaction', () => {
  const request = (body: Json) => ({ body }) as unknown as OperationRequest;
  const handle = Buffer.alloc(16, 1).toString('base64url');
  const { text, hash } = newReference(handle, (bytes) => Buffer.alloc(bytes, 2));
  const deferred: DeferredCredential = { transactionHash: hash, configurationId: 'pid', sealedKeys: 's' };
  const session = { handle, issuance: { deferred: [deferred] } };
  const NOW = 1000;
  const find = (id: Json, of: { handle: string; issuance: { deferred: readonly DeferredCredential[] } } = session) =>
    checkTransaction({ request: request({ transaction_id: id }), session: of, platform: { clock: () => NOW } });

  test('a transaction of the session is found', () => {
    assert.deepEqual(find(text), { transactionId: text, deferred });
  });

  test('any other transaction is unknown', () => {
    const other = newReference(handle, (bytes) => Buffer.alloc(bytes, 3)).text;
    for (const id of [undefined, '', 5, other]) refuses(() => find(id as Json), 'invalid_transaction_id');
    const foreign = { ...session, handle: Buffer.alloc(16, 9).toString('base64url') };
    refuses(() => find(text, foreign), 'invalid_transaction_id');
    refuses(() => find(text, { handle, issuance: { deferred: [] } }), 'invalid_transaction_id');
  });

  test('an answer that is not repeated any more is unknown', () => {
    const answered = (until?: number): { handle: string; issuance: { deferred: readonly DeferredCredential[] } } => {
      const delivered = { sealedAnswer: 'a', notificationId: 'n', ...(until === undefined ? {} : { until }) };
      return { handle, issuance: { deferred: [{ ...deferred, delivered }] } };
    };
    for (const until of [undefined, NOW + 1]) assert.ok(find(text, answered(until)).deferred.delivered !== undefined);
    refuses(() => find(text, answered(NOW)), 'invalid_transaction_id');
  });

  test('the backend learns why', async () => {
    const foreign = { ...session, handle: Buffer.alloc(16, 9).toString('base64url') };
    const why: readonly [detail: string, call: () => unknown][] = [
      ['missing', () => find(undefined as unknown as Json)],
      ['malformed', () => find('x')],
      ['malformed', () => find(5)],
      ['other_session', () => find(text, foreign)],
      ['not_waiting', () => find(text, { handle, issuance: { deferred: [] } })],
    ];
    for (const [detail, call] of why) assert.deepEqual(await whyRefused(call), ['transaction_unknown', { detail }]);
  });
});

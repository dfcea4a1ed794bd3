/** The reported error of a resource request with two errors. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import { newReports, type ReportingOperation } from '@countersign/shared/http/reports';
import type { Grant, IssuancePart, IssuanceProgress } from '@countersign/shared/model/session/issuance-part';
import { encrypt } from '@countersign/shared/test/crypto/made-jwe';
import { createWalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { PRE_AUTHORIZED_CODE_GRANT } from '../../src/configuration/authorization-server-metadata.ts';
import { credentialEndpoint } from '../../src/credential/credential.ts';
import { deferredCredential } from '../../src/credential/deferred.ts';
import { notificationEndpoint } from '../../src/notification/notification.ts';
import { credential } from '../session/issuance-given.ts';
import { NOW, sha256 } from '../support.ts';
import { REVOKED, registered, type World, wallet } from '../world.ts';
import { UNKNOWN } from './authorization-mistakes.ts';
import { assertOrder, column, type Mistake, parameters, type Sent } from './mistakes.ts';

const provider = await createWalletProvider({ clock: () => NOW, statusUri: 'https://provider.example/list' });

/** A token of a pre-authorized offer, bound to the wallet's key, with a valid request. */
async function withToken(world: World, body: Sent['parameters'] = {}): Promise<Sent> {
  const { session, grant } = await world.offer({ flow: 'pre_authorized_code', credentialConfigurationIds: ['pid'] });
  const asked = { grant_type: PRE_AUTHORIZED_CODE_GRANT, 'pre-authorized_code': grant };
  const reply = await world.post('issuer.token', asked, world.dpop());
  const { access_token: token } = reply.body as { access_token: string };
  return { session, parameters: body, headers: { authorization: `DPoP ${token}` } };
}

/** Refuses only in a tenant of profile haip. */
const PROFILE = ['checkBearerAccepted'];

const recipient = { publicKey: generateKeyPair().publicKey, kid: 'unknown' };

const tokenOf = ({ headers }: Sent): string => headers?.authorization?.split(' ')[1] ?? '';

/** The same request with another proof. */
function proven(sent: Sent, world: World, payload = {}, key = wallet): Sent {
  const proof = world.dpop({ ath: sha256(tokenOf(sent)), ...payload }, key);
  return { ...sent, headers: { ...sent.headers, ...proof } };
}

/**
 * Sends `access_token` in the query, which resource routes have no parameter for, and `jwe` as an encrypted request.
 */
const sending =
  (endpoint: (world: World) => ReportingOperation) =>
  (world: World, { parameters: { access_token: token, jwe, ...body }, headers }: Sent) => {
    const request = world.request(body, headers);
    const encrypted = jwe === undefined ? {} : ({ encoding: 'jwt', body: jwe } as const);
    const query = token === undefined ? {} : { access_token: String(token) };
    return endpoint(world)({ ...request, ...encrypted, query }, newReports());
  };

/** Reads the keys, so that no erroneous request is the first to read them. */
const withKeys = async (world: World): Promise<void> => {
  await world.dependencies.encryptionKeys.find('default', '');
};

const encryption: readonly Mistake[] = [
  parameters(
    {
      name: 'encrypted by another algorithm',
      check: 'checkCredentialDecryption',
      part: 'message',
      code: 'invalid_encryption_parameters',
    },
    { jwe: encrypt({ text: Buffer.from('{}'), ...recipient, header: { alg: 'dir' } }) },
  ),
  parameters(
    {
      name: 'encrypted to an unknown key',
      check: 'checkCredentialDecryption',
      part: 'message',
      code: 'invalid_encryption_parameters',
    },
    { jwe: encrypt({ text: Buffer.from('{}'), ...recipient }) },
  ),
  parameters(
    {
      name: 'encrypted answer to a plain request',
      check: 'checkResponseEncryption',
      code: 'invalid_encryption_parameters',
    },
    { credential_response_encryption: {} },
  ),
];

const authorization = (check: string, name: string, code: string, change: (header: string) => string): Mistake => ({
  name,
  check,
  code,
  make: (sent) => ({ ...sent, headers: { ...sent.headers, authorization: change(sent.headers?.authorization ?? '') } }),
});

const granted = (name: string, change: (world: World) => Partial<Grant>): Mistake => ({
  name,
  check: 'checkAccessToken',
  code: 'invalid_token',
  make: async (sent, world) => {
    await world.change(sent.session, (document) => {
      const { progress } = document.issuance;
      if (!('grant' in progress) || progress.grant === undefined) throw new Error(progress.state);
      const next: IssuanceProgress = { ...progress, grant: { ...progress.grant, ...change(world) } };
      return { ...document, issuance: { ...document.issuance, progress: next } };
    });
    return sent;
  },
});

const accessToken: readonly Mistake[] = [
  parameters({ name: 'token in the query', check: 'checkTokenPlace', code: 'invalid_request' }, { access_token: 'x' }),
  authorization('checkAuthorizationHeader', 'no scheme', 'unauthenticated', (header) => header.replace(/^\w+ /, '')),
  authorization('checkAccessToken', 'token of no session', 'invalid_token', (header) =>
    header.replace(/ .*/, ` ${UNKNOWN}`),
  ),
  granted('token that is revoked', () => ({ revoked: true })),
  granted('token that has expired', ({ now }) => ({ expiresAt: now })),
  authorization('checkTokenType', 'Bearer', 'invalid_token', (header) => header.replace('DPoP', 'Bearer')),
  {
    name: 'no proof',
    check: 'checkTokenProof',
    part: 'proof',
    code: 'invalid_dpop_proof',
    make: (sent) => ({ ...sent, headers: { authorization: sent.headers?.authorization ?? '' } }),
  },
  {
    name: 'proof for another method',
    check: 'checkTokenProof',
    part: 'proof',
    code: 'invalid_dpop_proof',
    make: (sent, world) => proven(sent, world, { htm: 'GET' }),
  },
  {
    name: 'proof of another key',
    check: 'checkTokenProof',
    part: 'proof',
    code: 'invalid_token',
    make: (sent, world) => proven(sent, world, {}, registered),
  },
];

function changed(mistake: Omit<Mistake, 'make'>, change: Partial<IssuancePart>): Mistake {
  return {
    ...mistake,
    make: async (sent, world) => {
      await world.change(sent.session, (document) => ({ ...document, issuance: { ...document.issuance, ...change } }));
      return sent;
    },
  };
}

/** An issuance that failed after its token was issued. */
const failed = (check: string): Mistake => ({
  name: 'an issuance that has failed',
  check,
  code: 'credential_request_denied',
  make: async (sent, world) => {
    await world.change(sent.session, (document) => {
      const { progress } = document.issuance;
      if (!('grant' in progress) || progress.grant === undefined) throw new Error(progress.state);
      const end: IssuanceProgress = { state: 'failed', reason: 'r', grant: progress.grant };
      return { ...document, issuance: { ...document.issuance, progress: end } };
    });
    return sent;
  },
});

test('credential', (t) =>
  assertOrder(t, {
    rows: column('credential'),
    unprovoked: PROFILE,
    settings: { CREDENTIAL_BATCHES: '1', BATCH_SIZE: '2' },
    good: async (world) => {
      await withKeys(world);
      const nonce = await world.dependencies.nonces.create('default');
      const proofs = { jwt: [world.keyProof(nonce)] };
      return withToken(world, { credential_configuration_id: 'pid', proofs });
    },
    renew: proven,
    send: sending(({ dependencies }) => credentialEndpoint(dependencies)),
    mistakes: [
      ...accessToken,
      failed('checkClaimsKept'),
      ...encryption,
      parameters(
        {
          name: 'no configuration id',
          check: 'checkCredentialRequest',
          part: 'id',
          code: 'invalid_credential_request',
        },
        { credential_configuration_id: 1 },
      ),
      parameters(
        {
          name: 'identifier that was not handed out',
          check: 'checkCredentialCovered',
          part: 'id',
          code: 'unknown_credential_identifier',
        },
        { credential_configuration_id: undefined, credential_identifier: 'pid' },
      ),
      parameters(
        {
          name: 'configuration that is unknown',
          check: 'checkCredentialCovered',
          part: 'id',
          code: 'unknown_credential_configuration',
        },
        { credential_configuration_id: 'nothing' },
      ),
      parameters(
        {
          name: 'configuration that the token does not cover',
          check: 'checkCredentialCovered',
          part: 'id',
          code: 'credential_request_denied',
        },
        { credential_configuration_id: 'pass' },
      ),
      {
        name: 'more proofs than a batch',
        check: 'checkBatchSize',
        part: 'key',
        code: 'invalid_credential_request',
        make: (sent) => ({ ...sent, parameters: { ...sent.parameters, proofs: { jwt: ['a', 'b', 'c'] } } }),
      },
      {
        name: 'proof for another issuer',
        check: 'checkKeyProofs',
        part: 'key',
        code: 'invalid_proof',
        make: (sent, world) => {
          const jwt = [world.keyProof('x', { aud: 'https://elsewhere.example' })];
          return { ...sent, parameters: { ...sent.parameters, proofs: { jwt } } };
        },
      },
      {
        name: 'another nonce',
        check: 'checkKeyProofs',
        part: 'key',
        code: 'invalid_nonce',
        make: (sent, world) => ({
          ...sent,
          parameters: { ...sent.parameters, proofs: { jwt: [world.keyProof('x')] } },
        }),
      },
      changed(
        { name: 'every credential was given', check: 'checkRoomLeft', code: 'credential_request_denied' },
        { credentials: [credential, credential] },
      ),
      {
        name: 'attested keys that are revoked',
        check: 'checkKeyAttestationStatus',
        part: 'key',
        code: 'invalid_proof',
        make: async (sent, world) => {
          const folder = join(world.configFolder, 'trust/wallet-providers');
          mkdirSync(folder, { recursive: true });
          writeFileSync(join(folder, 'provider.pem'), provider.caPem);
          const nonce = await world.dependencies.nonces.create('default');
          const attestation = provider.keyAttestation({ keys: [wallet.jwk], statusIndex: REVOKED });
          const jwt = [world.keyProof(nonce, {}, { key_attestation: attestation })];
          return { ...sent, parameters: { ...sent.parameters, proofs: { jwt } } };
        },
      },
    ],
  }));

test('deferred credential', (t) =>
  assertOrder(t, {
    rows: column('deferred'),
    unprovoked: PROFILE,
    good: async (world) => {
      await withKeys(world);
      const sent = await withToken(world);
      const { handle } = await world.stored(sent.session);
      const transaction = newReference(handle, world.platform.random);
      const vault = await world.platform.vaults.of('default');
      const sealedAnswer = vault.seal('{}', `session/${sent.session}/deferred-answer`);
      const deferred = { transactionHash: transaction.hash, configurationId: 'pid', sealedKeys: '' };
      const answered = [{ ...deferred, delivered: { sealedAnswer, notificationId: 'n1' } }];
      await world.change(sent.session, (document) => ({
        ...document,
        issuance: { ...document.issuance, deferred: answered },
      }));
      return { ...sent, parameters: { transaction_id: transaction.text } };
    },
    renew: proven,
    send: sending(({ dependencies }) => deferredCredential(dependencies)),
    mistakes: [
      ...accessToken,
      failed('checkNotFailed'),
      ...encryption,
      parameters(
        { name: 'transaction that is unknown', check: 'checkTransaction', code: 'invalid_transaction_id' },
        { transaction_id: UNKNOWN },
      ),
    ],
  }));

test('notification', (t) =>
  assertOrder(t, {
    rows: column('notification'),
    unprovoked: PROFILE,
    good: async (world) => {
      const sent = await withToken(world, { notification_id: 'n1', event: 'credential_accepted' });
      await world.change(sent.session, (document) => ({
        ...document,
        issuance: { ...document.issuance, credentials: [credential] },
      }));
      return sent;
    },
    renew: proven,
    send: sending(({ dependencies }) => notificationEndpoint(dependencies)),
    mistakes: [
      ...accessToken,
      parameters(
        { name: 'another event', check: 'checkNotificationRequest', code: 'invalid_notification_request' },
        { event: 'credential_lost' },
      ),
      parameters(
        { name: 'notification_id that is unknown', check: 'transition', code: 'invalid_notification_id' },
        { notification_id: 'n2' },
      ),
    ],
  }));

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseReference } from '@countersign/shared/crypto/wallet-reference';
import { x509HashClientId } from '@countersign/shared/openid4vp/verifier-identity';
import { linkOfAttempt, newPresentationAttempt } from '../../src/authorize/presentation-attempt.ts';
import { requirePresentation } from '../../src/session/authorization-transitions.ts';
import { request } from '../session/issuance-given.ts';
import { openIssuer, PUBLIC_URL } from '../world.ts';

const required = { configurationId: 'login' };
/** Only its hash matters. */
const OTHER_LEAF = Buffer.from('the certificate of another key').toString('base64');
const webhook = { url: 'https://backend.example/claims' };

test('an attempt has its own request, which its link names', async (t) => {
  const world = await openIssuer(t);
  const session = await world.stored((await world.offer()).session);
  const made = await newPresentationAttempt(world.platform, session, required);
  const { link, reference } = made;
  const { attempt } = made.begun;
  assert.deepEqual([attempt.channel, attempt.configurationId], ['challenge', 'login']);
  assert.deepEqual([attempt.createdAt, attempt.expiresAt], [world.now, world.now + 600_000]);
  assert.equal(parseReference(reference)?.hash, attempt.sessionHash);
  const { searchParams } = new URL(link);
  const requestUri = searchParams.get('request_uri') ?? '';
  assert.ok(requestUri.startsWith(`${PUBLIC_URL}/`) && requestUri.includes('login'));
  assert.equal(parseReference(requestUri.split('/').at(-1))?.hash, attempt.requestId);
  assert.equal(await linkOfAttempt(world.platform, session, attempt), link);
  const { document, announces } = requirePresentation(session, { request, begun: made.begun });
  assert.deepEqual(announces, [
    { type: 'presentation.requested.v1', data: { configuration: 'login', request: attempt.requestId } },
  ]);
  assert.deepEqual([document.claims, document.webhooks?.claims], [undefined, undefined]);
  const other = await newPresentationAttempt(world.platform, session, required);
  assert.notEqual(other.begun.attempt.requestId, attempt.requestId);
});

test('the attempt of a browser belongs to the reference that it follows', async (t) => {
  const world = await openIssuer(t);
  const session = await world.stored((await world.offer()).session);
  const made = await newPresentationAttempt(world.platform, session, required, { text: 'followed', hash: 'h' });
  assert.deepEqual(
    [made.begun.attempt.channel, made.begun.attempt.sessionHash, made.reference],
    ['browser', 'h', 'followed'],
  );
});

test('claims of a webhook are expected from the start', async (t) => {
  const world = await openIssuer(t, { CLAIMS_DEADLINE: '60' });
  const session = await world.stored((await world.offer()).session);
  const made = await newPresentationAttempt(world.platform, session, { ...required, webhook });
  const { claims, webhooks } = requirePresentation(session, { request, begun: made.begun }).document;
  assert.deepEqual(claims, {
    requestId: made.begun.attempt.requestId,
    state: 'expected',
    deadline: world.now + 600_000 + 60_000,
  });
  const vault = await world.platform.vaults.of('default');
  const sealed = vault.open(webhooks?.claims ?? '', `session/${session.id}/webhook/claims`);
  assert.deepEqual(JSON.parse(sealed), webhook);
});

test('a tenant with several access certificates asks which one the configuration names', async (t) => {
  const world = await openIssuer(t);
  const session = await world.stored((await world.offer()).session);
  const asked: string[] = [];
  const platform: typeof world.platform = {
    ...world.platform,
    keys: {
      ...world.platform.keys,
      signer: async (tenant, purpose, set) => {
        asked.push(`signs ${set}`);
        return world.platform.keys.signer(tenant, purpose);
      },
    },
    call: async (operation, { params }) => {
      asked.push(`${operation} ${params.id}`);
      return { body: { purpose: [], keys: 'age' } };
    },
  };
  await newPresentationAttempt(platform, session, required);
  assert.deepEqual(asked.splice(0), ['signs undefined']);
  mkdirSync(join(world.configFolder, 'keys', 'age'), { recursive: true });
  await newPresentationAttempt(platform, session, required);
  assert.deepEqual(asked, ['verifier.configuration.purpose login', 'signs age']);
});

test('a link stays as it is when the key of requests is replaced, and the attempt tells the verifier its client id', async (t) => {
  const world = await openIssuer(t);
  const session = await world.stored((await world.offer()).session);
  const { begun, link } = await newPresentationAttempt(world.platform, session, required);
  const clientId = new URL(link).searchParams.get('client_id');
  assert.deepEqual(begun.attempt.verifier, { clientId });
  const replaced = { ...(await world.platform.keys.signer('default', 'request')), x5c: [OTHER_LEAF] };
  const keys = { ...world.platform.keys, signer: async () => replaced };
  // The identifier in the certificate.
  const requirementsOf: typeof world.platform.requirementsOf = (tenant) => ({
    ...world.platform.requirementsOf(tenant),
    clientIdPrefix: 'x509_hash',
  });
  const platform = { ...world.platform, keys, requirementsOf };
  assert.equal(await linkOfAttempt(platform, session, begun.attempt), link);
  const { verifier: _, ...earlier } = begun.attempt;
  const other = new URL(await linkOfAttempt(platform, session, earlier)).searchParams.get('client_id');
  assert.equal(other, x509HashClientId(OTHER_LEAF));
});

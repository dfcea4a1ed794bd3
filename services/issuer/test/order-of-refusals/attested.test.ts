/** The same of an attested client. */
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { pushedAuthorizationRequest } from '../../src/authorize/pushed-authorization-request.ts';
import { tokenEndpoint } from '../../src/token/token.ts';
import { type Attested, trustProvider } from '../attested.ts';
import { REDIRECT_URI, VERIFIER, type World } from '../world.ts';
import { dpopProof, issuerStateUnknown, noRequestUri, offered, UNKNOWN } from './authorization-mistakes.ts';
import { assertOrder, column, type Mistake, parameters, type Sent } from './mistakes.ts';

const providers = new WeakMap<object, Promise<Attested>>();

/** The provider of a world's wallets. */
function attestedIn(world: World): Promise<Attested> {
  const known = providers.get(world.platform);
  if (known !== undefined) return known;
  const made = trustProvider(world);
  providers.set(world.platform, made);
  return made;
}

/** The same request with a fresh attestation and fresh proofs. */
const renew = (attested: Attested, sent: Sent, world: World): Sent => ({
  ...sent,
  headers: { ...world.dpop(), ...attested.headers() },
});

const dpopOfAnotherMethod: Mistake = {
  ...dpopProof,
  make: (sent, world) => ({ ...sent, headers: { ...sent.headers, ...world.dpop({ htm: 'GET' }) } }),
};

const withHeaders = (mistake: Omit<Mistake, 'make' | 'part'>, headers: (attested: Attested) => object): Mistake => ({
  ...mistake,
  part: 'client',
  make: async (sent, world) => ({ ...sent, headers: { ...sent.headers, ...headers(await attestedIn(world)) } }),
});

const byAttestation = (name: string, code: string, headers: (attested: Attested) => object): Mistake =>
  withHeaders({ name, code, check: 'authenticateClient' }, headers);

/** In the order of the draft's checks. */
const attestations = [
  byAttestation('a proof alone', 'invalid_client_attestation', () => ({ 'oauth-client-attestation': undefined })),
  byAttestation('an attestation that has ended', 'invalid_client_attestation', (attested) =>
    attested.headers({ attestation: { claims: { exp: 1 } } }),
  ),
  byAttestation('an attestation for another client', 'invalid_client_attestation', (attested) =>
    attested.headers({ attestation: { claims: { sub: 'another' } } }),
  ),
  byAttestation('a proof for another server', 'invalid_client_attestation', (attested) =>
    attested.headers({ aud: 'https://elsewhere.example' }),
  ),
  byAttestation('a challenge of another server', 'use_attestation_challenge', (attested) =>
    attested.headers({ challenge: 'x'.repeat(51) }),
  ),
];

const used: Mistake = {
  name: 'a proof that was used',
  code: 'invalid_client_attestation',
  check: 'transition',
  part: 'client',
  make: async (sent, world) => {
    const attested = await attestedIn(world);
    const headers = attested.headers();
    const { parameters: body } = await offered(world);
    await pushedAuthorizationRequest(world.dependencies)(
      world.request(body, { ...world.dpop(), ...headers }),
      newReports(),
    );
    return { ...sent, headers: { ...sent.headers, ...headers } };
  },
};

test('PAR of an attested client', async (t) => {
  let attested: Attested | undefined;
  await assertOrder(t, {
    rows: ['checkRequestUriAbsent', 'checkDpopProof', 'authenticateClient', 'checkOpenOffer', 'checkRedirectTarget'],
    good: async (world) => {
      attested = await attestedIn(world);
      return renew(attested, await offered(world), world);
    },
    renew: (sent, world) => (attested === undefined ? sent : renew(attested, sent, world)),
    send: (world, { parameters: body, headers }) =>
      pushedAuthorizationRequest(world.dependencies)(world.request(body, headers), newReports()),
    mistakes: [
      noRequestUri,
      dpopOfAnotherMethod,
      ...attestations,
      issuerStateUnknown,
      parameters(
        { name: 'redirect_uri', check: 'checkRedirectTarget', code: 'invalid_request' },
        { redirect_uri: 'ftp://wallet.example' },
      ),
      used,
    ],
  });
});

test('token for a code of an attested client', async (t) => {
  let attested: Attested | undefined;
  await assertOrder(t, {
    rows: column('code').filter((row) => !['checkGrantType', 'checkResource', 'checkDpopRequired'].includes(row)),
    // The attestation identifies the client.
    unprovoked: ['checkClientNamed'],
    good: async (world) => {
      attested = await attestedIn(world);
      const { session, code } = await world.code({}, { ...world.dpop(), ...attested.headers() });
      const sent = { grant_type: 'authorization_code', code, client_id: 'wallet', redirect_uri: REDIRECT_URI };
      return renew(attested, { session, parameters: { ...sent, code_verifier: VERIFIER } }, world);
    },
    renew: (sent, world) => (attested === undefined ? sent : renew(attested, sent, world)),
    send: (world, { parameters: body, headers }) =>
      tokenEndpoint(world.dependencies)(world.request(body, headers), newReports()),
    mistakes: [
      dpopOfAnotherMethod,
      ...attestations,
      parameters({ name: 'no code', check: 'checkCodeGiven', part: 'code', code: 'invalid_request' }, { code: '' }),
      parameters(
        { name: 'code of no session', check: 'checkCode', part: 'code', code: 'invalid_grant' },
        { code: UNKNOWN },
      ),
      withHeaders({ name: 'another instance', check: 'transition', code: 'invalid_grant' }, (one) =>
        one.other().headers({ aud: 'https://issuer.example' }),
      ),
      withHeaders({ name: 'no attestation any more', check: 'transition', code: 'invalid_client' }, () => ({
        'oauth-client-attestation': undefined,
        'oauth-client-attestation-pop': undefined,
      })),
      parameters(
        { name: 'another code_verifier', check: 'transition', part: 'verifier', code: 'invalid_grant' },
        { code_verifier: 'w'.repeat(43) },
      ),
    ],
  });
});

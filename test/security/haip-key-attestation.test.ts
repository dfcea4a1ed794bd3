/** Attested keys under attack (OpenID4VCI 1.0, appendices D and F; EU TS 3), in both variants of the API. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type JwtOverrides, newWalletKeyPair, walletJwk } from '@countersign/shared/test/crypto/wallet-jws';
import {
  createWalletProvider,
  type KeyAttestationInput,
  type WalletProvider,
} from '@countersign/shared/test/crypto/wallet-provider';
import { statusEntries } from '@countersign/shared/test/model/every-tenant';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey, signCompact, type WalletKey } from '@countersign/wallet/jwt/keys';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { decode } from '../support/credential.ts';
import { assertRefused, count, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { ATTESTED, configurationOf, credentialsOf, type HaipWorld, startHaipWorld } from '../support/haip.ts';
import { type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { jsonBody } from '../support/server.ts';

const HIGH = { key_storage: ['iso_18045_high'], user_authentication: ['iso_18045_high'] };
const BATCH = 3;
const REVOKED = 1;

let shift = 0;
const clock = (): number => Date.now() + shift;
let world: HaipWorld;
let provider: WalletProvider;
/** Trusted in another tenant's folder, and in the folder of credential issuers. */
let foreign: WalletProvider;
let listDown = false;
const lists = createServer((_, response) => {
  response.writeHead(listDown ? 503 : 200, { 'content-type': 'application/statuslist+jwt' });
  response.end(provider.statusList([0, 1]));
});

before(async () => {
  await new Promise<void>((resolve) => lists.listen(0, '127.0.0.1', resolve));
  const { port } = lists.address() as AddressInfo;
  const env = {
    BATCH_SIZE: String(BATCH),
    CREDENTIAL_BATCHES: '20',
    OUTBOUND_ALLOW: `127.0.0.1:${port}`,
    RATE_WALLET: '0',
  };
  world = await startHaipWorld({
    profile: 'open',
    server: { env, clock },
    provider: { clock, statusUri: `http://127.0.0.1:${port}/list` },
  });
  provider = world.provider;
  foreign = await createWalletProvider({ clock });
  world.server.writeConfig('tenants/other/trust/wallet-providers/foreign.pem', foreign.caPem);
  for (const { folder } of shapes) {
    world.server.writeConfig(`${folder}issuance/${ATTESTED}.json`, configurationOf(ATTESTED, HIGH));
    const chained = { ...configurationOf('chained', {}), revocation_chaining: true, lifetime: 31_536_000 };
    world.server.writeConfig(`${folder}issuance/chained.json`, chained);
    world.server.writeConfig(`${folder}trust/issuers/foreign.pem`, foreign.caPem);
  }
});
after(async () => {
  await world.close();
  lists.closeAllConnections();
  await new Promise((resolve) => lists.close(resolve));
});

interface Holder {
  readonly wallet: Wallet;
  readonly token: string;
  readonly session: string;
}

async function holder(shape: Shape, credentialConfigurationIds = [ATTESTED]): Promise<Holder> {
  const made = await world.offer(shape, { ...PRE_AUTHORIZED_FLOW, credentialConfigurationIds });
  const wallet = new Wallet({ issuer: shape.issuer(world.server), clock });
  const redeemed = await wallet.redeem(await wallet.offer(made.uri));
  assert.equal(redeemed.status, 200, redeemed.text);
  return { wallet, token: redeemed.json.access_token, session: made.session };
}

const jwks = (keys: readonly WalletKey[]) => keys.map(({ publicJwk }) => publicJwk);
const attestation = (keys: readonly WalletKey[], more: Partial<KeyAttestationInput> = {}): string =>
  provider.keyAttestation({ keys: jwks(keys), ...more });
const newKeys = (length: number): readonly WalletKey[] => Array.from({ length }, newWalletKey);

const send = ({ wallet, token }: Holder, proofs: object, id = ATTESTED): Promise<Answer> =>
  wallet.credential(token, { credential_configuration_id: id, proofs });

interface ProofInput {
  readonly key: WalletKey;
  readonly attestation?: unknown;
  readonly header?: object;
  readonly nonce?: string;
}

/** A `jwt` proof with an attestation; its header does not identify the key unless the test sets it. */
async function proofOf({ wallet }: Holder, { key, attestation: token, header, nonce }: ProofInput): Promise<string> {
  const own = { jwk: undefined, key_attestation: token, ...header };
  return wallet.proof(key, nonce ?? (await wallet.nonce()), { header: own });
}

const proven = async (held: Holder, input: ProofInput): Promise<Answer> =>
  send(held, { jwt: [await proofOf(held, input)] });

async function entriesOf({ session }: Holder): Promise<number> {
  const query = { index: 'session', equal: [session], limit: 100 };
  const { documents } = await world.server.platform.store.find(statusEntries, query);
  return documents.reduce((sum, { indexes }) => sum + indexes.length, 0);
}

/** The `x` of the keys that a response's credentials are bound to. */
const boundTo = (answer: Answer): readonly unknown[] =>
  credentialsOf(answer).map((credential) => {
    const { cnf } = decode(credential.split('.')[1] ?? '') as { cnf: { jwk: { x: string } } };
    return cnf.jwk.x;
  });
const xOf = (keys: readonly WalletKey[]) => jwks(keys).map(({ x }) => x);

for (const shape of shapes) {
  describe(shape.name, () => {
    it('one attestation yields one credential for each key, as proof and inside one, and none beyond the batch', async () => {
      const keys = newKeys(BATCH + 1);
      const held = await holder(shape);
      const alone = attestation(keys, { nonce: await held.wallet.nonce() });
      assert.deepEqual(boundTo(await send(held, { attestation: [alone] })), xOf(keys.slice(0, BATCH)));
      for (const header of [{}, { kid: '0' }, { jwk: keys[0]?.publicJwk }]) {
        const key = keys[0] ?? assert.fail();
        const answer = await proven(held, { key, attestation: attestation(keys.slice(0, 2)), header });
        assert.deepEqual(boundTo(answer), xOf(keys.slice(0, 2)));
      }
    });

    it('a proof without attestation, and an attestation of a stranger, are refused where one is required', async () => {
      const held = await holder(shape);
      const [key = assert.fail()] = newKeys(1);
      const header = { jwk: key.publicJwk };
      const strangers = foreign.keyAttestation({ keys: [key.publicJwk] });
      assertRefused(await proven(held, { key, header }), 400, 'invalid_proof');
      assertRefused(await proven(held, { key, header, attestation: strangers }), 400, 'invalid_proof');
      const nonce = await held.wallet.nonce();
      const asProof = foreign.keyAttestation({ keys: [key.publicJwk], nonce });
      assertRefused(await send(held, { attestation: [asProof] }), 400, 'invalid_proof');
      const rooted = attestation([key], { header: { x5c: [...foreign.x5c, pemBody(foreign.caPem)] } });
      assertRefused(await proven(held, { key, attestation: rooted }), 400, 'invalid_proof');
    });

    it('a revoked keystore gets nothing and uses up nothing', async () => {
      const held = await holder(shape);
      const [key = assert.fail()] = newKeys(1);
      const nonce = await held.wallet.nonce();
      const revoked = attestation([key], { statusIndex: REVOKED });
      assertRefused(await proven(held, { key, attestation: revoked, nonce }), 400, 'invalid_proof');
      const asProof = attestation([key], { statusIndex: REVOKED, nonce });
      assertRefused(await send(held, { attestation: [asProof] }), 400, 'invalid_proof');
      assert.equal(await entriesOf(held), 0);
      assert.equal((await proven(held, { key, attestation: attestation([key]), nonce })).status, 200);
    });

    it('an unreachable list is 503, and the same request succeeds later', async () => {
      const held = await holder(shape);
      const [key = assert.fail()] = newKeys(1);
      // Expires what is cached of the list.
      shift += 600_000;
      listDown = true;
      const jwt = [await proofOf(held, { key, attestation: attestation([key]) })];
      const refused = await send(held, { jwt });
      assert.equal(refused.status, 503, refused.text);
      assert.equal(refused.json.error, 'temporarily_unavailable');
      assert.ok(refused.headers.get('retry-after') !== null);
      assert.equal(await entriesOf(held), 0);
      listDown = false;
      shift += 60_000;
      assert.equal((await send(held, { jwt })).status, 200);
    });

    it('a status at an inner address is not fetched', async () => {
      const held = await holder(shape);
      const [key = assert.fail()] = newKeys(1);
      for (const uri of ['http://127.0.0.1:1/x', 'http://169.254.169.254/latest', 'file:///etc/passwd']) {
        const claims = { key_storage_status: { status: { status_list: { idx: 0, uri } } } };
        const answer = await proven(held, { key, attestation: attestation([key], { claims }) });
        assertRefused(answer, 400, 'invalid_proof');
      }
    });

    it('the key of the proof is one of the attestation, by a name that is one', async () => {
      const held = await holder(shape);
      const keys = newKeys(2);
      const [first = assert.fail(), second = assert.fail()] = keys;
      const [outside = assert.fail()] = newKeys(1);
      const ka = attestation(keys);
      const refused: readonly [key: WalletKey, header: object][] = [
        [outside, {}],
        [outside, { kid: '0' }],
        [outside, { jwk: outside.publicJwk }],
        [second, { kid: '0' }],
        [first, { jwk: first.publicJwk, kid: '1' }],
        ...['-1', '1e3', '__proto__', 'constructor', '2', '00'].map((kid): [WalletKey, object] => [first, { kid }]),
      ];
      for (const [key, header] of refused) {
        assertRefused(await proven(held, { key, attestation: ka, header }), 400, 'invalid_proof');
      }
      assert.equal(await entriesOf(held), 0);
    });

    it('an attestation with a private, doubled or off-curve key, or with too many, is refused whole', async () => {
      const held = await holder(shape);
      const [key = assert.fail(), other = assert.fail()] = newKeys(2);
      const { publicJwk: jwk } = key;
      const p384 = walletJwk(newWalletKeyPair('ES384').publicKey);
      const bad: readonly (readonly object[])[] = [
        [jwk, { ...other.publicJwk, d: other.publicJwk.x }],
        [jwk, jwk],
        [jwk, { ...other.publicJwk, y: jwk.y }],
        [jwk, p384],
        [jwk, ...jwks(newKeys(100))],
        [],
      ];
      for (const keys of bad) {
        const token = provider.keyAttestation({ keys });
        assertRefused(await proven(held, { key, attestation: token }), 400, 'invalid_proof');
        const nonce = await held.wallet.nonce();
        const asProof = provider.keyAttestation({ keys, nonce });
        assertRefused(await send(held, { attestation: [asProof] }), 400, 'invalid_proof');
      }
      const ten = provider.keyAttestation({ keys: Array.from({ length: 10_000 }, () => jwk) });
      assert.ok([400, 413].includes((await send(held, { attestation: [ten] })).status));
    });

    it('a lower or unknown level is refused, also beside the right one', async () => {
      const held = await holder(shape);
      const [key = assert.fail()] = newKeys(1);
      for (const claim of ['key_storage', 'user_authentication']) {
        for (const asserted of [['iso_18045_basic'], ['iso_18045_high', 'iso_18045_basic'], ['mine'], [], undefined]) {
          const token = attestation([key], { claims: { [claim]: asserted } });
          assertRefused(await proven(held, { key, attestation: token }), 400, 'invalid_proof');
        }
      }
    });

    it('a token of another kind is no attestation, and an attestation is no proof', async () => {
      const held = await holder(shape);
      const [key = assert.fail()] = newKeys(1);
      const nonce = await held.wallet.nonce();
      const swapped = (typ: string): string => attestation([key], { nonce, header: { typ } });
      const types = ['oauth-client-attestation+jwt', 'oauth-client-attestation-pop+jwt', 'dpop+jwt', 'statuslist+jwt'];
      for (const typ of [...types, 'openid4vci-proof+jwt']) {
        assertRefused(await send(held, { attestation: [swapped(typ)] }), 400, 'invalid_proof');
        assertRefused(await proven(held, { key, attestation: swapped(typ), nonce }), 400, 'invalid_proof');
      }
      assertRefused(await send(held, { jwt: [attestation([key], { nonce })] }), 400, 'invalid_proof');
      const forged: JwtOverrides = { header: { alg: 'none' }, signature: () => Buffer.alloc(0) };
      assertRefused(
        await send(held, { attestation: [attestation([key], { nonce, ...forged })] }),
        400,
        'invalid_proof',
      );
      const own = signCompact({ typ: 'key-attestation+jwt', alg: 'ES256', jwk: key.publicJwk }, {}, key.privateKey);
      assertRefused(await send(held, { attestation: [own] }), 400, 'invalid_proof');
    });

    it('a replayed attestation, whose nonce is used, is refused; of fifty at once one is issued', async () => {
      const held = await holder(shape);
      const keys = newKeys(2);
      const [key = assert.fail()] = keys;
      const nonce = await held.wallet.nonce();
      const token = attestation(keys, { nonce });
      const proofs = { attestation: [token] };
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(held, proofs)));
      assert.equal(count(answers, 200), 1);
      for (const answer of answers.filter(({ status }) => status !== 200)) assertRefused(answer, 400, 'invalid_nonce');
      assert.equal(await entriesOf(held), 2);
      assertRefused(await send(held, proofs), 400, 'invalid_nonce');
      assertRefused(await proven(held, { key, attestation: token }), 400, 'invalid_nonce');
      assertRefused(await proven(held, { key, attestation: token, nonce }), 400, 'invalid_nonce');
      assertRefused(await send(held, { attestation: [attestation(keys)] }), 400, 'invalid_proof');
    });

    it('two proofs with two attestations of one key yield one credential', async () => {
      const held = await holder(shape);
      const [key = assert.fail(), other = assert.fail()] = newKeys(2);
      const nonce = await held.wallet.nonce();
      const proofs = [attestation([key]), attestation([key, other])].map((token) =>
        proofOf(held, { key, attestation: token, nonce }),
      );
      assert.deepEqual(boundTo(await send(held, { jwt: await Promise.all(proofs) })), xOf([key, other]));
      const again = await held.wallet.nonce();
      const same = [attestation([key]), attestation([key], { exp: provider.now() + 60 })].map((token) =>
        proofOf(held, { key, attestation: token, nonce: again }),
      );
      assert.deepEqual(boundTo(await send(held, { jwt: await Promise.all(same) })), xOf([key]));
    });

    it('where none is required, an attestation of a stranger is ignored, and attestations alone are no proof', async () => {
      const held = await holder(shape, ['pid']);
      const [key = assert.fail(), other = assert.fail()] = newKeys(2);
      const strangers = foreign.keyAttestation({ keys: jwks([key, other]) });
      const header = { jwk: key.publicJwk };
      const jwt = async (token: string) => [await proofOf(held, { key, attestation: token, header })];
      assert.deepEqual(boundTo(await send(held, { jwt: await jwt(strangers) }, 'pid')), xOf([key]));
      assert.deepEqual(
        boundTo(await send(held, { jwt: await jwt(attestation([key, other])) }, 'pid')),
        xOf([key, other]),
      );
      const nonce = await held.wallet.nonce();
      const alone = { attestation: [attestation([key], { nonce })] };
      assertRefused(await send(held, alone, 'pid'), 400, 'invalid_proof');
    });

    it('with revocation_chaining credentials end before the status of their keys, whose place is kept sealed', async () => {
      const held = await holder(shape, ['chained']);
      const [key = assert.fail()] = newKeys(1);
      const end = provider.now() + 5 * 3600;
      const { uri } = statusOf(attestation([key]));
      const claims = (exp: number) => ({ key_storage_status: { status: { status_list: { idx: 0, uri } }, exp } });
      const token = attestation([key], { claims: claims(end) });
      const issued = await send(held, { jwt: [await proofOf(held, { key, attestation: token })] }, 'chained');
      const { exp } = decode(credentialsOf(issued)[0]?.split('.')[1] ?? '') as { exp: number };
      assert.ok(exp < end && exp > provider.now(), String(exp));
      const query = { index: 'session', equal: [held.session], limit: 100 };
      const [entry = assert.fail()] = (await world.server.platform.store.find(statusEntries, query)).documents;
      assert.equal(entry.chainOf, shape.tenant);
      assert.ok(!JSON.stringify(entry).includes(uri));
      // Credentials end at a full hour, and none is left before this end.
      const nextHour = (Math.floor(provider.now() / 3600) + 1) * 3600;
      const soon = attestation([key], { claims: claims(Math.min(provider.now() + 60, nextHour)) });
      const refused = await send(held, { jwt: [await proofOf(held, { key, attestation: soon })] }, 'chained');
      assertRefused(refused, 400, 'credential_request_denied');
      assert.equal(await entriesOf(held), 1);
    });

    it('a tenant of profile haip can not have a proof type without key_attestations_required', async (t) => {
      const { server } = world;
      server.writeConfig(`${shape.folder}tenant.json`, { profile: 'haip' });
      t.after(() => server.writeConfig(`${shape.folder}tenant.json`, { profile: 'open' }));
      const write = async (types: object): Promise<Answer> => {
        const { config, ...rest } = configurationOf('written') as { config: object };
        const body = { id: 'written', ...rest, config: { ...config, proof_types_supported: types }, schema: SCHEMA };
        return read(await shape.call(server, '/issuer-management', { method: 'POST', ...jsonBody(body) }));
      };
      const plain = { proof_signing_alg_values_supported: ['ES256'] };
      const refused = await write({ jwt: plain });
      assert.equal(refused.status, 400, refused.text);
      assert.match(refused.text, /\/config\/proof_types_supported\/jwt/);
      assert.match(refused.text, /key_attestations_required/);
      const written = await write({ jwt: { ...plain, key_attestations_required: {} } });
      assert.equal(written.status, 201, written.text);
      const removed = await shape.call(server, '/issuer-management/written', { method: 'DELETE' });
      assert.ok(removed.ok);
      // The samples specify no proof types, so they have the profile's.
      const { json } = await read(await fetch(wellKnown(shape)));
      for (const { proof_types_supported: types } of Object.values(json.credential_configurations_supported) as {
        readonly proof_types_supported: Readonly<Record<string, { readonly key_attestations_required?: object }>>;
      }[]) {
        assert.ok(types.jwt?.key_attestations_required !== undefined, JSON.stringify(types));
        assert.ok(types.attestation?.key_attestations_required !== undefined, JSON.stringify(types));
      }
    });
  });
}

const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { given_name: { type: 'string' } },
  required: [],
};

function statusOf(token: string): { readonly uri: string } {
  const { key_storage_status: named } = decode(token.split('.')[1] ?? '') as {
    readonly key_storage_status: { readonly status: { readonly status_list: { readonly uri: string } } };
  };
  return named.status.status_list;
}

function wellKnown(shape: Shape): string {
  const { origin } = world.server;
  return `${origin}/.well-known/openid-credential-issuer${shape.tenant === 'default' ? '' : `/${shape.tenant}`}`;
}

function pemBody(pem: string): string {
  return pem.replace(/-----[^-]+-----|\s/g, '');
}

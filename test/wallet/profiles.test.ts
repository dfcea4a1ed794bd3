/** The habits of real wallets, on the wire: what each sends, and which server it accepts. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type AcceptOptions, accept } from '@countersign/wallet/issuance/accept';
import type { Taken } from '@countersign/wallet/issuance/check-taken';
import { readOffer } from '@countersign/wallet/issuance/offer';
import { ProfileWallet } from '@countersign/wallet/issuance/profile-wallet';
import { WALLETS, type WalletName } from '@countersign/wallet/profiles/habits';
import { createWalletProvider } from '@countersign/wallet/provider/wallet-provider';
import { Refused, WalletRefuses } from '@countersign/wallet/sending/failures';
import { Transport } from '@countersign/wallet/sending/transport';
import { PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { offerOf, SHAPE_A, type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

interface Run {
  readonly sent: readonly Sent[];
  readonly taken: readonly Taken[];
  /** Why the wallet refused. */
  readonly refuses: string | undefined;
  /** The step that the server refused. */
  readonly refused?: string;
}

const SHAPE_B = shapes[1] ?? assert.fail();
const provider = createWalletProvider();
let server: TestServer;
before(async () => {
  server = await startSampleServer();
});
after(() => server.close());

/** Accepts an offer as a wallet does, and records what it sent. */
async function run(
  profile: WalletName,
  offered: object = {},
  options: AcceptOptions = {},
  at: TestServer = server,
  shape: Shape = SHAPE_A,
): Promise<Run> {
  const sent: Sent[] = [];
  const send: typeof fetch = async (input, init) => {
    const request = new Request(String(input), init);
    const body = init?.body === undefined ? '' : await request.clone().text();
    const answer = await fetch(input, init);
    const { pathname: path } = new URL(request.url);
    sent.push({ method: request.method, path, status: answer.status, headers: request.headers, body });
    return answer;
  };
  const transport = new Transport({ fetch: send });
  const offer = await readOffer(
    transport,
    (await offerOf(at, shape, { credentialConfigurationIds: ['pid'], ...offered })).uri,
  );
  const { attested } = WALLETS[profile];
  const attester = attested ? provider : undefined;
  const wallet = new ProfileWallet({ issuer: offer.credential_issuer, wallet: profile, transport, attester });
  try {
    return { sent, taken: await accept(wallet, offer, options), refuses: undefined };
  } catch (error) {
    if (error instanceof Refused) return { sent, taken: [], refuses: undefined, refused: error.step };
    if (!(error instanceof WalletRefuses)) throw error;
    return { sent, taken: [], refuses: error.message };
  }
}

const to = ({ sent }: Run, end: string): Sent => sent.find(({ path }) => path.endsWith(end)) ?? assert.fail(end);
const form = (one: Run, end: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(to(one, end).body));
const body = (one: Run): Record<string, unknown> => JSON.parse(to(one, '/vci/credential').body);
const proofOf = (one: Run): string => (body(one).proofs as { readonly jwt: readonly string[] }).jwt[0] ?? '';

describe('a credential with plain proofs', () => {
  const demanding = ['eudi-kotlin', 'eudi-kotlin-attestation', 'eudi-ios'];
  for (const profile of Object.keys(WALLETS) as WalletName[]) {
    if (profile === 'sphereon' || profile === 'ts3-letter' || profile === 'mdl') continue;
    const taking = !demanding.includes(profile);
    test(`is ${taking ? 'taken' : 'refused'} by ${profile}`, async () => {
      const { taken, refuses } = await run(profile);
      assert.equal(taken.length > 0, taking, refuses);
      if (!taking) assert.match(refuses ?? '', /jwt proof must contain 'key_attestations_required'/);
    });
  }

  test('is refused by mdl, a wallet that takes mdocs alone', async () => {
    const { taken, refuses } = await run('mdl');
    assert.equal(taken.length, 0);
    assert.match(refuses ?? '', /does not support the credential format dc\+sd-jwt/);
  });

  test('is asked for by its type by sphereon, a client of draft 13: refused', async () => {
    const one = await run('sphereon');
    assert.equal(one.refused, 'credential');
    assert.deepEqual(Object.keys(body(one)), ['format', 'vct', 'proof']);
    assert.deepEqual(Object.keys(body(one).proof as object), ['proof_type', 'jwt']);
  });

  test('is not for a wallet of ts3-letter where its provider is not trusted: it has no other name', async () => {
    assert.equal((await run('ts3-letter')).refused, 'par');
  });
});

describe('what wallets send', () => {
  test('@openid4vc begins at the challenge endpoint, names the resource, asks by configuration', async () => {
    const one = await run('credo-0.6');
    const challenge = form(one, '/authorize/challenge');
    assert.equal(challenge.resource, server.url);
    assert.ok(!('response_type' in challenge));
    assert.equal(form(one, '/authorize/token').resource, server.url);
    assert.deepEqual(Object.keys(body(one)), ['credential_configuration_id', 'proofs']);
  });

  test('credo-0.6 takes the nonce of its second request from the answer to the first', async () => {
    const two = { credentialConfigurationIds: ['pid', 'diploma'] };
    assert.equal((await run('credo-0.6', two)).sent.filter(({ path }) => path.endsWith('/vci/nonce')).length, 1);
    const standard = await startSampleServer({ env: { WALLET_DIALECT: 'standard' } });
    try {
      assert.equal((await run('credo-0.6', two, {}, standard)).refused, 'credential');
      assert.equal((await run('credo', two, {}, standard)).taken.length, 2);
    } finally {
      await standard.close();
    }
  });

  test('walt-id, multipaz, it-wallet and the suite take only the status codes of the standard', async () => {
    const created = await startSampleServer({ env: { WALLET_DIALECT: 'interface' } });
    try {
      const refused = await Promise.all(
        (['walt-id', 'multipaz', 'it-wallet', 'wwwallet', 'suite', 'vck', 'credo'] as const).map(
          async (profile) => [profile, (await run(profile, {}, {}, created)).refuses] as const,
        ),
      );
      assert.deepEqual(
        refused.filter(([, why]) => why !== undefined).map(([profile]) => profile),
        ['walt-id', 'multipaz', 'it-wallet', 'wwwallet', 'suite'],
      );
      assert.match(refused[0]?.[1] ?? '', /^The credential endpoint returned 201; this wallet accepts 200 and 202/);
    } finally {
      await created.close();
    }
  });

  test('sphereon looks behind the path of a tenant, the others between host and path', async () => {
    const paths = async (profile: WalletName): Promise<readonly string[]> => {
      const { sent } = await run(profile, {}, {}, server, SHAPE_B);
      return sent.map(({ path }) => path).filter((path) => path.includes('.well-known'));
    };
    const inserted = ['/.well-known/openid-credential-issuer/root', '/.well-known/oauth-authorization-server/root'];
    for (const profile of ['vck', 'walt-id', 'wwwallet', 'credo-0.6', 'multipaz', 'it-wallet'] as const) {
      assert.deepEqual(await paths(profile), inserted);
    }
    const appended = (await paths('sphereon')).every((path) => path.startsWith('/root/.well-known/'));
    assert.ok(appended);
  });

  test('multipaz and wwwallet add members of drafts, wwwallet a proof for each key of a batch', async () => {
    const multipaz = body(await run('multipaz'));
    const { vct } = JSON.parse(Buffer.from(proofless((await run('multipaz')).taken), 'base64url').toString());
    assert.deepEqual([multipaz.format, multipaz.vct], ['dc+sd-jwt', vct]);
    const wwwallet = await run('wwwallet');
    assert.equal(body(wwwallet).format, 'dc+sd-jwt');
    assert.equal((body(wwwallet).proofs as { jwt: string[] }).jwt.length, wwwallet.taken.length);
    assert.ok(wwwallet.taken.length > 1);
  });

  test('it-wallet asks with authorization_details and by identifier; its nonce request has a content type', async () => {
    const one = await run('it-wallet');
    assert.deepEqual(JSON.parse(form(one, '/authorize/par').authorization_details ?? ''), [
      { type: 'openid_credential', credential_configuration_id: 'pid' },
    ]);
    assert.equal(to(one, '/vci/nonce').headers.get('content-type'), 'application/json');
    assert.deepEqual(Object.keys(body(one)), ['credential_identifier', 'proofs']);
    const refused = await run('it-wallet', PRE_AUTHORIZED_FLOW);
    assert.match(refused.refuses ?? '', /has no credential_identifiers for pid/);
  });

  test('plain wallets send a proof with the public key, by both grants', async () => {
    for (const offered of [{}, PRE_AUTHORIZED_FLOW]) {
      const one = await run('plain', offered);
      const header = JSON.parse(Buffer.from(proofOf(one).split('.')[0] ?? '', 'base64url').toString());
      assert.deepEqual(Object.keys(header), ['typ', 'alg', 'jwk']);
      assert.equal(one.taken.length, 1);
    }
  });
});

/** Payload of the first credential. */
function proofless([first]: readonly Taken[]): string {
  return first?.credential.split('.')[1] ?? '';
}

/**
 * The EU's Kotlin library fetches credentials: eudi-lib-jvm-openid4vci-kt 0.7.1, which follows draft 15 of OpenID4VCI.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { createWalletInstance } from '@countersign/shared/test/crypto/wallet-provider';
import { read } from '@countersign/wallet/sending/answer';
import { openTlsDoor, type TlsDoor, writeTlsFiles } from '../engines/tls-files.ts';
import { verifyWithLibrary } from '../support/credential.ts';
import type { MadeOffer } from '../support/flows.ts';
import { type HaipWorld, startHaipWorld } from '../support/haip.ts';
import {
  holdPidOf,
  memberConfiguration,
  offerOf,
  presentOnPage,
  type Shape,
  shapes,
  writeMember,
} from '../support/presentation-during-issuance.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import {
  type KotlinFlow,
  type KotlinOutcome,
  type KotlinWallet,
  provisionKotlinWallet,
  startKotlinWallet,
} from './kotlin-wallet.ts';

let folder: string;
let door: TlsDoor;
let world: HaipWorld;
let receiver: WebhookReceiver;
let wallet: KotlinWallet | undefined;
let missing = '';

/** The library only accepts https. Node doesn't know the proxy's authority, so this file's requests bypass it. */
const plainFetch = globalThis.fetch;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-eudi-'));
  const { ca, cert, key } = await writeTlsFiles(folder, 'issuer');
  const pem = { ca: readFileSync(ca), cert: readFileSync(cert), key: readFileSync(key) };
  let port = 0;
  door = await openTlsDoor(pem, () => port, 'any');
  const env = { PUBLIC_URL: `https://localhost:${door.port}`, CLAIMS_WAIT: '0' };
  world = await startHaipWorld({ profile: 'open', server: { env } });
  port = Number(new URL(world.server.origin).port);
  const { url, origin } = world.server;
  globalThis.fetch = (input, init) => plainFetch(String(input).replace(url, origin), init);
  receiver = await openReceiver();
  receiver.status = 200;
  receiver.body = JSON.stringify({ member: { level: 'late' } });
  try {
    wallet = startKotlinWallet(await provisionKotlinWallet(), ca);
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    missing = error instanceof Error ? error.message : String(error);
    process.stderr.write(`\nMISSING: the Kotlin library of the EU: ${missing}\n`);
  }
});
after(async () => {
  globalThis.fetch = plainFetch;
  await wallet?.close();
  await receiver.close();
  await world.close();
  await door.close();
  rmSync(folder, { recursive: true, force: true });
});

function program(t: TestContext): KotlinWallet | undefined {
  if (wallet === undefined) t.skip(missing);
  return wallet;
}

function parametersOf(redirect: string): string {
  return JSON.stringify(Object.fromEntries(new URL(redirect).searchParams));
}

/** Follows the link of the authorization endpoint, as a browser does. */
async function open(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' });
  return parametersOf(answer.headers.get('location') ?? 'none:');
}

function plainOffer(shape: Shape, body: object = {}): Promise<MadeOffer> {
  return world.offer(shape, { credentialConfigurationIds: ['pid'], ...body });
}

/** An instance of the provider's wallet. */
function attested(shape: Shape): Required<Pick<KotlinFlow, 'attestation' | 'key' | 'challengeEndpoint'>> {
  const { key, jwk } = createWalletInstance({ provider: world.provider, clientId: 'https://wallet.example' });
  return {
    attestation: world.provider.attestation({ clientId: 'https://wallet.example', jwk }),
    key: JSON.stringify(key.privateKey.export({ format: 'jwk' })),
    challengeEndpoint: `${shape.issuer(world.server)}/authorize/attestation-challenge`,
  };
}

/**
 * Makes the backend respond, and waits until the issuer has the claims, because the library treats a 202 from the
 * deferred endpoint as an error.
 */
async function untilClaimsCame(shape: Shape, session: string): Promise<string> {
  receiver.silent = false;
  for (;;) {
    const { json } = await read(await shape.call(world.server, `/session/${session}`));
    if (json.claimsStatus === 'ready') return 'ready';
    await sleep(20);
  }
}

/** @param notified false for a deferred credential, whose response has no notification id by default */
async function assertIssued(outcome: KotlinOutcome, count: number, notified = true): Promise<void> {
  assert.equal(outcome.failed, undefined);
  assert.equal(outcome.credentials.length, count);
  for (const [index, credential] of outcome.credentials.entries()) {
    const { claims } = await verifyWithLibrary(credential);
    assert.deepEqual((claims.cnf as { jwk: object }).jwk, outcome.keys[index]);
  }
  assert.equal(outcome.notified, notified);
}

for (const shape of shapes) {
  describe(`the Kotlin library of the EU, ${shape.name}`, () => {
    test('authorization code with PAR and DPoP, a batch, notification', async (t) => {
      const kotlin = program(t);
      if (kotlin === undefined) return;
      const { uri } = await plainOffer(shape);
      const outcome = await kotlin.run({ link: uri, dpop: true, batch: 3 }, { open });
      await assertIssued(outcome, 3);
      assert.equal(outcome.grant, 'AuthorizationCode');
      assert.equal(outcome.bound, true);
    });

    test('pre-authorized code with a transaction code, Bearer', async (t) => {
      const kotlin = program(t);
      if (kotlin === undefined) return;
      const { uri, txCode = '' } = await plainOffer(shape, { flow: 'pre_authorized_code', tx_code: true });
      const outcome = await kotlin.run({ link: uri, txCode });
      await assertIssued(outcome, 1);
      assert.equal(outcome.grant, 'PreAuthorizedCodeGrant');
      assert.equal(outcome.bound, false);
    });

    test('client attestation with a challenge at PAR and token', async (t) => {
      const kotlin = program(t);
      if (kotlin === undefined) return;
      const { uri } = await plainOffer(shape);
      const outcome = await kotlin.run({ link: uri, dpop: true, ...attested(shape) }, { open });
      await assertIssued(outcome, 1);
    });

    test('a presentation in the browser, and a credential that comes later, collected with a refreshed token', async (t) => {
      const kotlin = program(t);
      if (kotlin === undefined) return;
      writeMember(world.server, shape, receiver.url);
      const member = { ...memberConfiguration(receiver.url), refresh: {} };
      world.server.writeConfig(`${shape.folder}issuance/member.json`, member);
      const held = await holdPidOf(world.server, shape);
      const { uri, session } = await offerOf(world.server, shape);
      receiver.silent = true;
      const outcome = await kotlin.run(
        { link: uri, dpop: true, refresh: true, ...attested(shape) },
        {
          open: async (url) => parametersOf(await presentOnPage(world.server, await (await fetch(url)).text(), held)),
          deferred: () => untilClaimsCame(shape, session),
        },
      );
      await assertIssued(outcome, 1, false);
    });
  });
}

/** The ACME client against pebble, an authority that others wrote: account, challenges, nonces, chains. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { changeAccountKey, findAccount, openAccount } from '@countersign/european-trust/acme/acme-account';
import { createAcmeExchange } from '@countersign/european-trust/acme/acme-exchange';
import { advanceOrder, type Issued, type OrderParts, placeOrder } from '@countersign/european-trust/acme/acme-order';
import { chooseChain } from '@countersign/european-trust/acme/certificate-chains';
import type { ExternalAccount } from '@countersign/european-trust/acme/signed-request';
import { accountKey, LEAF, makeRequest, refusalOf } from '@countersign/european-trust/test/acme/acme-client';
import { until } from '@countersign/shared/test/patience';
import { type Pebble, type PebbleOptions, provisionPebble, startPebble } from './pebble.ts';

const NAME = 'shop.example';
const MAC_KEY = Buffer.from('a key that the authority has given out, of forty bytes').toString('base64url');

let commands: string | undefined;
let missing = '';
let folder: string;
/** The response of every name's host. */
const published = new Map<string, string>();
let host: Server;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-pebble-'));
  host = createServer((request, response) => {
    const answer = published.get(request.url?.split('/').at(-1) ?? '');
    response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  try {
    commands = await provisionPebble();
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    missing = error instanceof Error ? error.message : String(error);
    process.stderr.write(`\nMISSING: pebble, an ACME authority: ${missing}\n`);
  }
});
after(() => {
  host.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An authority for one test. */
async function authority(t: TestContext, options: Partial<PebbleOptions> = {}): Promise<Pebble | undefined> {
  if (commands === undefined) {
    t.skip(missing);
    return undefined;
  }
  published.clear();
  const { port: httpPort } = host.address() as AddressInfo;
  const pebble = await startPebble({ commands, folder: mkdtempSync(join(folder, 'one-')), httpPort, ...options });
  t.after(pebble.stop);
  return pebble;
}

async function partsFor(pebble: Pebble, externalAccount?: ExternalAccount): Promise<OrderParts> {
  const key = accountKey();
  const { directory: address, outbound } = pebble;
  const exchange = createAcmeExchange({ outbound, clock: Date.now, key, address });
  const account = await openAccount(exchange, {
    key,
    contact: ['mailto:pki@shop.example'],
    termsOfServiceAgreed: true,
    ...(externalAccount === undefined ? {} : { externalAccount }),
  });
  return {
    exchange,
    key,
    account,
    address,
    certificate: { identifiers: [{ type: 'dns', value: NAME }] },
    answers: {
      'http-01': async ({ token, keyAuthorization }) => {
        published.set(token, keyAuthorization);
      },
    },
    csr: () => makeRequest('leaf', [NAME]),
  };
}

/** @throws the refusal, immediately: waiting would repeat it */
async function obtain(parts: OrderParts): Promise<Issued> {
  const url = await placeOrder(parts);
  let outcome: Issued | Error | undefined;
  await until('the certificate', async () => {
    try {
      const step = await advanceOrder(parts, url);
      if (step.state === 'issued') outcome = step;
    } catch (error) {
      outcome = error instanceof Error ? error : new Error(String(error));
    }
    return outcome !== undefined;
  });
  if (outcome === undefined || outcome instanceof Error) throw outcome;
  return outcome;
}

test('a certificate of pebble, with the chain to the root that is trusted', async (t) => {
  const pebble = await authority(t);
  if (pebble === undefined) return;
  const { chains } = await obtain(await partsFor(pebble));
  assert.equal(chains.length, 2);
  const roots = (await pebble.roots()).map((pem) => new X509Certificate(pem));
  const chain = chooseChain(chains, { kid: LEAF, anchors: [], now: Date.now() });
  assert.equal(chain.length, 2);
  assert.equal(chain[0]?.checkHost(NAME), NAME);
  assert.ok(roots.some((root) => chain[1]?.verify(root.publicKey) === true));
  // Certificates of pebble are for TLS servers: as access certificates wallets would refuse them.
  assert.throws(() => chooseChain(chains, { kid: LEAF, anchors: roots, now: Date.now() }), /acme_certificate_refused/);
});

test('half of the good nonces are refused', async (t) => {
  const pebble = await authority(t, { refusedNonces: 50 });
  if (pebble === undefined) return;
  const refusals: string[] = [];
  const done = async (): Promise<boolean> => {
    try {
      assert.equal((await obtain(await partsFor(pebble))).chains.length, 2);
      return true;
    } catch (error) {
      // Five in a row: the renewal tries again later.
      refusals.push(String(error));
      return false;
    }
  };
  await until('a certificate', done);
  assert.ok(refusals.length < 10, refusals.join(', '));
});

test('an account of pebble needs the external account that it knows', async (t) => {
  const pebble = await authority(t, { externalAccounts: { 'kid-1': MAC_KEY }, alwaysValid: true });
  if (pebble === undefined) return;
  const missingAccount = await refusalOf(partsFor(pebble));
  assert.equal(missingAccount.facts.detail, 'external_account_missing');
  const wrong = await refusalOf(partsFor(pebble, { kid: 'kid-1', key: Buffer.alloc(40, 1) }));
  assert.equal(wrong.reason, 'acme_account_refused');
  const parts = await partsFor(pebble, { kid: 'kid-1', key: Buffer.from(MAC_KEY, 'base64url') });
  assert.equal((await obtain(parts)).chains.length, 2);
});

test('a wrong answer to a challenge ends the order with its reason', async (t) => {
  const pebble = await authority(t);
  if (pebble === undefined) return;
  const parts = await partsFor(pebble);
  const wrong: OrderParts = {
    ...parts,
    answers: { 'http-01': async ({ token }) => void published.set(token, 'something else') },
  };
  assert.equal((await refusalOf(obtain(wrong))).reason, 'acme_challenge_failed');
});

test('a request for another name, and an identifier that pebble does not certify', async (t) => {
  const pebble = await authority(t, { alwaysValid: true });
  if (pebble === undefined) return;
  const parts = await partsFor(pebble);
  const other = { ...parts, csr: () => makeRequest('leaf', ['other.example']) };
  assert.equal((await refusalOf(obtain(other))).reason, 'acme_request_refused');
  const party = { ...parts, certificate: { identifiers: [{ type: 'wrp-id', value: 'NTRDE-HRB1' }] } };
  assert.equal((await refusalOf(placeOrder(party))).reason, 'acme_identifier_refused');
});

test('the key of an account is replaced, and orders go on with the next one', async (t) => {
  const pebble = await authority(t, { alwaysValid: true });
  if (pebble === undefined) return;
  const parts = await partsFor(pebble);
  const next = accountKey('next');
  await changeAccountKey(parts.exchange, { account: parts.account, key: parts.key, next });
  const exchange = createAcmeExchange({
    outbound: pebble.outbound,
    clock: Date.now,
    key: next,
    address: pebble.directory,
  });
  assert.equal(await findAccount(exchange), parts.account);
  assert.equal(await findAccount(parts.exchange), undefined);
  assert.equal((await obtain({ ...parts, exchange, key: next })).chains.length, 2);
});

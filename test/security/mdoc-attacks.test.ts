/** Hostile mdocs over HTTP that a wallet cannot produce: they are signed by an issuer, or are not mdocs at all. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createDocumentSigner, createIssuingAuthority } from '@countersign/shared/crypto/mdoc-certificates';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { newWalletKey, type WalletKey } from '@countersign/wallet/jwt/keys';
import type { Cbor } from '@countersign/wallet/mdoc/cbor';
import { makeIssuerSigned } from '@countersign/wallet/mdoc/make-issuer-signed';
import { redirectBinding } from '@countersign/wallet/presentation/binding';
import { type HeldCredential, type PresentationRequest, present } from '@countersign/wallet/presentation/present';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';
import { sessionOf } from '../support/flows.ts';
import { MDL, MDL_SPACE, mdlQuery } from '../support/mdl.ts';
import { answerWith, CARD, CARD_NAMESPACE, question } from '../support/mdoc.ts';
import { holdPid, makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const DAY = 86_400_000;
const now = Date.now();
const validity = { notBefore: now - DAY, notAfter: now + 300 * DAY };
const KIB = 1024;

interface Signer {
  /** PEM of the anchor. */
  readonly anchor: string;
  readonly key: WalletKey;
  /** DER, leaf first. */
  readonly chain: readonly Buffer[];
}

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signing = (privateKey: KeyObject): WalletKey => ({ ...newWalletKey(), privateKey });

interface National {
  readonly signer: Signer;
  /** The IACA instead of a document signer. */
  readonly authority: Signer;
}

async function nationalIssuer(): Promise<National> {
  const [authorityKeys, signerKeys] = [keyPair(), keyPair()];
  const named = { tenant: 'Authority', host: 'issuer.example', random: randomBytes, ...validity };
  const anchor = await createIssuingAuthority({
    ...named,
    keys: authorityKeys,
    country: 'UT',
    issuerUrl: 'https://issuer.example',
    revocationListUrl: 'https://issuer.example/crl',
  });
  const authority = { certificate: anchor, privateKey: authorityKeys.privateKey };
  const leaf = await createDocumentSigner({ ...named, publicKey: signerKeys.publicKey, authority });
  return {
    signer: { anchor, key: signing(signerKeys.privateKey), chain: [new X509Certificate(leaf).raw] },
    authority: { anchor, key: signing(authorityKeys.privateKey), chain: [new X509Certificate(anchor).raw] },
  };
}

/** The chain of an issuer of SD-JWT VCs: it signs data, and has no purpose of a document signer. */
async function plainSigner(): Promise<Signer> {
  const made = await makeSigningKey(validity);
  const chain = made.x5c.map((one) => Buffer.from(one, 'base64'));
  return { anchor: made.anchor, key: signing(made.privateKey), chain };
}

type NameSpaces = Readonly<Record<string, Readonly<Record<string, Cbor>>>>;

const name: NameSpaces = { [MDL_SPACE]: { family_name: 'Mallory' } };

function heldOf(by: Signer, docType: string = MDL, nameSpaces: NameSpaces = name): HeldCredential {
  const key = newWalletKey();
  const times = { signed: now - DAY / 2, validUntil: now + DAY };
  const made = { docType, nameSpaces, deviceKey: key, ...times, signer: by.key, chain: by.chain };
  return { credential: makeIssuerSigned(made), key };
}

describe('hostile mdocs', () => {
  let server: TestServer;
  before(async () => {
    server = await startSampleServer();
    server.writeConfig('presentation/licence.json', question([mdlQuery('family_name')]));
    const claims = [{ path: [CARD_NAMESPACE, 'family_name'] }];
    const card = { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: CARD }, claims };
    server.writeConfig('presentation/card.json', question([card]));
    const hostile = [{ path: ['__proto__', '__proto__'] }];
    server.writeConfig('presentation/hostile.json', question([{ ...card, claims: hostile }]));
  });
  after(() => server.close());

  /** The outcome of a presentation: its reason, or `verified`. */
  async function outcome(make: (request: PresentationRequest) => string, requestId = 'licence'): Promise<string> {
    const { session, request } = await makeFetchedRequest(server, { requestId });
    const answer = await answerWith(request, { mdl: [make(request)] });
    const view = await sessionOf(server, session);
    assert.equal(answer.status, view.status === 'verified' ? 200 : 400, answer.text);
    return view.status === 'verified' ? 'verified' : view.lastError.reason;
  }
  const presented = (held: HeldCredential, requestId?: string): Promise<string> =>
    outcome((request) => presentMdoc(held, redirectBinding(request).transcript), requestId);

  it('the signer of a licence must be a document signer, and not its authority', async () => {
    const [{ signer, authority }, plain] = [await nationalIssuer(), await plainSigner()];
    server.writeConfig('trust/issuers/nation.pem', signer.anchor);
    server.writeConfig('trust/issuers/plain.pem', plain.anchor);
    assert.equal(await presented(heldOf(authority)), 'issuer_trust');
    assert.equal(await presented(heldOf(plain)), 'issuer_trust');
    const card = { [CARD_NAMESPACE]: { family_name: 'Mallory' } };
    assert.equal(await presented(heldOf(plain, CARD, card), 'card'), 'verified');
    assert.equal(await presented(heldOf(signer)), 'verified');
  });

  it('an issuer counts for the types of its anchor alone; an anchor for SD-JWT VCs counts for no mdoc', async () => {
    const { signer } = await nationalIssuer();
    const card = heldOf(signer, CARD, { [CARD_NAMESPACE]: { family_name: 'Mallory' } });
    assert.equal(await presented(heldOf(signer)), 'issuer_trust');
    server.writeConfig('trust/issuers/other.json', { doctype: [CARD] });
    server.writeConfig('trust/issuers/other.pem', signer.anchor);
    assert.equal(await presented(heldOf(signer)), 'issuer_trust');
    assert.equal(await presented(card, 'card'), 'verified');
    server.writeConfig('trust/issuers/other.json', { vct: [MDL, CARD] });
    assert.equal(await presented(heldOf(signer)), 'issuer_trust');
    assert.equal(await presented(card, 'card'), 'issuer_trust');
    server.writeConfig('trust/issuers/other.json', { doctype: [MDL] });
    assert.equal(await presented(heldOf(signer)), 'verified');
  });

  it('the CA of SD-JWT VCs of the tenant itself counts for no mdoc', async () => {
    const { x5c } = await server.platform.keys.signer('default', 'credential');
    const chain = x5c.map((one) => Buffer.from(one, 'base64'));
    const { key } = await plainSigner();
    assert.equal(await presented(heldOf({ anchor: '', key, chain })), 'issuer_trust');
  });

  it('names of prototypes are no elements: refused, so that the session and its webhook stay readable', async () => {
    const { signer } = await nationalIssuer();
    server.writeConfig('trust/issuers/hostile.pem', signer.anchor);
    const polluting = new Map([['__proto__', new Map([['polluted', 'yes']])]]);
    const inValue = heldOf(signer, CARD, { [CARD_NAMESPACE]: { family_name: polluting } });
    assert.equal(await presented(inValue, 'card'), 'disclosure');
    const own = Object.fromEntries([['__proto__', 'x']]) as NameSpaces[string];
    for (const names of [{ [CARD_NAMESPACE]: own }, Object.fromEntries([['__proto__', { x: 'x' }]])]) {
      assert.equal(await presented(heldOf(signer, CARD, names), 'hostile'), 'claims');
    }
    const both = Object.fromEntries([['__proto__', own]]);
    assert.equal(await presented(heldOf(signer, CARD, both), 'hostile'), 'disclosure');
    const named = { [CARD_NAMESPACE]: { family_name: new Map([['constructor', 'text']]) } };
    assert.equal(await presented(heldOf(signer, CARD, named), 'card'), 'verified');
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  const bombs: Readonly<Record<string, () => Buffer>> = {
    'nested arrays': () => Buffer.alloc(190 * KIB, 0x81),
    'nested tags': () => Buffer.alloc(190 * KIB, 0xc0),
    'a declared length of 2^32': () => Buffer.from('9b0000000100000000', 'hex'),
    'a bignum of 190 KiB': () => Buffer.concat([Buffer.from('c25a0002f800', 'hex'), Buffer.alloc(190 * KIB, 0xff)]),
    'a header of 60,000 entries': () => Buffer.concat([Buffer.from('b9ea60', 'hex'), Buffer.alloc(120_000)]),
    'text in chunks': () => Buffer.from('7f61616161ff', 'hex'),
    'text that is no UTF-8': () => Buffer.from('62c328', 'hex'),
  };
  for (const [bomb, bytes] of Object.entries(bombs)) {
    it(`${bomb}: refused, and the server answers the next one`, async () => {
      assert.equal(await outcome(() => bytes().toString('base64url')), 'presentation_format');
      const held = await holdPid(server);
      server.writeConfig('presentation/pid-question.json', pidQuestion);
      const { request } = await makeFetchedRequest(server, { requestId: 'pid-question' });
      assert.equal((await answerWith(request, { pid: [present(held, request)] })).status, 200);
    });
  }
});

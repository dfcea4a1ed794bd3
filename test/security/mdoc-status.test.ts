/**
 * The status of other issuers' mdocs, looked up over HTTP: lists as CWT and as JWT, identifier lists, and invalid
 * lists.
 */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { type Entries, identifierMap, madeCwt } from '@countersign/shared/test/mdoc/made-cwt';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import type { Cbor, CborMap } from '@countersign/wallet/mdoc/cbor';
import { makeIssuerSigned } from '@countersign/wallet/mdoc/make-issuer-signed';
import { sessionOf } from '../support/flows.ts';
import { answerWith, CARD, CARD_NAMESPACE, presentCard, question } from '../support/mdoc.ts';
import { makeFetchedRequest } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const STATUS_CWT = 'application/statuslist+cwt';
const IDENTIFIER_CWT = 'application/identifierlist+cwt';
const now = Date.now();
const seconds = Math.floor(now / 1000);
/** Entry 0 is revoked. */
const LIST = deflateSync(Buffer.from([0x01]));
const REVOKED_ID = Buffer.from('revoked');
const validity = { notBefore: now - 86_400_000, notAfter: now + 86_400_000 };
const issuer = await makeSigningKey(validity);
const stranger = await makeSigningKey(validity);
const der = (of: typeof issuer): Buffer => new X509Certificate(Buffer.from(of.x5c[0] ?? '', 'base64')).raw;

interface Served {
  readonly type: string;
  readonly body: Buffer | string;
}

const statusClaims = (uri: string): Entries => ({
  2: uri,
  6: seconds,
  65534: 60,
  65533: new Map<string, number | Buffer>([
    ['bits', 1],
    ['lst', LIST],
  ]),
});

function cwt(type: string, claims: Entries, by = issuer): Served {
  const protectedHeader = { 1: -7, 16: type, 33: der(by) };
  return { type, body: madeCwt({ key: by.privateKey, protectedHeader, claims }) };
}

function identifiers(uri: string): Served {
  const members = Buffer.concat([Buffer.of(0xa1), writeCbor('identifiers'), identifierMap([REVOKED_ID])]);
  const protectedHeader = { 1: -7, 16: IDENTIFIER_CWT, 33: der(issuer) };
  const claims = Buffer.concat([
    Buffer.of(0xa4),
    ...[2, uri, 6, seconds, 4, seconds + 3600].map((part) => writeCbor(part)),
    writeCbor(65_530),
    members,
  ]);
  return { type: IDENTIFIER_CWT, body: madeCwt({ key: issuer.privateKey, protectedHeader, claims }) };
}

function jwt(uri: string, type = 'application/statuslist+jwt'): Served {
  const header = { typ: 'statuslist+jwt', alg: 'ES256', x5c: issuer.x5c };
  const list = { bits: 1, lst: LIST.toString('base64url') };
  return { type, body: signCompact(header, { sub: uri, iat: seconds, ttl: 60, status_list: list }, issuer.privateKey) };
}

/** The responses of the lists' server, by path. */
const lists: Readonly<Record<string, (uri: string) => Served>> = {
  cwt: (uri) => cwt(STATUS_CWT, statusClaims(uri)),
  jwt,
  'jwt-as-cwt': (uri) => jwt(uri, STATUS_CWT),
  'cwt-as-jwt': (uri) => ({ ...cwt(STATUS_CWT, statusClaims(uri)), type: 'application/statuslist+jwt' }),
  'other-subject': (uri) => cwt(STATUS_CWT, statusClaims(`${uri}/other`)),
  'other-signer': (uri) => cwt(STATUS_CWT, statusClaims(uri), stranger),
  ended: (uri) => cwt(STATUS_CWT, { ...statusClaims(uri), 4: seconds - 3600 }),
  identifiers,
};

describe('the status of an mdoc of another issuer', () => {
  const accepts: string[] = [];
  const server = createServer((request, response) => {
    accepts.push(String(request.headers.accept));
    const path = request.url?.slice(1) ?? '';
    const { type, body } = lists[path]?.(`${origin}/${path}`) ?? assert.fail(path);
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  });
  let origin = '';
  let verifier: TestServer;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    verifier = await startSampleServer({ env: { OUTBOUND_ALLOW: `127.0.0.1:${port}` } });
    verifier.writeConfig('trust/issuers/other.pem', issuer.anchor);
    const claims = [{ path: [CARD_NAMESPACE, 'level'] }];
    const query = { id: 'card', format: 'mso_mdoc', meta: { doctype_value: CARD }, claims };
    verifier.writeConfig('presentation/card.json', question([query]));
  });
  after(async () => {
    await verifier.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** @returns `verified`, or the reason of the refusal */
  async function outcome(status: CborMap): Promise<string> {
    const key = newWalletKey();
    const credential = makeIssuerSigned({
      docType: CARD,
      nameSpaces: { [CARD_NAMESPACE]: { level: 7 } },
      deviceKey: key,
      status,
      signed: now - 3_600_000,
      validUntil: now + 3_600_000,
      chain: [der(issuer)],
      signer: { ...newWalletKey(), privateKey: issuer.privateKey },
    });
    const { session, request } = await makeFetchedRequest(verifier, { requestId: 'card' });
    await answerWith(request, { card: [presentCard({ credential, key }, request)] });
    const view = await sessionOf(verifier, session);
    return view.status === 'verified' ? 'verified' : (view.error?.reason ?? view.lastError?.reason);
  }

  const mapOf = (members: Readonly<Record<string, Cbor>>): CborMap => new Map<Cbor, Cbor>(Object.entries(members));
  const listed = (path: string, idx: number) => ({ status_list: mapOf({ uri: `${origin}/${path}`, idx }) });
  const identified = (id: Buffer) => ({ identifier_list: mapOf({ id, uri: `${origin}/identifiers` }) });

  it('is asked for as CWT first, and taken as CWT or JWT', async () => {
    for (const path of ['cwt', 'jwt']) {
      assert.equal(await outcome(mapOf(listed(path, 1))), 'verified', path);
      assert.equal(await outcome(mapOf(listed(path, 0))), 'revoked', path);
      assert.equal(await outcome(mapOf(listed(path, 8))), 'status_unavailable', path);
    }
    assert.match(accepts[0] ?? '', /^application\/statuslist\+cwt/);
  });

  it('does not count where the list has another form than it says, another subject, another signer, or an end behind it', async () => {
    for (const path of ['jwt-as-cwt', 'cwt-as-jwt', 'other-subject', 'other-signer', 'ended']) {
      assert.equal(await outcome(mapOf(listed(path, 1))), 'status_unavailable', path);
    }
  });

  it('is revoked by an identifier list that names it; both mechanisms must pass', async () => {
    const other = Buffer.from('other');
    assert.equal(await outcome(mapOf(identified(other))), 'verified');
    assert.equal(await outcome(mapOf(identified(REVOKED_ID))), 'revoked');
    assert.equal(await outcome(mapOf({ ...listed('cwt', 1), ...identified(REVOKED_ID) })), 'revoked');
    assert.equal(await outcome(mapOf({ ...listed('cwt', 0), ...identified(other) })), 'revoked');
    assert.equal(await outcome(mapOf({ ...listed('cwt', 1), ...identified(other) })), 'verified');
  });
});

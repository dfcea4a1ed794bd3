import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ocspQuestion } from '../../src/revocation/ocsp-request.ts';
import { readOcspResponse } from '../../src/revocation/ocsp-response.ts';
import { UnusableRevocation } from '../../src/revocation/unusable.ts';
import { authority, delegate, leafUnder, NOW, type OcspOptions, ocspOf } from './revocation-authority.ts';

const HOUR = 3_600_000;
const ca = await authority();
const leaf = await leafUnder(ca);
const question = ocspQuestion(leaf.certificate, ca.certificate, Buffer.alloc(32, 7));
const context = { question, issuer: ca.certificate, now: NOW };
const answer = (options: OcspOptions = {}) => readOcspResponse(ocspOf(ca, question.certId, options), context);

async function unusable(given: OcspOptions | Buffer, reason: string): Promise<void> {
  const asked = Buffer.isBuffer(given) ? readOcspResponse(given, context) : answer(given);
  await assert.rejects(asked, (error: unknown) => {
    assert.ok(error instanceof UnusableRevocation, String(error));
    assert.equal(error.reason, reason);
    return true;
  });
}

test('good and revoked, by the issuer, named by name or by key', async () => {
  for (const by of ['name', 'key'] as const) {
    assert.deepEqual(await answer({ by }), { revoked: false, until: NOW + 24 * HOUR });
    assert.deepEqual(await answer({ by, status: 'revoked' }), { revoked: true, until: NOW + 24 * HOUR });
  }
});

test('a delegated responder is of the same authority, says so, and is not asked about in turn', async () => {
  assert.equal((await answer({ responder: await delegate(ca) })).revoked, false);
  await unusable({ responder: await delegate(ca, { purpose: false }) }, 'responder');
  await unusable({ responder: await delegate(ca, { noCheck: false }) }, 'responder');
  await unusable({ responder: await delegate(await authority('Other CA')) }, 'responder');
  await unusable({ responder: await delegate(ca, { notAfter: NOW - 1000 }) }, 'responder');
  await unusable({ responder: leaf }, 'responder');
  await unusable({ signer: leaf.key.privateKey }, 'signature');
  await unusable({ algorithm: 'ecdsa-sha1' }, 'signature_algorithm');
});

test('unknown is not good', async () => {
  await unusable({ status: 'unknown' }, 'unknown');
});

test('an answer about another certificate', async () => {
  const other = await leafUnder(ca, { name: 'Other signer' });
  const { certId } = ocspQuestion(other.certificate, ca.certificate, question.nonce);
  await unusable(ocspOf(ca, certId), 'other_certificate');
  const another = await authority('Other CA');
  await unusable(
    ocspOf(ca, ocspQuestion(leaf.certificate, another.certificate, question.nonce).certId),
    'other_certificate',
  );
});

test('old and early answers', async () => {
  await unusable({ nextUpdate: NOW }, 'expired');
  await unusable({ thisUpdate: NOW + 301_000 }, 'not_yet_valid');
  await unusable({ nextUpdate: null }, 'expired');
  assert.deepEqual(await answer({ nextUpdate: null, thisUpdate: NOW - 1000 }), {
    revoked: false,
    until: NOW + 299_000,
  });
});

test('a nonce may be left out, and must be ours where it is sent', async () => {
  assert.equal((await answer({ nonce: question.nonce })).revoked, false);
  await unusable({ nonce: Buffer.alloc(32, 8) }, 'nonce');
});

test('a responder that refuses, and bytes that are no answer', async () => {
  for (const responseStatus of [1, 2, 3, 5, 6]) await unusable({ responseStatus }, 'responder_status');
  for (const bytes of [Buffer.alloc(0), Buffer.from('<html>'), ca.certificate.raw]) await unusable(bytes, 'format');
  const good = ocspOf(ca, question.certId);
  for (let end = 0; end < good.length; end += 1) {
    await assert.rejects(readOcspResponse(good.subarray(0, end), context), UnusableRevocation);
  }
});

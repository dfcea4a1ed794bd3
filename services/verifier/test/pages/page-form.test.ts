/** The form of a request for the authorization page. page-presentation.test.ts covers responses to it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { pageEntries, pageForm } from '../../src/pages/page-form.ts';
import { encryptionInfo } from '../../src/query/iso-mdoc-request.ts';
import type { SealedRequest } from '../../src/request/sealed-request.ts';
import { requestIn } from '../dc-api-world.ts';

const ORIGIN = 'https://issuer.example';
const { d: _, ...jwk } = generateAgreementJwk();
const sealed: SealedRequest = {
  requestUri: `${ORIGIN}/oid4vp/request/question/r`,
  responseMode: 'direct_post.jwt',
  clientId: 'x509_hash:abc',
  state: 'state of the link',
  encryptionKey: { kid: 'k', jwk },
  dcqlQuery: {
    credentials: [
      {
        id: 'mdl',
        format: 'mso_mdoc',
        meta: { doctype_value: 'org.iso.18013.5.1.mDL' },
        claims: [{ path: ['org.iso.18013.5.1', 'given_name'] }],
      },
    ],
  },
  transactionData: [],
  page: { origin: ORIGIN },
};
const isoMdoc = { encryptionInfo: encryptionInfo({ nonce: Buffer.alloc(32, 1), recipientKey: jwk }), queryId: 'mdl' };

test('a request without a page has no such form', () => {
  const { page, ...others } = sealed;
  assert.ok(page !== undefined);
  assert.equal(pageForm(others), undefined);
});

test('the form has the origin of the page, an encrypted answer and the protocols that are sent', () => {
  const form = pageForm(sealed);
  assert.deepEqual(
    [form?.responseMode, form?.dcApi],
    ['dc_api.jwt', { origins: [ORIGIN], protocols: ['openid4vp-v1-signed'] }],
  );
  const both = pageForm({ ...sealed, page: { origin: ORIGIN, isoMdoc } });
  assert.deepEqual(both?.dcApi.protocols, ['openid4vp-v1-signed', 'org-iso-mdoc']);
  assert.equal(both?.page, undefined);
});

test('the entries share nonce and key with the link, and have neither its state nor its response endpoint', async () => {
  const form = pageForm({ ...sealed, page: { origin: ORIGIN, isoMdoc } }) ?? assert.fail();
  const entries = await pageEntries({
    form,
    nonce: 'nonce',
    key: await makeSigningKey(),
    now: 1000,
    expiresAt: 61_000,
    rules: { isoLabel: 'euWrprc' },
  });
  assert.deepEqual(
    entries.map(({ protocol }) => protocol),
    form.dcApi.protocols,
  );
  const request = requestIn(entries[0] ?? assert.fail()) as unknown as Record<string, unknown>;
  assert.deepEqual(
    [request.nonce, request.client_id, request.response_mode, request.expected_origins, request.iat, request.exp],
    ['nonce', 'x509_hash:abc', 'dc_api.jwt', [ORIGIN], 1, 61],
  );
  assert.deepEqual([request.state, request.response_uri], [undefined, undefined]);
  assert.equal(entries[1]?.data.encryptionInfo, isoMdoc.encryptionInfo);
});

test('a query that is none is a defect of the server', async () => {
  const form = pageForm({ ...sealed, dcqlQuery: {} }) ?? assert.fail();
  const key = await makeSigningKey();
  assert.throws(
    () => pageEntries({ form, nonce: 'n', key, now: 0, expiresAt: 1, rules: { isoLabel: 'both' } }),
    /cannot be parsed/,
  );
});

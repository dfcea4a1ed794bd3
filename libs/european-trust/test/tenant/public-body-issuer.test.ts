import assert from 'node:assert/strict';
import { it } from 'node:test';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { issuesAsPublicBody, statesPublicBody } from '../../src/tenant/public-body-issuer.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { extensionOf, makeTestCertificate } from '../registration/made-certificates.ts';
import { VALIDITY } from '../registration/registrar.ts';

const PUBLIC = 'urn:etsi:esi:eaa:eu:pub';

it('a configuration issues as a public body if its static claims have the category', () => {
  assert.equal(issuesAsPublicBody({ claims: { category: PUBLIC } }), true);
  assert.equal(issuesAsPublicBody({ claims: { 'org.etsi.01947201.010101': { category: PUBLIC } } }), true);
  const others = [
    {},
    { claims: {} },
    { claims: { category: 'urn:etsi:esi:eaa:eu:qualified' } },
    { claims: { a: { category: PUBLIC } } },
  ];
  assert.deepEqual(others.filter(issuesAsPublicBody), []);
});

it('the first certificate of its key must have the statement', async () => {
  const made = async (...extensions: ReturnType<typeof extensionOf.publicBody>[]) => {
    const subject = [['CN', 'body']] as const;
    const { certificate } = await makeTestCertificate({ subject, key: keyOf('body'), ...VALIDITY, extensions });
    return x5cElement(certificate);
  };
  const [stated, plain] = [await made(extensionOf.publicBody()), await made()];
  assert.equal(statesPublicBody({ x5c: [stated] }), true);
  assert.equal(statesPublicBody({ x5c: [plain, stated] }), false);
  assert.equal(statesPublicBody({ x5c: [] }), false);
});

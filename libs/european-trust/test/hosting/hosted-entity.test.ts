import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { HostedEntityBody } from '@countersign/shared/messages/hosted-list';
import type { HostedContent, HostedEntity } from '../../src/hosting/hosted-content.ts';
import { writtenEntity } from '../../src/hosting/hosted-entity.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { makeTestAuthority, makeTestCertificate } from '../registration/made-certificates.ts';
import { NOW, VALIDITY } from '../registration/registrar.ts';
import { entityBody, listBody } from './hosted-bodies.ts';

const key = keyOf('body');
const subject = [
  ['C', 'DE'],
  ['O', 'Ministry'],
  ['CN', 'Body'],
] as const;
const parts = { subject: subject.map(([type, value]) => [type, value] as const), key };
const ca = await makeTestAuthority('PID CA', VALIDITY);
const body = await makeTestCertificate({ ...parts, ca: {}, ...VALIDITY });
const renewed = await makeTestCertificate({ ...parts, ca: {}, ...VALIDITY, notAfter: VALIDITY.notAfter + 86_400_000 });
const bare = await makeTestCertificate({ subject: [['CN', 'bare']], key: keyOf('bare'), issuer: ca, ...VALIDITY });

const contentOf = (list: string, entities: readonly HostedEntity[] = []): HostedContent => ({
  scheme: { ...listBody({ list: list as never }), nextSigners: [] },
  entities,
});

function findings(written: HostedEntityBody, content = contentOf('pid-providers')): readonly string[] {
  const result = writtenEntity(written, content, NOW);
  return 'findings' in result ? result.findings.map(({ pointer, detail }) => `${pointer} ${detail}`) : [];
}

function entity(written: HostedEntityBody, content: HostedContent, now = NOW): HostedEntity {
  const result = writtenEntity(written, content, now);
  return 'value' in result ? result.value : assert.fail(JSON.stringify(result.findings));
}

describe('an entity of a hosted list as it is written', () => {
  it('has what is shown of its certificates, and the hash of their keys', () => {
    const { services, id } = entity(entityBody(ca.certificate), contentOf('pid-providers'));
    const [certificate] = services[0]?.certificates ?? [];
    const spki = ca.certificate.publicKey.export({ type: 'spki', format: 'der' });
    assert.equal(id, 'ministry');
    assert.equal(certificate?.val, ca.certificate.raw.toString('base64'));
    assert.equal(certificate.key, createHash('sha256').update(spki).digest('hex'));
    assert.equal(certificate.sha256, createHash('sha256').update(ca.certificate.raw).digest('hex'));
    assert.equal(certificate.notAfter, Date.parse(ca.certificate.validTo));
    assert.equal(services[0]?.statuses, undefined);
  });

  it('shows the place of each mistake, in all services', () => {
    const service = (purpose: 'issuance' | 'revocation', certificates: string) => ({
      purpose,
      name: [{ lang: 'en', value: 'x' }],
      certificates,
    });
    const services = [service('revocation', 'text'), service('revocation', ca.certificate.toString())];
    const places = findings(entityBody('', { services })).map((one) => one.split(' ')[0]);
    assert.deepEqual(places, ['/services', '/services/0/certificates']);
  });

  it('may repeat its own certificates, and certificates listed for a different purpose', () => {
    const content = contentOf('pid-providers');
    const before = { ...content, entities: [entity(entityBody(ca.certificate), content)] };
    assert.deepEqual(findings(entityBody(ca.certificate), before), []);
    const [issuing] = entityBody(bare.certificate, { id: 'other' }).services;
    const revoking = entityBody(ca.certificate, {}, { purpose: 'revocation' }).services[0];
    const services = [issuing, revoking].flatMap((one) => one ?? []);
    assert.deepEqual(findings(entityBody('', { id: 'other', services }), before), []);
  });

  it('is described where the type of its list has no description', () => {
    const scheme = {
      ...listBody({ list: 'https://lists.example/type', issuance: 'urn:i', territory: 'DE' }),
      nextSigners: [],
    };
    const content = { scheme, entities: [] };
    assert.match(findings(entityBody(ca.certificate), content).join(), /^\/information is required/);
    const information = [{ lang: 'en', uri: 'https://ministry.example' }];
    assert.deepEqual(findings(entityBody(ca.certificate, { information }), content), []);
  });
});

describe('a public body', () => {
  const content = contentOf('public-body-attestation-providers');
  const information = [{ lang: 'en', uri: 'https://ministry.example' }];
  const notified = (pem: object | string = body.certificate, status: 'notified' | 'withdrawn' = 'notified') =>
    entityBody(pem.toString(), { information }, { status });

  it('has a status', () => {
    assert.match(findings(entityBody(body.certificate, { information }), content).join(), /status is required/);
    assert.deepEqual(findings(notified(), content), []);
  });

  it('keeps its statuses while its key is the same, the newest first', () => {
    const first = entity(notified(), content);
    const since = Math.floor(NOW / 1000) * 1000;
    assert.deepEqual(first.services[0]?.statuses, [{ status: 'notified', since }]);
    const renewal = entity(notified(renewed.certificate), { ...content, entities: [first] }, NOW + 60_000);
    assert.deepEqual(renewal.services[0]?.statuses, [{ status: 'notified', since }]);
    const ended = entity(
      notified(renewed.certificate, 'withdrawn'),
      { ...content, entities: [renewal] },
      NOW + 120_000,
    );
    assert.deepEqual(ended.services[0]?.statuses, [
      { status: 'withdrawn', since: since + 120_000 },
      { status: 'notified', since },
    ]);
    // Within one second the newer one replaces the older.
    const again = entity(notified(), { ...content, entities: [ended] }, NOW + 120_000);
    assert.deepEqual(again.services[0]?.statuses, [
      { status: 'notified', since: since + 120_000 },
      { status: 'notified', since },
    ]);
  });
});

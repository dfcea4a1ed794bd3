import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HostedEntityBody, HostedListBody } from '@countersign/shared/messages/hosted-list';
import {
  type ChangeOfList,
  changeScheme,
  closeList,
  MAX_ENTITIES,
  removeEntity,
  signAgain,
  writeEntity,
} from '../../src/hosting/hosted-changes.ts';
import { type HostedContent, intervalOf } from '../../src/hosting/hosted-content.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { makeTestAuthority, makeTestCertificate } from '../registration/made-certificates.ts';
import { NOW, VALIDITY } from '../registration/registrar.ts';
import { entityBody, listBody } from './hosted-bodies.ts';

const authority = await makeTestAuthority('PID CA', VALIDITY);
const pem = authority.certificate.toString();
const leaf = await makeTestCertificate({
  subject: [['CN', 'leaf']],
  key: keyOf('leaf'),
  issuer: authority,
  ...VALIDITY,
});
const ended = await makeTestAuthority('old CA', { notBefore: NOW - 2000, notAfter: NOW - 1000 });

function made(change: ChangeOfList, before?: HostedContent): HostedContent {
  const result = change(before, NOW);
  return 'content' in result ? result.content : assert.fail(JSON.stringify(result));
}
function refusal(change: ChangeOfList, before?: HostedContent): readonly string[] | string {
  const result = change(before, NOW);
  if ('refused' in result) return result.refused;
  if ('content' in result) return 'accepted';
  return result.findings.map(({ pointer, detail }) => `${pointer} ${detail}`);
}
const list = (more: Partial<HostedListBody> = {}): HostedContent => made(changeScheme(listBody(more)));
const refusedEntity = (body: HostedEntityBody, before = list()) => refusal(writeEntity(body), before);

describe('the scheme of a hosted list', () => {
  it('may be written again, without a change of its type; its entities stay', () => {
    const before = made(writeEntity(entityBody(pem)), list());
    const after = made(changeScheme(listBody({ updateInterval: 3600 })), before);
    assert.deepEqual(
      [after.entities, intervalOf(after.scheme), intervalOf(before.scheme)],
      [before.entities, 3_600_000, 30 * 86_400_000],
    );
    assert.match(String(refusal(changeScheme(listBody({ list: 'wallet-providers' })), before)), /^\/list must stay/);
  });

  it('of Europe names nothing that its type says; another one needs its services and its country', () => {
    assert.match(String(refusal(changeScheme(listBody({ territory: 'DE' })))), /^\/territory is not allowed/);
    const other = { list: 'https://lists.example/type' };
    assert.deepEqual(refusal(changeScheme(listBody(other))), [
      '/issuance is required for a list that is not one of Europe',
      '/territory is required for a list that is not one of Europe',
    ]);
    const whole = { ...other, issuance: 'https://lists.example/issuance', territory: 'DE' };
    assert.equal(refusal(changeScheme(listBody(whole))), 'accepted');
    const xml = 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric';
    assert.match(String(refusal(changeScheme(listBody({ ...whole, list: xml })))), /^\/list is a list in XML/);
  });

  it('announces certificates, never a private key', () => {
    assert.equal(list({ nextSigners: pem }).scheme.nextSigners.length, 1);
    const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----';
    assert.deepEqual(refusal(changeScheme(listBody({ nextSigners: key }))), [
      '/nextSigners must not contain a private key',
    ]);
  });
});

describe('an entity of a hosted list', () => {
  it('is added, replaced by its id, and removed', () => {
    const one = made(writeEntity(entityBody(pem)), list());
    const same = made(writeEntity(entityBody(pem, { name: [{ lang: 'en', value: 'New name' }] })), one);
    assert.deepEqual([same.entities.length, same.entities[0]?.name[0]?.value], [1, 'New name']);
    assert.deepEqual(made(removeEntity('ministry'), same).entities, []);
    assert.equal(refusal(removeEntity('other'), same), 'missing');
  });

  it('has certificates that can be read, have not expired, and no private key', () => {
    const at = '/services/0/certificates';
    const key = `${pem}-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----`;
    assert.deepEqual(refusedEntity(entityBody(key)), [`${at} must not contain a private key`]);
    assert.match(String(refusedEntity(entityBody('text'))), /must contain a certificate in PEM/);
    assert.match(String(refusedEntity(entityBody(ended.certificate))), /certificates Certificate 1 expired at/);
    assert.deepEqual(refusedEntity(entityBody(pem + pem)), [`${at} A certificate is listed twice`]);
  });

  it('shares no certificate with another one', () => {
    const before = made(writeEntity(entityBody(pem)), list());
    assert.deepEqual(refusedEntity(entityBody(pem, { id: 'other' }), before), [
      '/services/0/certificates Certificate 1 is listed already for the entity ministry',
    ]);
  });

  it('issues, and has services of its list only', () => {
    assert.match(String(refusedEntity(entityBody(pem, {}, { purpose: 'revocation' }))), /purpose issuance/);
    assert.match(String(refusedEntity(entityBody(pem, {}, { status: 'notified' }))), /status is not allowed/);
    const registers = list({ list: 'registrars' });
    assert.match(String(refusedEntity(entityBody(pem), registers)), /addresses is required/);
    const addresses = ['https://registrar.example'];
    assert.equal(refusedEntity(entityBody(pem, {}, { addresses }), registers), 'accepted');
    const body = entityBody(pem, {}, { addresses, purpose: 'revocation' });
    assert.match(String(refusedEntity(body, registers)), /purpose does not exist/);
  });

  it('that certifies others is a CA', () => {
    for (const name of ['access-certificate-authorities', 'registration-certificate-providers'] as const) {
      const found = refusedEntity(entityBody(leaf.certificate), list({ list: name }));
      assert.deepEqual(found, ['/services/0/certificates Certificate 1 is not a CA certificate']);
    }
    assert.equal(refusedEntity(entityBody(leaf.certificate)), 'accepted');
  });

  it('finds room for a limited number of others', () => {
    const before = made(writeEntity(entityBody(pem)), list());
    const [entity] = before.entities;
    const entities = Array.from({ length: MAX_ENTITIES }, (_, n) => ({ ...entity, id: `e${n}` }) as never);
    assert.equal(refusedEntity(entityBody(leaf.certificate), { ...before, entities }), 'full');
  });
});

describe('a hosted list', () => {
  it('that is closed has no entities, takes none, and opens again by its scheme', () => {
    const closed = made(closeList, made(writeEntity(entityBody(pem)), list()));
    assert.deepEqual([closed.closed, closed.entities], [true, []]);
    assert.deepEqual([refusal(closeList, closed), refusedEntity(entityBody(pem), closed)], ['missing', 'missing']);
    assert.equal(made(changeScheme(listBody()), closed).closed, undefined);
  });

  it('is the same when it is signed again', () => {
    const before = list();
    assert.equal(made(signAgain, before), before);
    assert.equal(refusal(signAgain), 'missing');
  });
});

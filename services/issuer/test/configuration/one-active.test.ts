/** The member `one_active`: which claims identify a person. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneActive, oneActiveFindings, subjectFinding, subjectValues } from '../../src/configuration/one-active.ts';

const written = { subject: ['/person/number', '/country'] };
const configured = oneActive(written) ?? assert.fail();

test('older ones are revoked at the acceptance unless the configuration says: when sent', () => {
  assert.deepEqual(configured, written);
  assert.deepEqual(oneActive({ ...written, revoke: 'accepted' }), written);
  assert.deepEqual(oneActive({ ...written, revoke: 'sent' }), { ...written, unreported: true });
  assert.equal(oneActive(undefined), undefined);
});

test('a credential without a status is refused, because nobody can revoke it', () => {
  assert.deepEqual(
    oneActiveFindings({ one_active: written, short_lived: true }).map(({ pointer }) => pointer),
    ['/one_active'],
  );
  assert.deepEqual(oneActiveFindings({ one_active: written }), []);
  assert.deepEqual(oneActiveFindings({ short_lived: true }), []);
});

test('one person, however the backend writes the name', () => {
  const values = (number: unknown) => subjectValues(configured, { person: { number }, country: 'DE' } as never);
  assert.deepEqual(values('Jose\u0301 '), values('Jos\u00e9'));
  assert.deepEqual(values(' 7'), ['7', 'DE']);
  assert.notDeepEqual(values(7), values('7'));
});

test('a claim that identifies nobody is an error with its place, and no value', () => {
  const finding = (number: unknown) => subjectFinding(configured, { person: { number }, country: 'DE' } as never);
  assert.equal(finding('7'), undefined);
  for (const value of [undefined, null, '', '  ', [], {}, ['7'], true, 'x'.repeat(1025)]) {
    assert.equal(finding(value)?.pointer, '/person/number');
    assert.throws(() => subjectValues(configured, { person: { number: value }, country: 'DE' } as never));
  }
  assert.equal(subjectFinding(configured, { person: { number: '7' } })?.pointer, '/country');
  assert.equal(subjectFinding({ subject: ['/__proto__/x', '/constructor'] }, {})?.pointer, '/__proto__/x');
});

test('of a W3C credential the claims that identify a holder are below credentialSubject', () => {
  const ofSubject = oneActive({ subject: ['/credentialSubject/number'] }) ?? assert.fail();
  assert.deepEqual(subjectValues(ofSubject, { credentialSubject: { number: '7' } }), ['7']);
  assert.equal(subjectFinding(ofSubject, { credentialSubject: {} })?.pointer, '/credentialSubject/number');
});

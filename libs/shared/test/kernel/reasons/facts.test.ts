import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allowedFacts, factText, factUrl } from '../../../src/kernel/reasons/facts.ts';

describe('facts of a refusal', () => {
  it('keeps the facts of the list alone', () => {
    const facts = { expected: 'a', received: 'b', place: 'c' };
    assert.deepEqual(allowedFacts(facts, ['received', 'expected', 'bytes']), { received: 'b', expected: 'a' });
    assert.equal(allowedFacts(facts, []), undefined);
    assert.equal(allowedFacts(undefined, ['received']), undefined);
  });

  it('limits texts and lists, and replaces control characters', () => {
    assert.equal(factText('a\nb\u0000'), 'a?b?');
    assert.equal(factText('x '.repeat(101)).length, 200);
    assert.equal(factText('x '.repeat(100)), 'x '.repeat(100));
    const names = Array.from({ length: 21 }, (_, index) => `n${index}\t`);
    const kept = allowedFacts({ parameters: names }, ['parameters']);
    assert.deepEqual(kept, { parameters: names.slice(0, 20).map((name) => name.replace('\t', '?')) });
    assert.deepEqual(allowedFacts({ bytes: 5, detail: 'y '.repeat(150) }, ['bytes', 'detail']), {
      bytes: 5,
      detail: `${'y '.repeat(100).slice(0, 199)}…`,
    });
  });

  it('shows no token, code or reference that came in the place of a name', () => {
    const jwt = `eyJhbGciOiJFUzI1NiJ9.eyJub25jZSI6IjEifQ.${'Q1cW'.repeat(21)}`;
    const code = 'Zx81-_'.repeat(11).slice(0, 64);
    assert.equal(factText(jwt), '….….…');
    assert.equal(factText(`a ${code} b`), 'a … b');
    assert.equal(factText(`${'n '.repeat(80)}${code}`), `${'n '.repeat(80)}…`);
    assert.equal(factText('WyJzYWx0IiwiZ2l2ZW5fbmFtZSJd'), '…');
    assert.equal(factUrl(`https://host.example/vci/offer/${code}`), 'https://host.example/vci/offer/…');
    assert.deepEqual(allowedFacts({ expectedAny: [code, 'a'] }, ['expectedAny']), { expectedAny: ['…', 'a'] });
    // Useful facts stay: thumbprints, hashes of certificates, names of metadata.
    for (const open of [
      `x509_hash:${code.slice(0, 43)}`,
      code.slice(0, 43),
      '0a'.repeat(32),
      'token_endpoint_auth_signing_alg_values_supported',
    ]) {
      assert.equal(factText(open), open);
    }
  });

  it('leaves query, fragment and user information out of a URL', () => {
    assert.equal(factUrl('https://user:secret@host.example:8443/a/b?code=1#c'), 'https://host.example:8443/a/b');
    assert.equal(factUrl('https:\\\\user:secret@host.example/a'), 'https://host.example/a');
    assert.equal(factUrl('app.wallet:/cb?code=1'), 'app.wallet:/cb');
    assert.equal(factUrl('HTTPS://Host.example/a#b'), 'HTTPS://Host.example/a');
    assert.equal(factUrl('https://host.example'), 'https://host.example');
    assert.equal(factUrl('https://host.example?code=1/'), 'https://host.example');
    assert.equal(factUrl('https://host.example/?code=1'), 'https://host.example/');
    assert.equal(factUrl('no url'), undefined);
    assert.equal(factUrl(`https://host.example/${'a'.repeat(2050)}`), undefined);
  });
});

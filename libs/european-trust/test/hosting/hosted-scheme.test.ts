import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type HostedScheme, hostedProfile } from '../../src/hosting/hosted-content.ts';
import { writtenScheme } from '../../src/hosting/hosted-scheme.ts';
import { LIST_NAMES } from '../../src/lists/written-source.ts';
import { makeTestAuthority } from '../registration/made-certificates.ts';
import { NOW, VALIDITY } from '../registration/registrar.ts';
import { listBody } from './hosted-bodies.ts';

const signer = await makeTestAuthority('next signer', VALIDITY);
const ended = await makeTestAuthority('ended signer', { notBefore: NOW - 2000, notAfter: NOW - 1000 });
const OTHER = {
  list: 'https://lists.example/type',
  issuance: 'https://lists.example/issuance',
  territory: 'DE',
} as const;

function written(body: Parameters<typeof writtenScheme>[0], before?: HostedScheme) {
  const result = writtenScheme(body, before, NOW);
  return 'value' in result ? result.value : result.findings.map(({ pointer }) => pointer);
}

describe('the scheme of a hosted list as it is written', () => {
  it('is stored without its revision, with the certificates that it announces', () => {
    const { revision: _, ...scheme } = listBody();
    assert.deepEqual(written(listBody()), { ...scheme, nextSigners: [] });
    const pem = signer.certificate.toString();
    assert.deepEqual(written(listBody({ nextSigners: pem })), {
      ...scheme,
      nextSigners: [signer.certificate.raw.toString('base64')],
    });
  });

  it('announces no certificate that has ended, and no other text', () => {
    for (const nextSigners of [ended.certificate.toString(), 'text']) {
      assert.deepEqual(written(listBody({ nextSigners })), ['/nextSigners'], nextSigners.slice(0, 9));
    }
  });

  it('of Europe leaves to its type what its type says', () => {
    const extra = {
      issuance: OTHER.issuance,
      revocation: OTHER.issuance,
      approach: 'https://lists.example/approach',
      rules: [{ lang: 'en', uri: 'https://lists.example/rules' }],
      territory: 'DE',
    };
    const pointers = ['/issuance', '/revocation', '/approach', '/rules', '/territory'];
    assert.deepEqual(written(listBody(extra)), pointers);
    // By the name of the type too.
    assert.deepEqual(written(listBody({ ...extra, list: LIST_NAMES['pid-providers'] })), pointers);
  });

  it('of another type needs a country and what issues, and is never a list in XML', () => {
    assert.deepEqual(written(listBody({ list: OTHER.list })), ['/issuance', '/territory']);
    assert.ok(!Array.isArray(written(listBody(OTHER))));
    assert.deepEqual(written(listBody({ ...OTHER, list: LIST_NAMES['national-trusted-list'] })), ['/list']);
  });

  it('keeps its type, whichever of its names is written', () => {
    const before = written(listBody()) as HostedScheme;
    assert.ok(!Array.isArray(written(listBody({ list: LIST_NAMES['pid-providers'] }), before)));
    assert.deepEqual(written(listBody({ list: 'registrars' }), before), ['/list']);
    assert.equal(hostedProfile(before).type, LIST_NAMES['pid-providers']);
  });
});

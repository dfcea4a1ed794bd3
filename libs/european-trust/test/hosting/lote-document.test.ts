import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { x5cElement } from '@countersign/shared/crypto/x509';
import type { HostedListBody } from '@countersign/shared/messages/hosted-list';
import { changeScheme, closeList, writeEntity } from '../../src/hosting/hosted-changes.ts';
import { type HostedContent, hostedProfile } from '../../src/hosting/hosted-content.ts';
import { loteDocument } from '../../src/hosting/lote-document.ts';
import { DAY, makeSigner, read, signedList } from '../lists/made-lists.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { makeTestCertificate } from '../registration/made-certificates.ts';
import { NOW, VALIDITY } from '../registration/registrar.ts';
import { entityBody, listBody } from './hosted-bodies.ts';

const URL = 'https://host.example/trust-lists/one';
const signer = await makeSigner('list signer', {
  subject: [
    ['C', 'EU'],
    ['O', 'Federal Agency'],
  ],
});
const { certificate } = await makeTestCertificate({
  subject: [
    ['C', 'DE'],
    ['O', 'Ministry'],
  ],
  key: keyOf('hosted'),
  ca: {},
  ...VALIDITY,
});

function contentOf(
  list: HostedListBody['list'],
  service: Parameters<typeof entityBody>[2] = {},
  now = NOW,
): HostedContent {
  const made = changeScheme(listBody({ list }))(undefined, now);
  const before = 'content' in made ? made.content : assert.fail(JSON.stringify(made));
  return written(before, service, now);
}

function written(before: HostedContent, service: Parameters<typeof entityBody>[2], now: number): HostedContent {
  const information = [{ lang: 'en', uri: 'https://ministry.example' }];
  const made = writeEntity(entityBody(certificate, { information }, service))(before, now);
  return 'content' in made ? made.content : assert.fail(JSON.stringify(made));
}

function readBack(content: HostedContent, nextUpdate: number | null = NOW + 30 * DAY) {
  const issue = { sequenceNumber: 3, issuedAt: NOW, nextUpdate, url: URL, signer: x5cElement(signer.certificate) };
  const document = JSON.parse(JSON.stringify(loteDocument(content, issue)));
  const source = {
    id: 'own',
    url: URL,
    profile: hostedProfile(content.scheme),
    signers: [x5cElement(signer.certificate)],
  };
  return { document, list: read(signedList(document, { signer }), source) };
}

describe('a hosted list', () => {
  const lists = {
    'pid-providers': {},
    'wallet-providers': {},
    'access-certificate-authorities': {},
    'registration-certificate-providers': {},
    'public-body-attestation-providers': { status: 'notified' },
    registrars: { addresses: ['https://registrar.example/api'] },
  } as const;
  for (const [name, service] of Object.entries(lists)) {
    it(`of ${name} is read without a warning`, () => {
      const { list } = readBack(contentOf(name, service));
      assert.deepEqual(list.warnings, []);
      assert.deepEqual([list.sequenceNumber, list.entries.length, list.skipped], [3, 1, 0]);
      assert.equal(list.entries[0]?.entity.name, 'Ministry');
      assert.equal(list.pointers[0]?.location, name.startsWith('public') ? undefined : URL);
    });
  }

  it('without entities lacks their member; a closed one has no next update', () => {
    const made = changeScheme(listBody())(undefined, NOW);
    const empty = 'content' in made ? made.content : assert.fail();
    assert.equal(Object.hasOwn(readBack(empty).document.LoTE, 'TrustedEntitiesList'), false);
    const closed = closeList(contentOf('pid-providers'), NOW);
    const content = 'content' in closed ? closed.content : assert.fail();
    const { list } = readBack(content, null);
    assert.deepEqual([list.nextUpdate, list.entries], [null, []]);
  });

  it('keeps the statuses that a service had', () => {
    const before = contentOf('public-body-attestation-providers', { status: 'notified' }, NOW - DAY);
    const { list } = readBack(written(before, { status: 'withdrawn' }, NOW));
    const [entry] = list.entries;
    assert.match(entry?.state?.status ?? '', /withdrawn$/);
    assert.deepEqual(
      entry?.state?.history.map(({ since }) => since),
      [NOW - DAY],
    );
    assert.equal(entry?.state?.active, false);
  });
});

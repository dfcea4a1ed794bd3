import assert from 'node:assert/strict';
import { it } from 'node:test';
import { certificateOf, englishName, identityOf, timeOf } from '../../src/xml-lists/read-values.ts';
import { readVerified } from '../../src/xml-lists/scan.ts';
import { identity } from './list-content.ts';
import { base64Of, makeSigner } from './made-list.ts';

const certificate = base64Of(await makeSigner('Value'));
const element = (content: string) =>
  readVerified(content.replace(/^<(\w+)/, '<$1 xmlns="http://uri.etsi.org/02231/v2#"'));
const time = (text: string) => timeOf(element(`<t>${text}</t>`));

it('reads UTC times in whole seconds that exist, and no others', () => {
  assert.equal(time('2026-10-01T00:00:00Z'), Date.UTC(2026, 9, 1));
  const others = [
    '2026-10-01T00:00:00z',
    '2026-10-01T00:00:00+00:00',
    '2026-10-01T00:00:00.000Z',
    '2026-10-01T00:00Z',
    '2026-10-01',
    '2026-02-30T00:00:00Z',
    '2026-10-01T24:00:00Z',
    '12026-10-01T00:00:00Z',
    '',
  ];
  for (const text of others) assert.equal(time(text), undefined, text);
});

it('reads a certificate in lines, and nothing behind it', () => {
  const lines = certificate.replace(/.{64}/g, '$&\n ');
  assert.equal(certificateOf(lines), certificate);
  const longer = Buffer.concat([Buffer.from(certificate, 'base64'), Buffer.from([0, 0, 0])]).toString('base64');
  for (const text of [longer, certificate.slice(0, -8), `${certificate}*`, '', undefined, 'A'.repeat(1_000_000)]) {
    assert.equal(certificateOf(text), undefined);
  }
});

it('reads an identity only if each of its certificates can be read and is there once', () => {
  const read = identityOf(element(identity({ certificates: [certificate], keyIdentifiers: ['AAECAw=='] })));
  assert.deepEqual(read, { certificates: [certificate], keyIdentifiers: ['AAECAw=='], subjectNames: [] });
  for (const certificates of [[certificate, certificate], [certificate, 'AAAA'], ['']]) {
    assert.equal(identityOf(element(identity({ certificates }))), undefined);
  }
});

it('prefers English names', () => {
  assert.equal(englishName(element('<n><Name xml:lang="de">a</Name><Name xml:lang="EN-gb">b</Name></n>')), 'b');
  assert.equal(englishName(element('<n><Name xml:lang="de">a</Name></n>')), 'a');
  assert.equal(englishName(undefined), '');
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readList } from '../../src/xml-lists/read-list.ts';
import { readVerified } from '../../src/xml-lists/scan.ts';
import type { XmlListProblem } from '../../src/xml-lists/xml-list-error.ts';
import { listContent, pointer, type SchemeParts } from './list-content.ts';
import { base64Of, ISSUED, makeSigner, rooted } from './made-list.ts';
import { refusesAs } from './refused-list.ts';

const certificate = base64Of(await makeSigner('Pointer'));
const read = (change: Partial<SchemeParts> = {}, versions = [6]) =>
  readList(readVerified(rooted(listContent(change))), { versions });

describe('the content of a list', () => {
  it('is a plain value', () => {
    const location = 'https://lists.example/fr.xml';
    const pointers = pointer({ location, territory: 'FR', certificates: [certificate, certificate, 'AAAA'] });
    const { entries, ...list } = read({ pointers, uris: ['https://a.example', 'https://b.example'] });
    assert.deepEqual(entries, []);
    assert.deepEqual(structuredClone(list), {
      type: 'national list',
      territory: 'DE',
      sequenceNumber: 12,
      issuedAt: ISSUED,
      nextUpdate: Date.UTC(2027, 2, 1),
      operator: 'OPERATOR',
      operatorNames: ['Betreiber', 'OPERATOR'],
      informationUris: ['https://a.example', 'https://b.example'],
      pointers: [
        {
          location,
          territory: 'FR',
          mimeType: 'application/vnd.etsi.tsl+xml',
          listType: 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric',
          certificates: [certificate],
        },
      ],
      skipped: [],
    });
  });

  it('has a type that fits how its states are determined', () => {
    assert.equal(read({ type: 'EUlistofthelists' }).type, 'list of lists');
    refusesAs('list_type', () => read({ type: 'EUlistofthelists', approach: 'EUappropriate' }));
    refusesAs('list_type', () => read({ approach: 'CCdetermination' }));
  });

  it('is closed without a next update', () => {
    assert.equal(read({ next: '' }).nextUpdate, undefined);
  });

  const refused: readonly (readonly [Partial<SchemeParts>, XmlListProblem])[] = [
    ...['5', '06', ''].map((version) => [{ version }, 'list_version'] as const),
    ...['0', '-1', '1.5', '012', '1152921504606846976', 'twelve', ''].map(
      (sequence) => [{ sequence }, 'sequence_number'] as const,
    ),
    ...['', 'de', 'DEU'].map((territory) => [{ territory }, 'list_territory'] as const),
    ...['2026-10-01T00:00:00+00:00', '2026-10-01T00:00:00.5Z', '2026-02-30T00:00:00Z', ''].map(
      (issued) => [{ issued }, 'dates'] as const,
    ),
    ...['9999-12-31T23:59:59Z', '2026-09-30T00:00:00Z', '2026-10-01T00:00:00Z', '2027-05-01T00:00:00Z', 'null'].map(
      (next) => [{ next: `<dateTime>${next}</dateTime>` }, 'dates'] as const,
    ),
    [{ next: 'null' }, 'dates'],
    [{ extensions: '<Extension Critical="true"><Unknown/></Extension>' }, 'critical_extension'],
  ];
  for (const [change, problem] of refused) {
    it(`is refused with ${JSON.stringify(change)}`, () => refusesAs(problem, () => read(change)));
  }

  it('of an earlier version is read if the rules say so', () => {
    assert.equal(read({ version: '5' }, [5, 6]).sequenceNumber, 12);
  });

  it('is refused without its tag', () => {
    const other = rooted(listContent()).replace('19612/TSLTag', '19613/TSLTag');
    refusesAs('list_shape', () => readList(readVerified(other), { versions: [6] }));
    const elsewhere = rooted(listContent()).replace('02231/v2#', '02231/v3#');
    refusesAs('list_shape', () => readList(readVerified(elsewhere), { versions: [6] }));
  });
});

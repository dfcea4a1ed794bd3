import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readList } from '../../src/lists/check-list.ts';
import { ListError } from '../../src/lists/list-error.ts';
import type { ListReason } from '../../src/lists/list-reasons.ts';
import { EU_LISTS } from '../../src/lists/list-source.ts';
import { NATIONAL_LIST } from '../../src/lists/national-list.ts';
import { createListReader } from '../../src/refresh/list-reader.ts';
import { listContent, provider, type SchemeParts, STATUS, service } from '../xml-lists/list-content.ts';
import { base64Of, ISSUED, makeSigner, signedList } from '../xml-lists/made-list.ts';

const signer = await makeSigner('List signer');
const [qualified, other] = [await makeSigner('Qualified'), await makeSigner('Other')];
const TYPE = 'http://uri.etsi.org/TrstSvc/Svctype';
const services = [
  service({
    certificates: [base64Of(qualified)],
    history: [{ status: STATUS.withdrawn, since: '2025-01-01T00:00:00Z' }],
  }),
  service({ certificates: [base64Of(other)], type: `${TYPE}/CA/QC` }),
  service({ keyIdentifiers: ['AAECAw=='] }),
];
const providers = provider([], 'Empty') + provider(services);
const source = {
  id: 'germany',
  url: 'https://lists.example/de.xml',
  profile: NATIONAL_LIST,
  signers: [base64Of(signer)],
};
const fetched = (bytes: Buffer, now = ISSUED + 1000) => ({ bytes, source, successors: [], now, settings: EU_LISTS });
const file = (change: Partial<SchemeParts> = {}) => signedList(listContent({ providers, ...change }), signer);
const read = (bytes = file(), now?: number) => readList(fetched(bytes, now));

function refuses(reason: ListReason, work: () => unknown): void {
  assert.throws(work, (error) => error instanceof ListError && error.reason === reason);
}

describe('a national list in XML', () => {
  it('gives the anchors of attestations, with status and history', () => {
    const { entries, skipped, warnings, ...list } = read();
    assert.deepEqual(
      entries.map(({ certificates, ...entry }) => ({
        ...entry,
        certificates: certificates.map(({ der }) => Buffer.from(der)),
      })),
      [
        {
          entity: { number: 1, name: 'Provider', tradeNames: ['VATDE-123'] },
          service: { name: 'Attestations', type: `${TYPE}/EAA/Q` },
          purpose: 'qualified-attestation/issuance',
          certificates: [qualified.certificate.raw],
          state: {
            status: STATUS.granted,
            since: Date.UTC(2026, 0, 1),
            active: true,
            history: [{ status: STATUS.withdrawn, since: Date.UTC(2025, 0, 1) }],
          },
        },
      ],
    );
    assert.equal(skipped, 0);
    assert.equal(warnings.length, 1);
    assert.deepEqual(
      [list.source, list.form, list.territory, list.operator, list.sequenceNumber, list.signer.by],
      ['germany', 'xml', 'DE', 'OPERATOR', 12, 'pin'],
    );
    assert.equal(list.nextUpdate, Date.UTC(2027, 2, 1));
  });

  it('has the same content under another signature, and as a closed list no next update', () => {
    assert.equal(read(file()).content, read(file()).content);
    assert.notEqual(read(file({ sequence: '13' })).content, read(file()).content);
    assert.equal(read(file({ next: '' })).nextUpdate, null);
  });

  it('anchors by active services only', () => {
    const isActive = (status: string, type = 'EAA/Q') => {
      const one = service({ status, certificates: [base64Of(qualified)], type: `${TYPE}/${type}` });
      return read(file({ providers: provider([one]) })).entries[0]?.state?.active;
    };
    const recognised = STATUS.granted.replace('granted', 'recognisedatnationallevel');
    assert.equal(isActive(STATUS.granted), true);
    assert.equal(isActive(STATUS.withdrawn), false);
    assert.equal(isActive(recognised), false);
    assert.equal(isActive(recognised, 'EAA'), true);
    assert.equal(isActive(STATUS.granted, 'EAA'), false);
  });

  it('is refused by another signer, after its end, before its issue, and as another kind of list', async () => {
    const stranger = await makeSigner('Stranger');
    refuses('trust_list_signer', () => read(signedList(listContent(), stranger)));
    refuses('trust_list_signature', () => read(Buffer.from(file().toString().replace('>12<', '>13<'))));
    refuses('trust_list_dates', () => read(file(), Date.UTC(2027, 2, 1)));
    refuses('trust_list_dates', () => read(file(), ISSUED - 301_000));
    refuses('trust_list_profile', () => read(file({ type: 'EUlistofthelists', territory: 'EU' })));
    refuses('trust_list_profile', () => read(file({ version: '5' })));
    refuses('trust_list_malformed', () => read(Buffer.from('{"LoTE":{}}')));
  });

  it('is refused under another name than the operator, if names are strict', () => {
    const strict = {
      ...fetched(file({ territory: 'FR' })),
      settings: { ...EU_LISTS, strictSignerName: 'refuse' as const },
    };
    refuses('trust_list_signer', () => readList(strict));
  });

  it('is read in the thread of lists', async (t) => {
    const reader = createListReader();
    t.after(() => reader.close());
    const { list, index } = await reader.read(fetched(file()));
    assert.equal(list.entries.length, 1);
    assert.equal(index.keyIds('qualified-attestation/issuance').length, 1);
    await assert.rejects(
      reader.read(fetched(Buffer.from('<x/>'))),
      (error) => error instanceof ListError && error.reason === 'trust_list_malformed',
    );
  });
});

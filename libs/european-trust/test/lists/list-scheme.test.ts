import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkType, datesOf, pointersOf, schemeFindings } from '../../src/lists/list-scheme.ts';
import type { LotePointer, LoteScheme } from '../../src/lists/lote-schema.ts';
import { NOW } from '../registration/registrar.ts';
import { refusesList } from './list-refusals.ts';
import { type Annex, BASE, DAY, listContent, profileOf, time } from './made-lists.ts';

function schemeOf(annex: Annex, scheme: object = {}): LoteScheme {
  const { LoTE } = listContent({ annex, scheme: { ...scheme } }) as unknown as {
    LoTE: { ListAndSchemeInformation: LoteScheme };
  };
  return LoTE.ListAndSchemeInformation;
}

describe('the scheme of each annex', () => {
  for (const annex of ['PID', 'Wallet', 'WRPAC', 'WRPRC', 'PubEAA', 'Registrars'] as const) {
    it(`${annex} is accepted as its own, and refused as another`, () => {
      checkType(schemeOf(annex), { profile: profileOf(annex) });
      assert.deepEqual(schemeFindings(schemeOf(annex), profileOf(annex)), []);
      const other = annex === 'PID' ? 'Wallet' : 'PID';
      refusesList(() => checkType(schemeOf(annex), { profile: profileOf(other) }), 'trust_list_profile');
    });
  }

  it('is refused for another territory than the pointer to it says', () => {
    const of = (territory: string) => () => checkType(schemeOf('PID'), { profile: profileOf('PID'), territory });
    of('EU')();
    refusesList(of('DE'), 'trust_list_profile');
  });

  it('of registration certificates has two spellings of its approach', () => {
    for (const name of ['WRPRCrovidersList', 'WRPRCProvidersList']) {
      checkType(schemeOf('WRPRC', { StatusDeterminationApproach: `${BASE}/${name}/StatusDetn/EU` }), {
        profile: profileOf('WRPRC'),
      });
    }
  });

  it('of public bodies has a period and no pointer', () => {
    const scheme = schemeOf('PubEAA', { HistoricalInformationPeriod: undefined });
    assert.equal(schemeFindings(scheme, profileOf('PubEAA')).length, 1);
    assert.equal(schemeFindings(schemeOf('PID', { HistoricalInformationPeriod: 65_535 }), profileOf('PID')).length, 1);
  });
});

it('a list that is not of Europe may end in years', () => {
  const { eu: _, ...other } = profileOf('PID');
  const scheme = schemeOf('PID', { NextUpdate: time(NOW + 900 * DAY) });
  assert.equal(datesOf(scheme, other, NOW).nextUpdate, NOW + 900 * DAY);
  refusesList(() => datesOf(scheme, profileOf('PID'), NOW), 'trust_list_dates');
});

it('pointers are read as they are written', () => {
  const pointer = {
    LoTELocation: 'http://localhost',
    ServiceDigitalIdentities: [{ X509Certificates: [{ val: 'a' }] }, { X509SKIs: ['b'] }],
    LoTEQualifiers: [
      { LoTEType: 'type', SchemeOperatorName: [{ lang: 'en', value: 'x' }], MimeType: 'mime', SchemeTerritory: 'DE' },
    ],
  } satisfies LotePointer;
  assert.deepEqual(pointersOf([pointer]), [
    { location: 'http://localhost', type: 'type', mimeType: 'mime', territory: 'DE', signers: ['a'] },
  ]);
});

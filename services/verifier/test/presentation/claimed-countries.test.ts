import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countriesIn, countriesOfMdoc } from '../../src/presentation/claimed-countries.ts';

it('an SD-JWT VC claims its country in issuing_country and in a national type', () => {
  assert.deepEqual(countriesIn({ vct: 'urn:eudi:pid:1', issuing_country: 'DE' }), [
    { claim: 'issuing_country', country: 'DE' },
  ]);
  assert.deepEqual(countriesIn({ vct: 'urn:eudi:pid:fr:1' }), [{ claim: 'vct', country: 'FR' }]);
  assert.deepEqual(countriesIn({ issuing_country: 49 }), [{ claim: 'issuing_country', country: '' }]);
  for (const vct of ['urn:eudi:pid:1', 'urn:eudi:pid:deu:1', 'urn:eudi:pid:de', 'x:urn:eudi:pid:de:1', 1]) {
    assert.deepEqual(countriesIn({ vct }), []);
  }
});

it('an mdoc claims its country in an element, in its type, and in the namespace of national elements', () => {
  const PID = 'eu.europa.ec.eudi.pid.1';
  const mdoc = (docType: string, ...spaces: readonly (readonly [string, Readonly<Record<string, string>>])[]) =>
    countriesOfMdoc({
      docType,
      nameSpaces: new Map(spaces.map(([name, elements]) => [name, new Map(Object.entries(elements))])),
    });
  assert.deepEqual(mdoc(PID, [PID, { issuing_country: 'DE' }]), [{ claim: 'issuing_country', country: 'DE' }]);
  assert.deepEqual(mdoc('eu.europa.ec.eudi.pid.it.1'), [{ claim: 'docType', country: 'IT' }]);
  const national = 'eu.europa.ec.eudi.pid.at';
  assert.deepEqual(mdoc(PID, [PID, {}], [national, {}]), [{ claim: national, country: 'AT' }]);
  assert.deepEqual(mdoc(PID, ['org.iso.18013.5.1', { issuing_country: 'DE' }]), []);
});

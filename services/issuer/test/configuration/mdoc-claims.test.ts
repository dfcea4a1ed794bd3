import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MDL_DOCTYPE, MDL_NAMESPACE } from '@countersign/shared/mdoc/element-types';
import { mdocFinding, mdocNames } from '../../src/configuration/mdoc-claims.ts';
import type { MdocConfiguration } from '../../src/configuration/mdoc-configuration.ts';

const configuration: MdocConfiguration = {
  format: 'mso_mdoc',
  id: 'x',
  scope: 'x',
  metadata: {},
  claims: {},
  doctype: MDL_DOCTYPE,
  nameSpaces: new Map([[MDL_NAMESPACE, new Set(['own'])]]),
  elementTypes: new Map(),
};

test('elements are checked before the place that they must name', () => {
  const finding = (elements: object, place = { country: 'DE' }) =>
    mdocFinding(configuration, { [MDL_NAMESPACE]: { ...elements } }, place)?.pointer;
  assert.equal(finding({ issuing_country: 'DE' }), undefined);
  assert.equal(finding({ issuing_country: 'AT' }), `/${MDL_NAMESPACE}/issuing_country`);
  assert.equal(finding({ issuing_country: 'AT', birth_date: 5 }), `/${MDL_NAMESPACE}/birth_date`);
});

test('errors may name the elements of the configuration, and given ones of the standard with their members', () => {
  const given = { [MDL_NAMESPACE]: { driving_privileges: [], invented: 1 } };
  const names = mdocNames(configuration, given);
  for (const name of [MDL_NAMESPACE, 'own', 'driving_privileges', 'vehicle_category_code']) {
    assert.ok(names.includes(name), name);
  }
  assert.ok(!names.includes('invented'));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invalidPart, partOfFiles, unknownPart } from '../../src/tenant-parts/refusals.ts';

test('a mistake keeps its place', () => {
  const errors = [{ pointer: '/0/name', detail: 'A name is needed' }];
  const error = invalidPart('The display is not valid', errors);
  assert.deepEqual([error.code, error.options.facts], ['invalid_request', { parameters: ['/0/name'], count: 1 }]);
  assert.equal(error.status, 400);
  assert.deepEqual(error.options.errors, errors);
});

test('a file is named below the setting, so that no path of the machine is told', () => {
  assert.deepEqual(partOfFiles('default', 'display.json').options.facts, { place: 'CONFIG_FOLDER/display.json' });
  const { code, options } = partOfFiles('acme', 'display.json');
  assert.deepEqual([code, options.facts], ['conflict', { place: 'CONFIG_FOLDER/tenants/acme/display.json' }]);
  assert.equal(unknownPart('Nothing').code, 'not_found');
});

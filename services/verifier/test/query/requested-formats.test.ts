import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestedFormats, supportedFormats } from '../../src/query/requested-formats.ts';

const pid = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:x'] } };
const mdl = { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: 'd' } };
const SD_JWT_VC = { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512', 'EdDSA'], 'kb-jwt_alg_values': ['ES256'] };
const MDOC = { issuerauth_alg_values: [-7, -9, -35, -36, -8], deviceauth_alg_values: [-7, -9] };

test('the formats of a query, each once', () => {
  assert.deepEqual(requestedFormats({ credentials: [pid] }), ['dc+sd-jwt']);
  assert.deepEqual(requestedFormats({ credentials: [mdl, { ...mdl, id: 'b' }] }), ['mso_mdoc']);
  assert.deepEqual(requestedFormats({ credentials: [mdl, pid] }), ['dc+sd-jwt', 'mso_mdoc']);
  for (const query of [{}, { credentials: [] }, { credentials: 'x' }, { credentials: [7, { format: 'ldp_vc' }] }]) {
    assert.deepEqual(requestedFormats(query), []);
  }
});

test('the wallet reads the algorithms of the formats of the query, and of no others', () => {
  assert.deepEqual(supportedFormats({ credentials: [pid] }), { 'dc+sd-jwt': SD_JWT_VC });
  assert.deepEqual(supportedFormats({ credentials: [mdl] }), { mso_mdoc: MDOC });
  assert.deepEqual(supportedFormats({ credentials: [pid, mdl] }), { 'dc+sd-jwt': SD_JWT_VC, mso_mdoc: MDOC });
});

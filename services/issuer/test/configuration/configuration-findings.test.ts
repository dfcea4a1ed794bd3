import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { configFindings } from '../../src/configuration/configuration-findings.ts';

const context = { issuer: 'https://h.example', imageExists: () => true };

test('a config: its members, those of credential_metadata and of claim descriptions, both displays', () => {
  const config: JsonObject = {
    format: 'dc+sd-jwt',
    scop: 'x',
    display: [{ text_color: 'red' }],
    credential_metadata: {
      display: [{ text_color: 'blue' }],
      claim: [],
      claims: [
        { path: ['a'], mandatory: true, display: [] },
        { path: ['b'], disply: [] },
      ],
    },
  };
  assert.deepEqual(
    configFindings(config, context).map(({ pointer }) => pointer),
    [
      '/config/scop',
      '/config/display/0/text_color',
      '/config/credential_metadata/claim',
      '/config/credential_metadata/display/0/text_color',
      '/config/credential_metadata/claims/1/disply',
    ],
  );
  assert.match(configFindings(config, context)[0]?.detail ?? '', /known: format, vct, scope/);
  assert.deepEqual(configFindings({ format: 'dc+sd-jwt' }, context), []);
});

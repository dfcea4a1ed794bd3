import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forApi, forFile, forService } from '../../src/configuration-documents/readers.ts';

const description = {
  type: 'object',
  properties: {
    api: {
      type: 'string',
      api: { maxLength: 3 },
      file: { pattern: '^a' },
      documented: { pattern: '^b' },
      finding: 'x',
    },
    url: { type: 'string', format: 'http-url' },
    time: { type: 'string', format: 'date-time' },
  },
  anyOf: [{ file: { required: ['url'] } }],
  examples: [{ api: { file: 1 } }],
} as const;

test('the API has its own keywords in their place, and those for its description stay below their name', () => {
  assert.deepEqual(forApi(description), {
    type: 'object',
    properties: {
      api: { type: 'string', maxLength: 3, documented: { pattern: '^b' } },
      url: { type: 'string', format: 'http-url' },
      time: { type: 'string', format: 'date-time' },
    },
    anyOf: [{}],
    examples: [{ api: { file: 1 } }],
  });
});

test('a file has its own keywords, and no format that editors do not know', () => {
  assert.deepEqual(forFile('A file', description), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A file',
    type: 'object',
    properties: {
      api: { type: 'string', pattern: '^a' },
      url: { type: 'string' },
      time: { type: 'string', format: 'date-time' },
    },
    anyOf: [{ required: ['url'] }],
    examples: [{ api: { file: 1 } }],
  });
});

test('a service checks what is documented; no reader has the text of a finding', () => {
  assert.deepEqual(forService(description.properties.api), { type: 'string', pattern: '^b' });
});

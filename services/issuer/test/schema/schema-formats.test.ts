import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { addSchemaFormats } from '../../src/schema/schema-formats.ts';

function check(format: string): (value: string) => boolean {
  const ajv = new Ajv2020();
  addSchemaFormats(ajv);
  const validate = ajv.compile({ type: 'string', format });
  return (value) => validate(value) === true;
}

const applied: readonly [format: string, fits: readonly string[], not: readonly string[]][] = [
  ['date', ['2024-02-29'], ['2023-02-29']],
  ['uuid', ['6f1b1d0e-9f38-4b6c-9d3e-0d8e9b1f3a11'], ['6f1b']],
  ['hostname', ['a.example'], ['-a.example', `${'a.'.repeat(130)}example`]],
  [
    'url',
    [
      'https://a.example',
      'http://a.b.example:8080/x?y#z',
      'ftp://u:p@a.example/',
      'http://8.8.8.8/',
      'https://bücher.example',
    ],
    [
      'a.example',
      'mailto:a@b.example',
      'http://localhost/',
      'http://10.0.0.1/',
      'http://192.168.1.1/',
      'http://172.20.0.1/',
      'http://127.0.0.1/',
      'http://a b.example/',
      'http://-a.example',
      'http://1.2.3.0/',
      'javascript://a.example/',
      'https://',
    ],
  ],
];

for (const [format, fits, not] of applied) {
  test(`applied: ${format}`, () => {
    const validate = check(format);
    for (const value of fits) assert.equal(validate(value), true, value);
    for (const value of not) assert.equal(validate(value), false, value);
  });
}

test('the expression of ajv-formats for url, which is quadratic, is not used', () => {
  assert.equal(check('url')(`http://${'::'.repeat(100_000)}`), false);
});

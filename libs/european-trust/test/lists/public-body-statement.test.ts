import assert from 'node:assert/strict';
import { it } from 'node:test';
import { publicBodyStatement } from '../../src/lists/public-body-statement.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { der, extensionOf, makeTestCertificate, printable, utf8 } from '../registration/made-certificates.ts';
import { VALIDITY } from '../registration/registrar.ts';

const { publicBody } = extensionOf;

async function statementOf(...extensions: readonly ReturnType<typeof publicBody>[]) {
  const subject = [['CN', 'public body']] as const;
  const { certificate } = await makeTestCertificate({ subject, key: keyOf('public body'), ...VALIDITY, extensions });
  return publicBodyStatement(certificate);
}

it('is read from the statement of the public body, among others', async () => {
  assert.deepEqual(await statementOf(publicBody()), {
    country: 'DE',
    authenticSource: 'urn:example:register',
    legislation: 'https://law.example/1',
  });
  const union = [printable('EU'), utf8('Register für Häuser'), utf8('2024/1183')];
  assert.deepEqual(await statementOf(publicBody(union)), {
    country: 'EU',
    authenticSource: 'Register für Häuser',
    legislation: '2024/1183',
  });
});

it('is missing without the extension, or with other statements only', async () => {
  assert.equal(await statementOf(), 'no_statement');
  assert.equal(await statementOf(publicBody([], '04008bec4e0101')), 'no_statement');
});

const [country, source, law] = [printable('DE'), utf8('source'), utf8('law')];
for (const [name, parts, count] of [
  ['no content', []],
  ['two parts', [country, source]],
  ['four parts', [country, source, law, law]],
  ['a country of three letters', [printable('DEU'), source, law]],
  ['a country in lower case', [printable('de'), source, law]],
  ['an empty source', [country, utf8(''), law]],
  ['an empty law', [country, source, utf8('')]],
  ['a number as source', [country, der(0x02, Buffer.of(1)), law]],
  ['bytes that are not UTF-8', [country, der(0x0c, Buffer.of(0xff)), law]],
  ['a text of 1,001 characters', [country, source, utf8('x'.repeat(1001))]],
  ['the statement twice', [country, source, law], 2],
] as const) {
  it(`is malformed with ${name}`, async () => {
    assert.equal(await statementOf(publicBody(parts, undefined, count)), 'statement_malformed');
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { silentLog } from '@countersign/shared/kernel/log';
import { createOwnConfigurations, namesOf } from '../../src/login/credential-names.ts';
import type { LoginParts } from '../../src/login/parts.ts';

const both = (en: string, de: string) => [
  { name: en, locale: 'en' },
  { name: de, locale: 'de-DE' },
];
const card = {
  vct: 'card',
  display: both('Staff card', 'Dienstausweis'),
  credential_metadata: {
    claims: [{ path: ['number'], display: both('Staff number', 'Dienstnummer') }, { path: ['silent'] }, 'no object'],
  },
};
const licence = { doctype: 'mdl', credential_metadata: { display: both('Licence', 'Führerschein') } };
const cause = { id: 'r', tenant: 'default', params: {}, query: {}, headers: {} } as unknown as OperationRequest;

test('names are those of the requested credentials, in the language of the page', () => {
  const names = namesOf([card, licence, {}], ['card'], 'de');
  assert.deepEqual(names.credentials, ['Dienstausweis']);
  assert.equal(names.claim(['number']), 'Dienstnummer');
  for (const path of [['silent'], ['other'], ['number', 'x'], []]) assert.equal(names.claim(path), undefined);
  assert.deepEqual(namesOf([card, licence], ['mdl', 'card'], 'en').credentials, ['Staff card', 'Licence']);
  assert.deepEqual(namesOf([card], ['of another issuer'], 'en').credentials, []);
});

test('the issuer is asked once in a minute, and a page does without it', async () => {
  let now = 0;
  let asked = 0;
  let answers = true;
  const call: LoginParts['call'] = async () => {
    asked += 1;
    if (!answers) throw new Error('the issuer is away');
    return { raw: Buffer.from(JSON.stringify({ credential_configurations_supported: { card } })) };
  };
  const own = createOwnConfigurations({ call, clock: () => now, log: silentLog });
  assert.deepEqual(await own(cause), [card]);
  assert.deepEqual(await own(cause), [card]);
  assert.equal(asked, 1);
  now += 60_000;
  answers = false;
  assert.deepEqual(await own(cause), [card], 'what was known before');
  assert.deepEqual(await own({ ...cause, tenant: 'other' }), []);
  assert.equal(asked, 3);
});

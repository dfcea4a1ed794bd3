import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type Attributed, missingAttributes } from '../../src/configuration/rulebook.ts';

const NAMESPACE = 'eu.europa.ec.eudi.pid.1';
const template = (id: string): { readonly config: Attributed; readonly claims: JsonObject } =>
  JSON.parse(readFileSync(new URL(`../../../../../config/issuance/${id}.json`, import.meta.url), 'utf8'));
const attributed = ({ config, claims }: ReturnType<typeof template>): Attributed => ({ ...config, claims });
const pointers = (one: Attributed): readonly string[] => missingAttributes(one).map(({ pointer }) => pointer);

test('the templates have every mandatory attribute, and each of them is noticed when it is missing', () => {
  const [sdJwt, mdoc] = [attributed(template('eu-pid')), attributed(template('pid-mdoc'))];
  assert.deepEqual([pointers(sdJwt), pointers(mdoc)], [[], []]);
  const without = (claims: JsonObject, name: string) =>
    Object.fromEntries(Object.entries(claims).filter(([one]) => one !== name));
  const noticed = (of: JsonObject, found: (claims: JsonObject) => readonly string[]) =>
    Object.keys(of).filter((name) => found(without(of, name)).length > 0);
  const common = ['family_name', 'given_name', 'place_of_birth', 'issuing_authority', 'issuing_country'];
  assert.deepEqual(
    noticed(sdJwt.claims ?? {}, (claims) => pointers({ ...sdJwt, claims })).sort(),
    [...common, 'birthdate', 'nationalities', 'date_of_expiry'].sort(),
  );
  const elements = mdoc.claims?.[NAMESPACE] as JsonObject;
  assert.deepEqual(
    noticed(elements, (changed) => pointers({ ...mdoc, claims: { [NAMESPACE]: changed } })).sort(),
    [...common, 'birth_date', 'nationality', 'expiry_date'].sort(),
  );
});

test('PIDs of member states are PIDs; other types, and configurations without static claims, are not judged', () => {
  const claims = { family_name: 'Mustermann' };
  assert.equal(pointers({ vct: 'urn:eudi:pid:de:1', claims }).length, 7);
  assert.deepEqual(pointers({ doctype: NAMESPACE, claims: { other: {} } })[0], `/claims/${NAMESPACE}/family_name`);
  assert.deepEqual(pointers({ vct: 'https://issuer.example/pid', claims }), []);
  assert.deepEqual(pointers({ doctype: 'org.example.card', claims }), []);
  assert.deepEqual(pointers({ vct: 'urn:eudi:pid:1', claims: {} }), []);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { completionsAt } from '../../../src/pages/configurations/completions.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../../../../docs/reference/schemas/issuance.json', import.meta.url), 'utf8'),
);

function offered(marked: string) {
  const offset = marked.indexOf('|');
  return completionsAt(schema, marked.replace('|', ''), offset);
}

test('names that the object may have and has not yet, required ones first, with their help', () => {
  const { options } = offered('{"claims": {}, |');
  const labels = options.map(({ label }) => label);
  assert.ok(labels.includes('lifetime') && !labels.includes('claims'));
  const config = options.find(({ label }) => label === 'config') ?? assert.fail();
  assert.equal(config.insert, '"config": {}');
  assert.match(config.help ?? '', /OpenID4VCI/);
  assert.equal(offered('{"config": {|').options[0]?.label, 'format');
});

test('what is typed narrows the names and is replaced', () => {
  const { from, options } = offered('{"config": {"sco|');
  assert.deepEqual([from, options.map(({ label }) => label)], [12, ['scope']]);
});

test('values of a choice, a constant and a boolean', () => {
  assert.deepEqual(
    offered('{"config": {"format": |').options.map(({ insert }) => insert),
    ['"dc+sd-jwt"', '"mso_mdoc"', '"jwt_vc_json"'],
  );
  assert.deepEqual(
    offered('{"sign_in": |').options.map(({ insert }) => insert),
    ['true', 'false'],
  );
  assert.deepEqual(offered('{"claims": {"any": |').options, []);
});

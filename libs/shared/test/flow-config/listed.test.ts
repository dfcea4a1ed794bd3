import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configurationView, findingsOf, readableOf, whyUnusable, withPublicUrl } from '../../src/flow-config/listed.ts';
import { didYouMean } from '../../src/kernel/nearest-name.ts';

test('the public address is replaced in every string, with any content', () => {
  const written = { a: '<PUBLIC_URL>/x', b: ['<PUBLIC_URL><PUBLIC_URL>', 1, null], c: { d: 'plain', e: true } };
  assert.deepEqual(withPublicUrl(written, 'https://h/$&'), {
    a: 'https://h/$&/x',
    b: ['https://h/$&https://h/$&', 1, null],
    c: { d: 'plain', e: true },
  });
});

test('the list shows the configuration as written, or its findings', () => {
  const configuration = { id: 'x', source: 'api', version: '1' } as const;
  const times = { createdAt: 0, updatedAt: 1000 };
  assert.deepEqual(configurationView({ id: 'x', configuration, written: { id: 'x', a: 1 }, times }), {
    id: 'x',
    a: 1,
    source: 'api',
    createdAt: '1970-01-01T00:00:00.000Z',
    updatedAt: '1970-01-01T00:00:01.000Z',
  });
  const errors = [{ pointer: '/a', detail: 'no' }];
  const used = configurationView({ id: 'x', configuration, written: {}, findings: errors });
  assert.deepEqual(used.findings, errors, 'mistakes in what is used all the same');
  assert.deepEqual(configurationView({ id: 'x', source: 'file', errors }), { id: 'x', source: 'file', error: errors });
});

test('why a configuration can not be used: the file, the place and the first finding', () => {
  const broken = { id: 'x', source: 'file', file: 'tenants/acme/issuance/x.json' } as const;
  const first = { pointer: '/config/format', detail: 'must be one of: dc+sd-jwt' };
  const text = 'The configuration with this id cannot be used: tenants/acme/issuance/x.json';
  assert.equal(whyUnusable({ ...broken, errors: [first] }), `${text} at /config/format: must be one of: dc+sd-jwt`);
  const json = { pointer: '', detail: 'This is not valid JSON: line 3, column 1' };
  assert.equal(whyUnusable({ ...broken, errors: [json, first] }), `${text}: ${json.detail} (and 1 more)`);
  assert.match(whyUnusable({ id: 'x', source: 'api', errors: [first] }), /: the version stored through the API at /);
  assert.equal(whyUnusable(undefined), 'There is no configuration with this id');
  assert.equal(
    whyUnusable(undefined, didYouMean('pdi', ['pid'])),
    'There is no configuration with this id. Did you mean "pid"?',
  );
  assert.equal(whyUnusable({ ...broken, errors: [{ pointer: '', detail: 'x'.repeat(1000) }] }).length, 300);
});

test('all findings of a configuration: why it is broken, its other mistakes and those about others, in the order of what was written', () => {
  const configuration = { id: 'x', source: 'api', version: '1' } as const;
  const at = (pointer: string, detail = 'no') => ({ pointer, detail });
  const readable = { id: 'x', configuration, written: { a: 1, b: 2, c: 3 }, findings: [at('/a'), at('/c', 'besides')] };
  const broken = { id: 'x', source: 'api', errors: [at('/c'), at('/missing')], readable } as const;
  assert.deepEqual(findingsOf(broken, [at('/b'), at('/c/below')]), [at('/missing'), at('/a'), at('/b'), at('/c')]);
  assert.deepEqual(findingsOf(readable, [at('/b')]), [at('/a'), at('/b'), at('/c', 'besides')]);
  assert.deepEqual(configurationView(broken).error, [at('/missing'), at('/a'), at('/c')]);
  assert.match(whyUnusable(broken), / at \/c: no \(and 2 more\)$/);
  assert.equal(readableOf(broken), readable);
  assert.equal(readableOf({ id: 'x', source: 'api', errors: [] }), undefined);
});

/** Well-known documents: created once per version, and revalidated by their tag. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { OperationReply } from '@countersign/shared/http/message';
import { openIssuer, PUBLIC_URL } from '../world.ts';

const ISSUER = 'issuer.metadata';
const contentOf = ({ raw }: OperationReply) => JSON.parse(String(raw));
const tagOf = ({ headers }: OperationReply) => headers?.etag ?? assert.fail('no tag');

/** Names of the two operations in the service's table. */
function namesOf(operations: Readonly<Record<string, unknown>>) {
  const names = Object.keys(operations).filter((name) => name.includes('metadata') || name.includes('well-known'));
  return { issuer: names.find((name) => /issuer.*metadata/.test(name) && !name.includes('server')) ?? ISSUER, names };
}

test('the metadata names the working configurations, and its tag answers If-None-Match', async (t) => {
  const world = await openIssuer(t);
  const { issuer } = namesOf(world.service.operations);
  const first = await world.call(issuer);
  const { credential_issuer, credential_configurations_supported: supported } = contentOf(first);
  assert.equal(credential_issuer, PUBLIC_URL);
  assert.deepEqual(Object.keys(supported).sort(), ['club', 'member', 'pass', 'pid']);
  assert.equal(tagOf(await world.call(issuer)), tagOf(first));
  const same = await world.call(issuer, { headers: { 'if-none-match': tagOf(first) } });
  assert.deepEqual([same.status, same.raw, tagOf(same)], [304, '', tagOf(first)]);
});

test('a removed configuration changes document and tag', async (t) => {
  const world = await openIssuer(t);
  const { issuer } = namesOf(world.service.operations);
  const first = await world.call(issuer);
  rmSync(join(world.configFolder, 'issuance', 'club.json'));
  world.now += 60_000;
  const next = await world.call(issuer, { headers: { 'if-none-match': tagOf(first) } });
  assert.ok(!Object.hasOwn(contentOf(next).credential_configurations_supported, 'club'));
  assert.notEqual(tagOf(next), tagOf(first));
});

test('the keys are those that verify signatures, without private members', async (t) => {
  const world = await openIssuer(t);
  const { kid } = await world.platform.keys.signer('default', 'credential');
  const name = Object.keys(world.service.operations).find((one) => one.includes('jwks')) ?? assert.fail();
  const { keys } = (await world.call(name)).body as { keys: Record<string, string>[] };
  assert.ok(keys.some((key) => key.kid === kid));
  assert.ok(keys.every((key) => !Object.hasOwn(key, 'd')));
});

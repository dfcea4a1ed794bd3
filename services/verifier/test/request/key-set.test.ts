/** Presentation configurations that name a set of keys: another certificate, so another client id. */
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keyOf } from '@countersign/european-trust/test/registration/deterministic-keys';
import { createAccessAuthority } from '@countersign/european-trust/test/registration/registrar';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { x509HashClientId } from '@countersign/shared/openid4vp/verifier-identity';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { openRegistered, type RegisteredWorld } from '../registration/registered-world.ts';

const key = keyOf('of the set');
const leaf = (await (await createAccessAuthority()).certificate({ key })).certificate;
const other = keyOf('another set');
const otherLeaf = (await (await createAccessAuthority()).certificate({ key: other })).certificate;
const pemOf = ({ privateKey }: typeof key) => String(privateKey.export({ type: 'pkcs8', format: 'pem' }));

const QUESTION = {
  dcql_query: {
    credentials: [
      { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims: [{ path: ['given_name'] }] },
    ],
  },
  registrationCert: { id: 'r', body: {} },
};

async function open(t: Parameters<typeof openRegistered>[0]): Promise<RegisteredWorld> {
  const world = await openRegistered(t);
  world.write('keys/age/request.key.pem', pemOf(key));
  world.write('keys/age/request.chain.pem', leaf.toString());
  world.write('presentation/question.json', { ...QUESTION, keys: 'age' });
  return world;
}

async function linked(world: RegisteredWorld) {
  const { link } = (await world.create()) as { readonly link: string };
  const { searchParams } = new URL(link);
  const uri = searchParams.get('request_uri') ?? '';
  const params = { requestId: 'question', session: uri.slice(uri.lastIndexOf('/') + 1) };
  const fetched = async () => String((await world.call('verifier.request.get', { params })).raw);
  return { clientId: searchParams.get('client_id'), fetched };
}

test('the link and the request object have the certificate of the set', async (t) => {
  const world = await open(t);
  const { clientId, fetched } = await linked(world);
  assert.equal(clientId, x509HashClientId(x5cElement(leaf)));
  const jwt = await fetched();
  assert.deepEqual(decodeProtectedHeader(jwt).x5c, [x5cElement(leaf)]);
  assert.equal(decodeJwt(jwt).client_id, clientId);
  world.write('presentation/question.json', QUESTION);
  assert.notEqual((await linked(world)).clientId, clientId);
  // A request that started with the set continues with it.
  assert.equal(decodeJwt(await fetched()).client_id, clientId);
});

test('a set whose files were replaced signs no request that was made before, and new ones under the new name', async (t) => {
  const world = await open(t);
  const before = await linked(world);
  world.write('keys/age/request.key.pem', pemOf(other));
  world.write('keys/age/request.chain.pem', otherLeaf.toString());
  world.now += 2000;
  const gone = (error: unknown) => error instanceof ProtocolError && error.code === 'gone';
  await assert.rejects(before.fetched(), gone);
  const after = await linked(world);
  assert.equal(after.clientId, x509HashClientId(x5cElement(otherLeaf)));
  rmSync(join(world.configFolder, 'keys/age'), { recursive: true });
  world.now += 2000;
  await assert.rejects(after.fetched(), gone);
});

test('a set that is not there refuses to the backend, at the write and at the request', async (t) => {
  const world = await open(t);
  const body = { ...QUESTION, id: 'written', keys: 'other' } as unknown as JsonObject;
  await assert.rejects(
    world.call('verifier.configuration.put', { method: 'POST', encoding: 'json', body }),
    (error) => error instanceof ProtocolError && error.options.errors?.[0]?.pointer === '/keys',
  );
  cpSync(join(world.configFolder, 'keys/age'), join(world.configFolder, 'keys/gone'), { recursive: true });
  rmSync(join(world.configFolder, 'keys/age'), { recursive: true });
  world.now += 2000;
  await assert.rejects(
    world.create(),
    (error) =>
      error instanceof ProtocolError && error.options.reason === 'key_set_unknown' && error.code === 'conflict',
  );
});

test('the registration certificate is compared with the access certificate of the set', async (t) => {
  const world = await open(t);
  rmSync(join(world.configFolder, 'keys/request.key.pem'));
  rmSync(join(world.configFolder, 'keys/request.chain.pem'));
  world.now += 2000;
  await world.create();
  world.write('presentation/question.json', QUESTION);
  await assert.rejects(
    world.create(),
    (error) => error instanceof ProtocolError && error.options.reason === 'registration_certificate_not_bound',
  );
});

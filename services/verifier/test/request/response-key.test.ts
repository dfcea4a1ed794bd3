import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { openIsoMdocKey, openResponseKey, sealResponseKeys } from '../../src/request/response-key.ts';
import { NOW } from '../presentation/presentations.ts';
import { openVerifier } from '../world.ts';

const keyOf = ({ presentation, responseKeyUntil }: SessionDocument) => [presentation?.sealedKey, responseKeyUntil];

test('without encryption there is no key, and the request still ends; the end of a request erases its key', async (t) => {
  const world = await openVerifier(t);
  const clear = await world.ask({ response_mode: 'direct_post' });
  assert.deepEqual(keyOf(await world.stored(clear.session)), [undefined, NOW + 300_000]);
  const { session, request } = await world.ask();
  // Without encryption the tenth refused response ends it.
  for (const error_description of '0123456789') {
    assert.notEqual(keyOf(await world.stored(session))[0], undefined);
    const body = { error: 'access_denied', error_description, state: request.state };
    await world.call('verifier.response', { method: 'POST', encoding: 'form', body });
  }
  assert.deepEqual(keyOf(await world.stored(session)), [undefined, undefined]);
});

test('the request object never needs the key', async (t) => {
  const world = await openVerifier(t);
  const { session, request } = await world.ask();
  const { presentation } = await world.stored(session);
  const vault = await world.platform.vaults.of('default');
  const text = vault.open(presentation?.sealedRequest ?? '', `session/${session}/presentation`);
  const [key] = request.client_metadata.jwks?.keys ?? [];
  assert.ok(key !== undefined && text.includes(key.kid) && !text.includes('"d":'));
});

test('keys are sealed together, and each is opened for its own protocol', async (t) => {
  const vault = await (await openVerifier(t)).platform.vaults.of('default');
  const [response, isoMdoc] = [generateAgreementJwk(), generateAgreementJwk()];
  const both = sealResponseKeys(vault, 's', { response, isoMdoc });
  assert.equal(openResponseKey(vault, 's', both).d, response.d);
  assert.deepEqual(openIsoMdocKey(vault, 's', both), isoMdoc);
  assert.throws(() => openResponseKey(vault, 'another session', both));
  assert.throws(() => openIsoMdocKey(vault, 's', sealResponseKeys(vault, 's', { response })), /no such key/);
  assert.throws(() => openResponseKey(vault, 's', sealResponseKeys(vault, 's', { isoMdoc })), /no such key/);
});

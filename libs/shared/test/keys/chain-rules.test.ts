import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { pemCertificates } from '../../src/crypto/x509.ts';
import { authority, DAY, refusal, shop, subject, world } from './set-world.ts';

test('a chain for another key, of another set, or that is broken is refused with what is wrong', async (t) => {
  const made = await world(t);
  const { csr } = await made.sets.begin('default', shop, subject);
  const { csr: ofOther } = await made.sets.begin('default', { set: 'bar', purpose: 'request' }, subject);
  const install = (chain: readonly X509Certificate[]) => made.sets.install('default', shop, chain);
  await assert.rejects(
    install(await authority.answer(ofOther)),
    refusal('key_set_chain_invalid', /any of this set's keys/),
  );
  await assert.rejects(install([]), refusal('key_set_chain_invalid', /1 to 4/));
  await assert.rejects(install(pemCertificates(authority.anchor)), refusal('key_set_chain_invalid', /self-signed/));
  const chain = await authority.answer(csr);
  await assert.rejects(install([...chain, ...chain]), refusal('key_set_chain_invalid', /issued by the one after it/));
  made.now += 400 * DAY;
  await assert.rejects(install(chain), refusal('key_set_chain_invalid', /not valid now/));
});

test('a document signer is accepted for mdocs only with a country', async (t) => {
  const { sets, ring } = await world(t);
  const of = { set: 'licences', purpose: 'mdoc' } as const;
  const { csr } = await sets.begin('default', of, subject);
  await assert.rejects(
    sets.install('default', of, await authority.answer(csr)),
    refusal('key_set_chain_invalid', /country/),
  );
  await sets.install('default', of, await authority.answerForMdocs(csr));
  assert.equal((await ring().signer('default', 'mdoc', 'licences')).x5c.length, 1);
});

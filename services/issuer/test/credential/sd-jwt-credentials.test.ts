import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { SdJwtConfiguration } from '../../src/configuration/sd-jwt-configuration.ts';
import { sdJwtCredentials } from '../../src/credential/sd-jwt-credentials.ts';
import { signer } from '../support.ts';
import { openIssuer, PUBLIC_URL } from '../world.ts';
import { payloadOf } from './token.ts';

const configuration: SdJwtConfiguration = {
  format: 'dc+sd-jwt',
  id: 'pid',
  scope: 'pid',
  metadata: {},
  vct: 'urn:x',
  claims: {},
  disclosureFrame: { _sd: ['name'] },
};
const keys = [signer().jwk, signer().jwk];
const references = [3, 4].map((idx) => ({ uri: 'https://h.example/list', idx }));

test('one credential per key, each with its place, and the key published until the last one ends', async (t) => {
  const { platform } = await openIssuer(t);
  const until: number[] = [];
  const ring = { ...platform.keys, signedUntil: async (_: string, __: object, time: number) => void until.push(time) };
  const given = { tenant: 'default', claims: { name: 'N', level: 1 }, keys, now: platform.clock(), lifetime: 3600 };
  const { exp, sign } = sdJwtCredentials({ ...platform, keys: ring }, configuration, given);
  const payloads = (await sign(references)).map(payloadOf);
  assert.deepEqual(
    payloads.map(({ cnf, status, vct, iss, level, name }) => ({ cnf, status, vct, iss, level, name })),
    keys.map((jwk, index) => ({
      cnf: { jwk },
      status: { status_list: references[index] },
      vct: 'urn:x',
      iss: PUBLIC_URL,
      level: 1,
      name: undefined,
    })),
  );
  assert.deepEqual(
    payloads.map((payload) => payload.exp),
    [exp, exp],
  );
  assert.deepEqual(until, [Number(exp) * 1000]);
});

test('profile eu: claims and header of the European profile, and the same time in both', async (t) => {
  const { platform } = await openIssuer(t);
  const european = {
    ...platform,
    requirementsOf: () => ({ ...platform.requirementsOf('default'), profile: 'eu' as const }),
  };
  const given = { tenant: 'default', claims: {}, keys, now: platform.clock(), lifetime: 3600 };
  const described = { ...configuration, typeMetadata: { vct: 'urn:x' } };
  const [credential = ''] = await sdJwtCredentials(european, described, given).sign(references);
  const { iat, nbf, 'vct#integrity': integrity } = payloadOf(credential);
  const header = JSON.parse(Buffer.from(credential.split('.')[0] ?? '', 'base64url').toString());
  assert.deepEqual([nbf, header.iat], [iat, iat]);
  assert.equal(integrity, `sha256-${createHash('sha256').update('{"vct":"urn:x"}').digest('base64')}`);
  assert.equal(header.x5u, `${PUBLIC_URL}/.well-known/certificate-chains/${header['x5t#S256']}`);
  const [elsewhere = ''] = await sdJwtCredentials(european, configuration, given).sign(references);
  assert.equal(payloadOf(elsewhere)['vct#integrity'], undefined);
  assert.ok(!('shortLived' in payloadOf(elsewhere)));
  const short = { ...configuration, shortLived: true as const };
  const [brief = ''] = await sdJwtCredentials(european, short, given).sign(keys.map(() => undefined));
  assert.deepEqual([payloadOf(brief).shortLived, payloadOf(brief).status], [null, undefined]);
});

test('without a lifetime there is no end', async (t) => {
  const { platform } = await openIssuer(t);
  const given = { tenant: 'default', claims: {}, keys: keys.slice(1), now: platform.clock() };
  const { exp, sign } = sdJwtCredentials(platform, configuration, given);
  assert.equal(exp, undefined);
  const [credential = ''] = await sign(references);
  assert.equal(payloadOf(credential).exp, undefined);
});

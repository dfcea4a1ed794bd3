import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import {
  type CredentialPayloadInput,
  credentialEnd,
  credentialPayload,
} from '../../src/configuration/credential-payload.ts';
import { ISSUER, NOW, NOW_SECONDS, signer } from '../support.ts';

const HOUR = 3600;
const { jwk } = signer();
const status = { uri: `${ISSUER}/status-management/status-list`, idx: 42 };
const input: CredentialPayloadInput = {
  issuer: ISSUER,
  vct: 'https://issuer.example/credentials/vct/pid',
  claims: { family_name: 'Möbius' },
  key: jwk,
  status,
  now: NOW + 1_234_567,
};

test('the payload contains the claims and the members of the service, and nothing else', () => {
  assert.deepEqual(credentialPayload(input), {
    family_name: 'Möbius',
    iss: ISSUER,
    iat: NOW_SECONDS,
    vct: input.vct,
    cnf: { jwk: { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y } },
    status: { status_list: { idx: 42, uri: status.uri } },
  });
});

test('index 0 is a valid index, and no index is no status', () => {
  const payload = credentialPayload({ ...input, status: { ...status, idx: 0 } });
  assert.deepEqual(payload.status, { status_list: { idx: 0, uri: status.uri } });
  assert.ok(!('status' in credentialPayload({ ...input, status: undefined })));
});

const issueTimes: readonly [name: string, now: number, iat: number][] = [
  ['on the hour', NOW, NOW_SECONDS],
  ['a millisecond later', NOW + 1, NOW_SECONDS],
  ['a millisecond before the next hour', NOW + 3_599_999, NOW_SECONDS],
  ['on the next hour', NOW + 3_600_000, NOW_SECONDS + HOUR],
];

for (const [name, now, iat] of issueTimes) {
  test(`iat is rounded down to the hour: ${name}`, () => {
    assert.equal(credentialPayload({ ...input, now }).iat, iat);
  });
}

const ends: readonly [name: string, now: number, lifetime: number, exp: number][] = [
  ['whole hours stay', NOW, HOUR, NOW_SECONDS + HOUR],
  ['a millisecond more is the next hour', NOW + 1, HOUR, NOW_SECONDS + 2 * HOUR],
  ['a second more is the next hour', NOW, HOUR + 1, NOW_SECONDS + 2 * HOUR],
  ['a year', NOW + 1000, 365 * 24 * HOUR, NOW_SECONDS + 365 * 24 * HOUR + HOUR],
];

for (const [name, now, lifetime, exp] of ends) {
  test(`exp is rounded up to the hour: ${name}`, () => {
    assert.equal(credentialPayload({ ...input, now, lifetime }).exp, exp);
  });
}

test('without a lifetime there is no exp', () => {
  assert.ok(!('exp' in credentialPayload(input)));
});

test('credentials of one hour can not be distinguished by their times', () => {
  const times = [0, 1, 59_999, 1_800_000, 3_599_000].map((later) => {
    const { iat, exp } = credentialPayload({ ...input, now: NOW + later + 1, lifetime: 24 * HOUR });
    return `${iat} ${exp}`;
  });
  assert.equal(new Set(times).size, 1);
});

test('claims never replace members of the service', () => {
  const hostile: JsonObject = { iss: 'x', iat: 1, exp: 1, vct: 'x', cnf: { jwk: {} }, status: 'none' };
  const honest = credentialPayload({ ...input, claims: {}, lifetime: HOUR });
  assert.deepEqual(credentialPayload({ ...input, claims: hostile, lifetime: HOUR }), honest);
});

test('claims and key are neither changed nor shared', () => {
  const claims = Object.freeze({ a: 1 });
  const key = Object.freeze({ ...jwk });
  const payload = credentialPayload({ ...input, claims, key });
  assert.deepEqual(claims, { a: 1 });
  assert.notEqual((payload.cnf as JsonObject).jwk, key);
});

const boundedEnds: readonly [name: string, end: Partial<CredentialPayloadInput>, exp: number | undefined][] = [
  ['no end', {}, undefined],
  ['a lifetime', { lifetime: 7200 }, NOW_SECONDS + 2 * HOUR],
  ['a lifetime that is shorter', { lifetime: HOUR, before: NOW_SECONDS + 9 * HOUR }, NOW_SECONDS + HOUR],
  ['a lifetime that is longer', { lifetime: 9 * HOUR, before: NOW_SECONDS + 2 * HOUR + 1 }, NOW_SECONDS + 2 * HOUR],
  ['a whole hour, before it', { before: NOW_SECONDS + 2 * HOUR }, NOW_SECONDS + HOUR],
  ['a fraction', { before: NOW_SECONDS + HOUR + 0.5 }, NOW_SECONDS + HOUR],
  ['the hour of now', { before: NOW_SECONDS + HOUR - 1 }, NOW_SECONDS],
];

for (const [name, end, exp] of boundedEnds) {
  test(`exp with ${name} is a whole hour, before the time that is given`, () => {
    assert.equal(credentialEnd({ now: NOW, ...end }), exp);
    assert.equal(credentialPayload({ ...input, now: NOW, ...end }).exp, exp);
  });
}

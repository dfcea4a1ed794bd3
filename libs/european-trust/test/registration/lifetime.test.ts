import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkLifetime } from '../../src/registration/lifetime.ts';
import { EU_REGISTRATION } from '../../src/registration/settings.ts';
import { refusesAt } from './findings.ts';
import { DAY, NOW, SECONDS } from './registrar.ts';

type Times = Parameters<typeof checkLifetime>[0];
const check = (times: Times, settings = EU_REGISTRATION) => checkLifetime(times, NOW, settings);
const refuses = (times: Times, pointer: string, settings = EU_REGISTRATION) =>
  refusesAt(() => check(times, settings), 'registration_certificate_expired', pointer);

describe('the lifetime of a registration certificate', () => {
  it('has begun, with a minute for the clock of the registrar', () => {
    check({ iat: SECONDS + 60, exp: SECONDS + DAY });
    const { facts } = refuses({ iat: SECONDS + 61, exp: SECONDS + DAY }, '/iat');
    assert.deepEqual(facts, { claim: 'iat', offsetSeconds: 61, limitSeconds: 60 });
    refuses({ iat: SECONDS + 7 * DAY, exp: SECONDS + 8 * DAY }, '/iat');
    check({ iat: SECONDS, nbf: SECONDS + 60, exp: SECONDS + DAY });
    refuses({ iat: SECONDS, nbf: SECONDS + 61, exp: SECONDS + DAY }, '/nbf');
  });

  it('has not ended', () => {
    check({ iat: SECONDS - DAY, exp: SECONDS + 0.001 });
    assert.deepEqual(refuses({ iat: SECONDS - DAY, exp: SECONDS }, '/exp').facts, { claim: 'exp', expiredSeconds: 0 });
    refuses({ iat: SECONDS - DAY, exp: 0 }, '/exp');
  });

  it('is at most 366 days', () => {
    check({ iat: SECONDS - DAY, exp: SECONDS + 365 * DAY });
    refuses({ iat: SECONDS - DAY, exp: SECONDS + 365 * DAY + 1 }, '/exp');
  });

  it('is 366 days without an end, or refused by setting', () => {
    check({ iat: SECONDS - 366 * DAY });
    assert.deepEqual(refuses({ iat: SECONDS - 366 * DAY - 1 }, '/iat').facts, { claim: 'iat', expiredSeconds: 1 });
    refuses({ iat: SECONDS }, '/exp', { ...EU_REGISTRATION, wrprcWithoutExp: 'refuse' });
  });
});

import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { JwtError } from '../../src/crypto/jwt-error.ts';
import { checkRsaSignature } from '../../src/crypto/rsa.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
const input = Buffer.from('input');

function signed(alg: string, key = privateKey, saltLength: number = constants.RSA_PSS_SALTLEN_DIGEST): Buffer {
  const padding = alg.startsWith('PS')
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
    : { padding: constants.RSA_PKCS1_PADDING };
  return sign(`sha${alg.slice(2)}`, input, { key, ...padding });
}

const refuses = (check: () => void, reason: string) =>
  assert.throws(check, (error) => error instanceof JwtError && error.reason === reason);

describe('an RSA signature', () => {
  for (const alg of ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']) {
    it(`is verified with ${alg}, and with no other algorithm`, () => {
      const signature = signed(alg);
      checkRsaSignature({ alg, input, signature }, publicKey);
      refuses(() => checkRsaSignature({ alg, input: Buffer.from('other'), signature }, publicKey), 'signature');
      const other = alg === 'PS256' ? 'RS256' : 'PS256';
      refuses(() => checkRsaSignature({ alg: other, input, signature }, publicKey), 'signature');
    });
  }

  it('is refused with another algorithm, SHA-1 among them', () => {
    for (const alg of ['RS1', 'none', undefined, 'HS256']) {
      refuses(() => checkRsaSignature({ alg, input, signature: signed('RS256') }, publicKey), 'algorithm');
    }
  });

  it('has a salt as long as the hash', () => {
    refuses(
      () => checkRsaSignature({ alg: 'PS256', input, signature: signed('PS256', privateKey, 20) }, publicKey),
      'signature',
    );
  });

  it('is refused with a short key, or one of another kind', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signature = signed('RS256', short.privateKey);
    refuses(() => checkRsaSignature({ alg: 'RS256', input, signature }, short.publicKey), 'key');
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    refuses(() => checkRsaSignature({ alg: 'RS256', input, signature }, curve.publicKey), 'key');
  });
});

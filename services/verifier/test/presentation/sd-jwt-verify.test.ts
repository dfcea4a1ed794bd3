import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { describe, test } from 'node:test';
import { checkedFrame } from '@countersign/issuer/configuration/disclosure-frame';
import { issueSdJwtVc } from '@countersign/issuer/credential/sd-jwt-issue';
import { JwtError, type JwtReason } from '@countersign/shared/crypto/jwt-error';
import { newReports } from '@countersign/shared/http/reports';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { systemRandom } from '@countersign/shared/kernel/random';
import { refuses } from '@countersign/shared/test/crypto/refuses';
import { signEs256 } from '@countersign/shared/test/crypto/sign-jwt';
import { KEY_NOT_BEFORE, makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import fc from 'fast-check';
import { parseSdJwtVc, type VerifiedSdJwtVc, verifyIssuer } from '../../src/presentation/sd-jwt-verify.ts';
import { readVpToken, verifyResponse } from '../../src/presentation/verify-response.ts';
import { PresentationError, type PresentationReason } from '../../src/session/presentation-error.ts';
import {
  anchor,
  CLIENT_ID,
  context,
  hash,
  issuerHeader as header,
  holder,
  holderJwk,
  issuer,
  jwtOf as jwtSignedBy,
  NONCE,
  NOW,
  part,
  queryOf,
  SECONDS,
  VCT,
} from './presentations.ts';

const claims = { vct: VCT, iss: 'https://issuer.example', cnf: { jwk: holderJwk } };

function jwtOf(head: unknown, payload: unknown, privateKey = issuer.privateKey): string {
  return jwtSignedBy(head, payload, privateKey);
}

/** A credential whose payload is `claims` and `more`. */
function credentialOf(more: object = {}, disclosures: readonly string[] = [], head: object = header): string {
  return `${jwtOf(head, { ...claims, ...more })}~${disclosures.map((text) => `${text}~`).join('')}`;
}

/** Only the issuer-signed JWT. */
function verifyCredential(token: unknown): VerifiedSdJwtVc {
  return verifyIssuer(parseSdJwtVc(token), [anchor], { now: NOW, clockSkew: 60, reports: newReports() });
}

/** All checks of a response to a query that specifies only the type and requires no key binding. */
function verifyPresentation(token: unknown): JsonObject {
  const query = queryOf({ claims: undefined as never, require_cryptographic_holder_binding: false });
  const vpToken = { pid: [token] } as JsonObject;
  const { credentials } = verifyResponse({
    ...context,
    presented: readVpToken({ vpToken, query, reports: newReports() }),
    transactionData: [],
    responseMode: 'direct_post.jwt',
  });
  return credentials[0]?.values ?? {};
}

/** Asserts that a response with this credential is refused, with one of the reasons. */
function refusesResponse(token: unknown, reason: JwtReason, own?: PresentationReason): void {
  assert.throws(
    () => verifyPresentation(token),
    (error) => {
      assert.ok(error instanceof PresentationError, `no PresentationError: ${String(error)}`);
      if (own === undefined) assert.equal(error.cause instanceof JwtError && error.cause.reason, reason);
      else assert.equal(error.reason, own);
      return true;
    },
  );
}

/** A disclosure, and the digest for it. */
const name = part(['salt', 'name', 'Ada']);
const element = part(['salt', 'FR']);

describe('good tokens', () => {
  test('claims, nested and in arrays; digests without disclosures vanish', () => {
    const street = part(['s', 'street', 'Main']);
    const address = part(['s', 'address', { _sd: [hash(street), hash('decoy')], city: 'Paris' }]);
    const more = {
      _sd: [hash(address), hash(name)],
      _sd_alg: 'sha-256',
      list: ['DE', { '...': hash(element) }, { '...': hash('x') }],
    };
    const { claims: found } = verifyCredential(credentialOf(more, [name, address, element, street]));
    assert.deepEqual(found, {
      ...claims,
      name: 'Ada',
      address: { city: 'Paris', street: 'Main' },
      list: ['DE', 'FR'],
    });
    const fewer = verifyCredential(credentialOf(more)).claims;
    assert.deepEqual(fewer, { ...claims, list: ['DE'] });
  });

  test('null, false and empty values are restored', () => {
    const values = [null, false, 0, '', [], {}];
    const disclosures = values.map((value, i) => part(['s', `c${i}`, value]));
    const { claims: found } = verifyCredential(credentialOf({ _sd: disclosures.map(hash) }, disclosures));
    assert.deepEqual(found, { ...claims, c0: null, c1: false, c2: 0, c3: '', c4: [], c5: {} });
  });

  test('the vector of RFC 9901, 4.2.1 has its digest', () => {
    const disclosure = 'WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0';
    const more = { _sd: ['X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0'] };
    assert.equal(verifyCredential(credentialOf(more, [disclosure])).claims.family_name, 'Möbius');
  });

  test('times up to their limits', () => {
    verifyCredential(credentialOf({ iat: SECONDS + 60, nbf: SECONDS + 60, exp: SECONDS + 1 }));
  });

  test('the result has the disclosures and the certificate of the issuer', () => {
    const token = credentialOf({ _sd: [hash(name)] }, [name]);
    const { disclosures, certificate } = verifyCredential(token);
    assert.deepEqual([...disclosures.values()], [{ name: 'name', value: 'Ada' }]);
    assert.equal(certificate.raw.toString('base64'), issuer.x5c[0]);
    const { cnf: _cnf, ...alwaysThere } = claims;
    assert.deepEqual(verifyPresentation(token), alwaysThere);
  });

  test('library-made credentials and presentations pass', async () => {
    const payload = {
      ...claims,
      name: 'Ada',
      born: 1815,
      list: ['a', { b: 1, c: 2 }],
      address: { street: 's', city: 'c' },
    };
    const frame = checkedFrame({
      _sd: ['name', 'born', 'address'],
      _sd_decoy: 3,
      list: { _sd: [0, 1], 1: { _sd: ['b'] } },
      address: { _sd: ['street', 'city'] },
    });
    const token = await issueSdJwtVc({ payload, frame, key: issuer, random: systemRandom });
    assert.deepEqual(verifyCredential(token).claims, payload);
    const wallet = new SDJwtVcInstance({
      hasher: (data) =>
        createHash('sha256')
          .update(data as string)
          .digest(),
      kbSigner: (data) => signEs256(data, holder.privateKey),
      kbSignAlg: 'ES256',
    });
    const presentation = { name: true, list: { 1: true }, address: { street: true } };
    const kb = { payload: { iat: SECONDS, aud: CLIENT_ID, nonce: NONCE } };
    const presented = await wallet.present(token, presentation as never, { kb });
    verifyPresentation(presented);
    assert.deepEqual(verifyCredential(presented).claims, {
      ...claims,
      name: 'Ada',
      list: [{ c: 2 }],
      address: { street: 's' },
    });
  });
});

/** Correctly signed by the issuer, and still refused. If a comparison refuses first, its reason applies. */
const hostile: Record<string, [token: unknown, reason: JwtReason, inResponse?: PresentationReason]> = {
  'no text': [7, 'not_sd_jwt', 'vp_token'],
  'no tilde': [jwtOf(header, claims), 'not_sd_jwt'],
  'nothing before the tilde': ['~', 'not_sd_jwt'],
  'an empty disclosure': [`${credentialOf()}~`, 'not_sd_jwt'],
  'too long': [credentialOf({}, [part(['s', 'n', 'x'.repeat(200_000)])]), 'too_long'],
  'too many disclosures': [`${credentialOf()}${'YQ~'.repeat(1001)}`, 'too_long'],
  'the older typ': [credentialOf({}, [], { ...header, typ: 'vc+sd-jwt' }), 'type'],
  'typ JWT': [credentialOf({}, [], { ...header, typ: 'JWT' }), 'type'],
  'crit unknown': [credentialOf({}, [], { ...header, crit: ['x'] }), 'critical_header'],
  'alg none over good bytes': [credentialOf({}, [], { ...header, alg: 'none' }), 'algorithm'],
  'alg HS256 over good bytes': [credentialOf({}, [], { ...header, alg: 'HS256' }), 'algorithm'],
  'another issuer': [`${jwtOf(header, claims, holder.privateKey)}~`, 'signature'],
  'vct missing': [`${jwtOf(header, { iss: 'x' })}~`, 'claim', 'type'],
  'vct no text': [credentialOf({ vct: 1 }), 'claim', 'type'],
  'iss no text': [credentialOf({ iss: ['x'] }), 'claim'],
  'cnf no object': [credentialOf({ cnf: 'x' }), 'claim'],
  'status a list': [credentialOf({ status: [] }), 'claim'],
  'exp passed': [credentialOf({ exp: SECONDS - 1 }), 'expired'],
  'exp equal to now': [credentialOf({ exp: SECONDS }), 'expired'],
  'exp a text': [credentialOf({ exp: String(SECONDS + 999) }), 'claim'],
  'exp null': [credentialOf({ exp: null }), 'claim'],
  'exp negative': [credentialOf({ exp: -1 }), 'claim'],
  'exp infinite': [`${jwtOf(header, `{"vct":"${VCT}","exp":1e999}`)}~`, 'claim'],
  'nbf ahead': [credentialOf({ nbf: SECONDS + 61 }), 'not_yet_valid'],
  'nbf a text': [credentialOf({ nbf: '1' }), 'claim'],
  'iat ahead': [credentialOf({ iat: SECONDS + 61 }), 'not_yet_valid'],
  '_sd_alg md5': [credentialOf({ _sd_alg: 'md5' }), 'hash_algorithm'],
  '_sd_alg null': [credentialOf({ _sd_alg: null }), 'hash_algorithm'],
  '_sd_alg nested': [credentialOf({ a: { _sd_alg: 'sha-256' } }), 'digest'],
  'unreferenced disclosure': [credentialOf({}, [name]), 'unreferenced_disclosure'],
  'disclosure sent twice': [credentialOf({ _sd: [hash(name)] }, [name, name]), 'repeated_digest'],
  'digest twice in one object': [credentialOf({ _sd: [hash(name), hash(name)] }, [name]), 'repeated_digest'],
  'digest twice in two objects': [
    credentialOf({ _sd: [hash(name)], a: { _sd: [hash(name)] } }, [name]),
    'repeated_digest',
  ],
  'decoy twice': [credentialOf({ _sd: [hash('x'), hash('x')] }), 'repeated_digest'],
  'digest twice, object and array': [credentialOf({ _sd: [hash('x')], l: [{ '...': hash('x') }] }), 'repeated_digest'],
  '_sd no array': [credentialOf({ _sd: hash(name) }), 'digest'],
  '_sd with a number': [credentialOf({ _sd: [1] }), 'digest'],
  '... in an object': [credentialOf({ '...': hash('x') }), 'digest'],
  '... with another member in an array element': [
    credentialOf({ l: [{ '...': hash(element), a: 1 }] }, [element]),
    'digest',
  ],
  '... no text': [credentialOf({ l: [{ '...': 1 }] }), 'digest'],
  'array element disclosed under _sd': [credentialOf({ _sd: [hash(element)] }, [element]), 'disclosure'],
  'property disclosed in an array': [credentialOf({ l: [{ '...': hash(name) }] }, [name]), 'disclosure'],
};

/** Disclosures whose digests are in the payload, as a property. */
const hostileDisclosures: Record<string, [disclosure: string, reason: JwtReason]> = {
  'named _sd': [part(['s', '_sd', ['x']]), 'disclosure'],
  'named ...': [part(['s', '...', 'x']), 'disclosure'],
  'named _sd_alg': [part(['s', '_sd_alg', 'sha-256']), 'disclosure'],
  'named __proto__': [part(['s', '__proto__', {}]), 'disclosure'],
  'with __proto__ inside': [part('["s","a",{"__proto__":{"b":1}}]'), 'reserved_member'],
  'of one element': [part(['s']), 'disclosure'],
  'of four elements': [part(['s', 'a', 1, 2]), 'disclosure'],
  'salt a number': [part([1, 'a', 1]), 'disclosure'],
  'name a number': [part(['s', 1, 1]), 'disclosure'],
  'no array': [part({ 0: 's', 1: 'a', 2: 1 }), 'disclosure'],
  'no JSON': [part('["s","a",1'), 'not_json'],
  'duplicate member': [part('["s","a",{"b":1,"b":2}]'), 'duplicate_member'],
  'no UTF-8': [Buffer.from('["s","a","\xff"]', 'latin1').toString('base64url'), 'not_json'],
  'with padding': [Buffer.from('["s","a",1]').toString('base64'), 'not_base64url'],
  'nested too deep': [part(`["s","a",${'['.repeat(50)}${']'.repeat(50)}]`), 'too_deep'],
  'nested 20 000': [part(`["s","a",${'['.repeat(20_000)}${']'.repeat(20_000)}]`), 'too_deep'],
  'taking the name of vct': [part(['s', 'vct', 'other']), 'name_taken'],
  'taking the name of cnf': [part(['s', 'cnf', {}]), 'name_taken'],
  'hiding an exp': [part(['s', 'exp', SECONDS - 1]), 'never_disclosable'],
  'hiding a status': [part(['s', 'status', {}]), 'never_disclosable'],
  'hiding nbf': [part(['s', 'nbf', 1]), 'never_disclosable'],
};

for (const [title, [disclosure, reason]] of Object.entries(hostileDisclosures)) {
  hostile[`disclosure ${title}`] = [credentialOf({ _sd: [hash(disclosure)] }, [disclosure]), reason];
}

describe('hostile credentials', () => {
  for (const [title, [token, reason, inResponse]] of Object.entries(hostile)) {
    test(title, () => {
      refuses(() => verifyCredential(token), reason);
      refusesResponse(token, reason, inResponse);
    });
  }

  test('two disclosures of one name', () => {
    const second = part(['t', 'name', 'Eve']);
    refuses(() => verifyCredential(credentialOf({ _sd: [hash(name), hash(second)] }, [name, second])), 'name_taken');
  });

  test('parts of registered claims that are disclosable', () => {
    const jwk = part(['s', 'jwk', holderJwk]);
    refuses(() => verifyCredential(credentialOf({ cnf: { _sd: [hash(jwk)] } }, [jwk])), 'never_disclosable');
    const list = { status_list: { a: [{ '...': hash(element) }] } };
    refuses(() => verifyCredential(credentialOf({ status: list }, [element])), 'never_disclosable');
  });

  test('a thousand disclosures, and a name of 256 bytes', () => {
    const many = Array.from({ length: 1000 }, (_, n) => part(['s', `claim ${n}`, n]));
    assert.equal(
      Object.keys(verifyCredential(credentialOf({ _sd: many.map(hash) }, many)).claims).length >= 1000,
      true,
    );
    const name = 'é'.repeat(128);
    const [good, bad] = [part(['s', name, 1]), part(['s', `${name}x`, 1])];
    assert.equal(verifyCredential(credentialOf({ _sd: [hash(good)] }, [good])).claims[name], 1);
    refuses(() => verifyCredential(credentialOf({ _sd: [hash(bad)] }, [bad])), 'disclosure');
  });

  test('disclosures inside disclosures do not nest without end', () => {
    const chain: string[] = [];
    let inner = part(['s', 'a', 1]);
    for (let i = 0; i < 100; i += 1) {
      chain.push(inner);
      inner = part(['s', 'a', { _sd: [hash(inner)] }]);
    }
    chain.push(inner);
    refuses(() => verifyCredential(credentialOf({ _sd: [hash(inner)] }, chain)), 'too_deep');
  });

  test('a prototype is never touched, and inherited names are free', () => {
    const disclosures = [part(['s', 'toString', 'x']), part(['s', 'constructor', 'y'])];
    const { claims: found } = verifyCredential(credentialOf({ _sd: disclosures.map(hash) }, disclosures));
    assert.equal(found.toString, 'x');
    assert.equal(found.constructor, 'y');
  });
});

const chainKey = await makeSigningKey();
const foreignKey = await makeSigningKey();
const chainTime = KEY_NOT_BEFORE + 1000;

test('a credential issued here verifies by its chain, and not under another anchor', async () => {
  const token = await issueSdJwtVc({
    payload: { vct: VCT, a: 1 },
    frame: checkedFrame({ _sd: ['a'] }),
    key: chainKey,
    random: systemRandom,
  });
  const verified = verifyIssuer(parseSdJwtVc(token), [new X509Certificate(chainKey.anchor)], {
    now: chainTime,
    clockSkew: 60,
    reports: newReports(),
  });
  assert.deepEqual(verified.claims, { vct: VCT, a: 1 });
  assert.equal(verified.certificate.subjectAltName, 'DNS:issuer.example');
  refuses(
    () =>
      verifyIssuer(parseSdJwtVc(token), [new X509Certificate(foreignKey.anchor)], {
        now: chainTime,
        clockSkew: 60,
        reports: newReports(),
      }),
    'certificate_path',
  );
});

test('the signature must be that of the leaf', async () => {
  const impostor = { ...foreignKey, x5c: chainKey.x5c };
  const token = await issueSdJwtVc({ payload: { vct: 'https://x' }, key: impostor, random: systemRandom });
  refuses(
    () =>
      verifyIssuer(parseSdJwtVc(token), [new X509Certificate(chainKey.anchor)], {
        now: chainTime,
        clockSkew: 60,
        reports: newReports(),
      }),
    'signature',
  );
});

test('any signed payload and any disclosures yield claims or a JwtError', () => {
  const digest = fc.constantFrom(hash(name), hash(element), hash('x'), 1);
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, 1, 'x'),
      fc.array(fc.oneof(tie('node'), fc.record({ '...': digest })), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'name', '_sd', '...', '_sd_alg'), tie('node'), { maxKeys: 3 }),
      fc.record({ _sd: fc.array(digest, { maxLength: 2 }) }),
    ),
  })).node;
  fc.assert(
    fc.property(value, fc.subarray([name, element]), (a, disclosures) => {
      const token = credentialOf({ a }, disclosures);
      try {
        const text = JSON.stringify(verifyCredential(token).claims);
        assert.ok(!text.includes('"_sd"') && !text.includes('"..."'));
      } catch {
        refuses(() => verifyCredential(token));
      }
    }),
    { numRuns: 300, seed: 1 },
  );
});

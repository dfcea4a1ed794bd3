import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ErrorCode, errorKinds, ProtocolError } from '@countersign/shared/kernel/errors';
import fc from 'fast-check';
import { type ErrorStyle, toWire } from '../../src/errors/to-wire.ts';
import { reasons } from '../../src/reasons.ts';

const codes = Object.keys(errorKinds) as ErrorCode[];
type WireStyle = Exclude<ErrorStyle, 'page'>;
const styles: readonly WireStyle[] = ['problem', 'oauth', 'resource'];
const secret = 'secret-canary';

describe('toWire: problem', () => {
  it('is a problem document with type, title, status, detail and instance (RFC 9457)', () => {
    const wire = toWire(new ProtocolError('not_found', 'No such session', { reason: 'path_unknown' }), 'problem', 'r1');
    assert.deepEqual([wire.status, wire.contentType], [404, 'application/problem+json']);
    assert.deepEqual(JSON.parse(wire.body), {
      type: 'urn:countersign:problem:not_found',
      title: 'Not found',
      status: 404,
      detail: 'No such session',
      instance: 'urn:countersign:request:r1',
    });
  });

  it('gives a backend the reason and what to change, and a wallet neither', () => {
    const error = new ProtocolError('not_found', 'No such session', { reason: 'session_unknown' });
    const { reason, hint } = JSON.parse(toWire(error, 'problem', 'r1', 'backend').body);
    assert.deepEqual([reason, hint], ['session_unknown', reasons.session_unknown.hint]);
    for (const style of styles) assert.ok(!toWire(error, style, 'r1').body.includes('session_unknown'), style);
  });

  it('lists the findings of a body', () => {
    const errors = [{ pointer: '/claims/0', detail: 'is missing' }];
    const wire = toWire(
      new ProtocolError('invalid_request', 'Bad', { reason: 'body_malformed', errors }),
      'problem',
      'r1',
    );
    assert.deepEqual(JSON.parse(wire.body).errors, errors);
  });

  it('challenges an unauthenticated caller, once', () => {
    const plain = toWire(
      new ProtocolError('unauthenticated', 'Who are you', { reason: 'login_missing' }),
      'problem',
      'r1',
    );
    assert.deepEqual([plain.status, plain.headers['www-authenticate']], [401, 'Bearer']);
    const headers = { 'www-authenticate': 'Basic realm="x"' };
    const own = toWire(
      new ProtocolError('unauthenticated', 'Who are you', { reason: 'login_missing', headers }),
      'problem',
      'r1',
    );
    assert.equal(own.headers['www-authenticate'], 'Basic realm="x"');
  });

  it('carries the headers of the error', () => {
    const error = new ProtocolError('temporarily_unavailable', 'Later', {
      reason: 'dependency_away',
      headers: { 'retry-after': '2' },
    });
    for (const style of styles) {
      const wire = toWire(error, style, 'r1');
      assert.deepEqual([wire.status, wire.headers['retry-after']], [503, '2'], style);
    }
  });
});

describe('toWire: oauth', () => {
  it('is error and error_description, never stored (RFC 6749, 5.2)', () => {
    const wire = toWire(
      new ProtocolError('invalid_grant', 'The code is not valid', { reason: 'code_unknown' }),
      'oauth',
      'r1',
    );
    assert.deepEqual(
      [wire.status, wire.contentType, wire.headers],
      [400, 'application/json', { 'cache-control': 'no-store' }],
    );
    assert.deepEqual(JSON.parse(wire.body), { error: 'invalid_grant', error_description: 'The code is not valid' });
  });

  it('carries the members that a standard asks for', () => {
    const members = { auth_session: 'a', c_nonce_expires_in: 5 };
    const wire = toWire(
      new ProtocolError('insufficient_authorization', 'More', { reason: 'presentation_missing', members }),
      'oauth',
      'r1',
    );
    const expected = { error: 'insufficient_authorization', error_description: 'More', ...members };
    assert.deepEqual(JSON.parse(wire.body), expected);
  });

  it('maps codes of this project to the nearest one of OAuth, and keeps the status', () => {
    const wired = (code: ErrorCode): [number, string] => {
      const wire = toWire(new ProtocolError(code, 'x', { reason: 'internal_error' }), 'oauth', 'r1');
      return [wire.status, JSON.parse(wire.body).error];
    };
    assert.deepEqual(wired('payload_too_large'), [413, 'invalid_request']);
    assert.deepEqual(wired('unsupported_media_type'), [415, 'invalid_request']);
    assert.deepEqual(wired('method_not_allowed'), [405, 'invalid_request']);
    assert.deepEqual(wired('not_acceptable'), [406, 'invalid_request']);
    assert.deepEqual(wired('request_timeout'), [408, 'invalid_request']);
    assert.deepEqual(wired('conflict'), [409, 'invalid_request']);
    assert.deepEqual(wired('unauthenticated'), [401, 'invalid_token']);
    assert.deepEqual(wired('rate_limited'), [429, 'temporarily_unavailable']);
    assert.deepEqual(wired('invalid_dpop_proof'), [400, 'invalid_dpop_proof']);
    assert.deepEqual(wired('server_error'), [500, 'server_error']);
  });
});

describe('toWire: resource', () => {
  const challenge = (error: ProtocolError): [number, string | undefined] => {
    const wire = toWire(error, 'resource', 'r1');
    return [wire.status, wire.headers['www-authenticate']];
  };

  it('answers token and DPoP errors with 401 and a challenge (RFC 6750, 3; RFC 9449, 7.1)', () => {
    for (const code of ['invalid_token', 'invalid_dpop_proof', 'use_dpop_nonce'] as const) {
      assert.deepEqual(challenge(new ProtocolError(code, 'No', { reason: 'internal_error' })), [
        401,
        `DPoP error="${code}", error_description="No", algs="ES256"`,
      ]);
      const wire = toWire(new ProtocolError(code, 'No', { reason: 'internal_error' }), 'resource', 'r1');
      assert.equal(JSON.parse(wire.body).error, code);
    }
  });

  it('challenges in the scheme that the wallet used', () => {
    const error = new ProtocolError('invalid_token', 'No', { reason: 'token_unknown', scheme: 'Bearer' });
    assert.deepEqual(challenge(error), [401, 'Bearer error="invalid_token", error_description="No"']);
  });

  it('answers 403 where the token does not cover the request', () => {
    const [status, header] = challenge(
      new ProtocolError('insufficient_scope', 'No', { reason: 'configuration_not_covered' }),
    );
    assert.equal(status, 403);
    assert.match(header ?? '', /^DPoP error="insufficient_scope"/);
  });

  it('names no error code in the challenge where there was no token at all (RFC 6750, 3.1)', () => {
    assert.deepEqual(challenge(new ProtocolError('unauthenticated', 'No', { reason: 'login_missing' })), [
      401,
      'DPoP algs="ES256", Bearer',
    ]);
  });

  it('equals oauth for all other codes', () => {
    for (const code of ['invalid_proof', 'invalid_nonce', 'rate_limited', 'not_built'] as const) {
      const error = new ProtocolError(code, 'No', { reason: 'internal_error' });
      assert.deepEqual(toWire(error, 'resource', 'r1'), toWire(error, 'oauth', 'r1'));
    }
  });

  it('sends the headers of the error, such as DPoP-Nonce', () => {
    const wire = toWire(
      new ProtocolError('use_dpop_nonce', 'No', { reason: 'dpop_nonce', headers: { 'dpop-nonce': 'n' } }),
      'resource',
      'r1',
    );
    assert.equal(wire.headers['dpop-nonce'], 'n');
    assert.match(wire.headers['www-authenticate'] ?? '', /^DPoP /);
  });
});

describe('toWire: all styles', () => {
  it('has the status of the table for every code, except where a resource answers 401', () => {
    for (const code of codes) {
      for (const style of ['problem', 'oauth'] as const) {
        assert.equal(
          toWire(new ProtocolError(code, 'x', { reason: 'internal_error' }), style, 'r1').status,
          errorKinds[code].status,
          `${code} ${style}`,
        );
      }
      assert.ok(
        [errorKinds[code].status, 401].includes(
          toWire(new ProtocolError(code, 'x', { reason: 'internal_error' }), 'resource', 'r1').status,
        ),
      );
    }
  });

  it('reveals nothing of an unexpected error', () => {
    for (const error of [
      new Error(secret),
      new TypeError(secret, { cause: secret }),
      secret,
      undefined,
      { message: secret },
    ]) {
      for (const style of styles) {
        const wire = toWire(error, style, 'r1');
        assert.equal(wire.status, 500, style);
        assert.doesNotMatch(JSON.stringify(wire), /secret-canary/, style);
        assert.ok(style === 'oauth' || style === 'resource' || wire.body.includes('r1'));
      }
    }
  });

  it('reveals neither detail nor cause of an error', () => {
    const error = new ProtocolError('invalid_request', 'x', {
      reason: 'body_malformed',
      detail: secret,
      cause: new Error(secret),
    });
    for (const style of styles) assert.doesNotMatch(JSON.stringify(toWire(error, style, 'r1')), /secret-canary/);
    assert.equal((error.cause as Error).message, secret);
  });

  it('describes any text with the characters of RFC 6749 only, in the body and in the challenge', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('a"b\\c\r\nX-Injected: 1'));
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...codes),
        fc.constantFrom('oauth', 'resource' as const),
        (description, code, style) => {
          const wire = toWire(
            new ProtocolError(code, description, { reason: 'internal_error' }),
            style as WireStyle,
            'r1',
          );
          // RFC 6749, 5.2: %x20-21 / %x23-5B / %x5D-7E
          assert.match(JSON.parse(wire.body).error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
          const header = wire.headers['www-authenticate'];
          if (header === undefined) return;
          assert.match(header, /^[\x20-\x7e]*$/);
          assert.equal(header.replace(/"[^"\\]*"/g, '').includes('"'), false, 'every quote is closed');
        },
      ),
      { seed: 4 },
    );
  });

  it('leaves plain descriptions unchanged', () => {
    const plain = "The code's lifetime is over; ask again (60 s) [x] {y} ~!";
    assert.equal(
      JSON.parse(toWire(new ProtocolError('invalid_grant', plain, { reason: 'code_unknown' }), 'oauth', 'r').body)
        .error_description,
      plain,
    );
  });
});

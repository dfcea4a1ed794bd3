import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ErrorCode } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf, whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import fc from 'fast-check';
import {
  checkCodeChallenge,
  checkIssuerStateGiven,
  checkPushed,
  checkRedirectTarget,
  checkRequestObjectAbsent,
  checkRequestUri,
  checkRequestUriAbsent,
  checkResponseType,
  checkSentCodeChallenge,
  checkState,
} from '../../src/authorize/parameter-checks.ts';
import type { WalletParameters } from '../../src/client/wallet-parameters.ts';
import { requestUriOf } from '../../src/session/request-uri.ts';
import { holding, reference, sessionWith } from '../order-of-refusals/known.ts';
import { sha256 } from '../support.ts';

describe('checkRequestObjectAbsent', () => {
  test('any request object is refused', () => {
    checkRequestObjectAbsent({ parameters: {} });
    for (const request of ['e30.e30.', '', {}]) {
      refuses(() => checkRequestObjectAbsent({ parameters: { request } }), 'request_not_supported');
    }
  });

  test('the reason names the parameter', () => {
    const error = refuses(() => checkRequestObjectAbsent({ parameters: { request: 'x' } }), 'request_not_supported');
    const { reason, facts } = whyOf(error);
    assert.deepEqual([reason, facts], ['request_object', { parameter: 'request' }]);
  });
});

describe('checkRequestUriAbsent', () => {
  test('a pushed request contains no request_uri', () => {
    checkRequestUriAbsent({ parameters: {} });
    for (const request_uri of ['https://wallet.example/request', 'urn:ietf:params:oauth:request_uri:x', '']) {
      refuses(() => checkRequestUriAbsent({ parameters: { request_uri } }), 'invalid_request');
    }
  });

  test('the reason names the parameter', () => {
    const error = refuses(() => checkRequestUriAbsent({ parameters: { request_uri: 'x' } }), 'invalid_request');
    const { reason, facts } = whyOf(error);
    assert.deepEqual([reason, facts], ['request_uri_misplaced', { parameter: 'request_uri' }]);
  });
});

describe('checkRequestUri', () => {
  test('a request_uri of this server finds its session, another one is never looked up', async () => {
    const session = sessionWith();
    const { text, hash } = reference(1);
    const known = holding(session);
    const found = await checkRequestUri({ ...known, parameters: { request_uri: requestUriOf(text) } });
    assert.deepEqual(found, { found: { session, hash } });
    const others = [undefined, text, `https://wallet.example/${text}`, requestUriOf('x'), requestUriOf('')];
    for (const request_uri of others) {
      await assert.rejects(checkRequestUri({ ...known, parameters: { request_uri } }), { code: 'invalid_request_uri' });
    }
  });

  test('the reason says that the request_uri is unknown', async () => {
    const parameters = { request_uri: 'https://wallet.example/x' };
    const why = await refusalOf(() => checkRequestUri({ ...holding(sessionWith()), parameters }));
    assert.deepEqual(why, { code: 'invalid_request_uri', reason: 'request_uri_unknown' });
  });
});

describe('checkPushed', () => {
  test('a request in the URL passes where the tenant allows it', () => {
    checkPushed({ requirements: { par: 'optional' } });
    refuses(() => checkPushed({ requirements: { par: 'required' } }), 'invalid_request');
  });

  test('the reason says that the request must be pushed', () => {
    const error = refuses(() => checkPushed({ requirements: { par: 'required' } }), 'invalid_request');
    assert.equal(whyOf(error).reason, 'par_required');
  });
});

describe('checkRedirectTarget', () => {
  const uri = 'https://wallet.example/cb';

  test('a public client may use any https, loopback or private-scheme URI, a registered one its own', () => {
    const open = { clientId: 'wallet', authenticated: false };
    const closed = { clientId: 'w2', authenticated: true, redirectUris: [uri] };
    const parameters = { redirect_uri: uri };
    assert.deepEqual(checkRedirectTarget({ parameters, client: open }), { redirectUri: uri });
    assert.deepEqual(checkRedirectTarget({ parameters, client: closed }), { redirectUri: uri });
    const others = [undefined, '', 'javascript:alert(1)', ['a']] as const;
    for (const redirect_uri of others) {
      refuses(() => checkRedirectTarget({ parameters: { redirect_uri }, client: open }), 'invalid_request');
    }
    const longer = { redirect_uri: `${uri}?` };
    refuses(() => checkRedirectTarget({ parameters: longer, client: closed }), 'invalid_request');
  });

  test('the reason says which URIs the client has registered, and how this one differs', () => {
    const client = { clientId: 'w2', authenticated: true, redirectUris: ['app.wallet:/x', uri] };
    const why = (redirect_uri: string) =>
      whyOf(refuses(() => checkRedirectTarget({ parameters: { redirect_uri }, client }), 'invalid_request'));
    assert.deepEqual(why(`${uri}/?code=secret`), {
      code: 'invalid_request',
      reason: 'redirect_uri',
      facts: { expectedAny: client.redirectUris, received: `${uri}/`, difference: 'a trailing slash too many' },
    });
    assert.equal(why(`${uri}?a=b`).facts?.difference, 'another query');
    assert.equal(why('http://wallet.example/cb').facts?.difference, 'http for https: a proxy');
    assert.equal(why('https://other.example/cb').facts?.difference, 'another scheme');
  });
});

describe('checkResponseType', () => {
  test('the response type is code', () => {
    checkResponseType({ parameters: { response_type: 'code' } });
    refuses(() => checkResponseType({ parameters: {} }), 'invalid_request');
    for (const response_type of ['token', 'code id_token', 'Code']) {
      refuses(() => checkResponseType({ parameters: { response_type } }), 'unsupported_response_type');
    }
  });

  test('the reason names the type that came', () => {
    const why = (parameters: JsonObject, code: ErrorCode) => {
      const { reason, facts } = whyOf(refuses(() => checkResponseType({ parameters }), code));
      return [reason, facts];
    };
    assert.deepEqual(why({}, 'invalid_request'), ['response_type', { expected: 'code' }]);
    const facts = { expected: 'code', received: 'token' };
    assert.deepEqual(why({ response_type: 'token' }, 'unsupported_response_type'), ['response_type', facts]);
  });
});

describe('checkSentCodeChallenge', () => {
  const code_challenge = 'c'.repeat(43);

  test('a challenge is optional; a sent one must be valid', () => {
    assert.deepEqual(checkSentCodeChallenge({ parameters: {} }), {});
    const parameters = { code_challenge, code_challenge_method: 'S256' };
    assert.deepEqual(checkSentCodeChallenge({ parameters }), { codeChallenge: code_challenge });
    refuses(() => checkSentCodeChallenge({ parameters: { code_challenge } }), 'invalid_request');
  });
});

describe('checkCodeChallenge', () => {
  /** RFC 7636, Appendix B. */
  const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

  function sent(challenge: string | undefined, method: string | undefined): WalletParameters {
    return { parameters: { code_challenge: challenge, code_challenge_method: method } };
  }

  test('the vector of RFC 7636 passes', () => {
    assert.deepEqual(checkCodeChallenge(sent(CHALLENGE, 'S256')), { codeChallenge: CHALLENGE });
  });

  const badChallenges: readonly [name: string, challenge: string | undefined, method: string | undefined][] = [
    ['no challenge', undefined, 'S256'],
    ['no challenge and no method', undefined, undefined],
    ['no method, which means plain', CHALLENGE, undefined],
    ['plain', CHALLENGE, 'plain'],
    ['another spelling of the method', CHALLENGE, 's256'],
    ['an unknown method', CHALLENGE, 'S512'],
    ['an empty challenge', '', 'S256'],
    ['42 characters', CHALLENGE.slice(1), 'S256'],
    ['44 characters', `${CHALLENGE}A`, 'S256'],
    ['padding', `${CHALLENGE}=`, 'S256'],
    ['characters of plain base64', `+/${CHALLENGE.slice(2)}`, 'S256'],
    ['a line end', `${CHALLENGE}\n`, 'S256'],
  ];

  for (const [name, challenge, method] of badChallenges) {
    test(`refused at the authorization request: ${name}`, () => {
      refuses(() => checkCodeChallenge(sent(challenge, method)), 'invalid_request', /code_challenge/);
    });
  }

  test('the hash of every verifier passes', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 43 }), (verifier) => {
        const challenge = sha256(verifier);
        assert.deepEqual(checkCodeChallenge(sent(challenge, 'S256')), { codeChallenge: challenge });
      }),
    );
  });

  test('a missing challenge, another method and another form have different reasons', () => {
    const why = (challenge?: string, method?: string) => {
      const { reason, facts } = whyOf(refuses(() => checkCodeChallenge(sent(challenge, method)), 'invalid_request'));
      return [reason, facts];
    };
    assert.deepEqual(why(), ['pkce_missing', { parameter: 'code_challenge' }]);
    assert.deepEqual(why(CHALLENGE), ['pkce_method', { expected: 'S256', received: 'plain' }]);
    assert.deepEqual(why(CHALLENGE, 'S512'), ['pkce_method', { expected: 'S256', received: 'S512' }]);
    const facts = { count: 44, expected: '43 characters of base64url' };
    assert.deepEqual(why(`${CHALLENGE}=`, 'S256'), ['pkce_challenge', facts]);
  });
});

describe('checkState', () => {
  test('a state is stored unchanged, up to its limit', () => {
    assert.deepEqual(checkState({ parameters: {} }), {});
    assert.deepEqual(checkState({ parameters: { state: '' } }), {});
    const state = 's'.repeat(2048);
    assert.deepEqual(checkState({ parameters: { state } }), { state });
    refuses(() => checkState({ parameters: { state: `${state}s` } }), 'invalid_request');
  });

  test('the reason says how long it is', () => {
    const error = refuses(() => checkState({ parameters: { state: 's'.repeat(2049) } }), 'invalid_request');
    assert.deepEqual(whyOf(error), {
      code: 'invalid_request',
      reason: 'state_too_long',
      facts: { count: 2049, most: 2048 },
    });
  });
});

describe('checkIssuerStateGiven', () => {
  test('a request without an offer is denied', () => {
    assert.deepEqual(checkIssuerStateGiven({ parameters: { issuer_state: 'x' } }), { issuerState: 'x' });
    refuses(() => checkIssuerStateGiven({ parameters: {} }), 'access_denied');
    refuses(() => checkIssuerStateGiven({ parameters: { issuer_state: 5 } }), 'invalid_request');
  });

  test('the reason names the parameter, and that of a draft', () => {
    const why = (parameters: JsonObject) =>
      whyOf(refuses(() => checkIssuerStateGiven({ parameters }), 'access_denied'));
    const [code, reason] = ['access_denied', 'issuer_state_missing'];
    assert.deepEqual(why({}), { code, reason, facts: { parameter: 'issuer_state' } });
    const facts = { parameter: 'op_state', presentName: 'issuer_state' };
    assert.deepEqual(why({ op_state: 'x' }), { code, reason, facts });
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf, whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import {
  checkChallengeIssuerState,
  checkOpenOffer,
  checkRequestedConfigurations,
  checkWalletInitiated,
} from '../../src/authorize/offer-checks.ts';
import type { Received } from '../../src/client/received.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { holding, reference, sessionWith } from '../order-of-refusals/known.ts';
import { given } from '../session/issuance-given.ts';
import { NOW } from '../support.ts';

describe('checkChallengeIssuerState', () => {
  test('a first challenge has an issuer_state', () => {
    checkChallengeIssuerState({ parameters: { issuer_state: 'x' } });
    refuses(() => checkChallengeIssuerState({ parameters: {} }), 'invalid_request');
    refuses(() => checkChallengeIssuerState({ parameters: { issuer_state: '' } }), 'invalid_request');
  });

  test('the reason names the parameter, and that of a draft', () => {
    const why = (parameters: JsonObject) =>
      whyOf(refuses(() => checkChallengeIssuerState({ parameters }), 'invalid_request'));
    const [code, reason] = ['invalid_request', 'issuer_state_missing'];
    assert.deepEqual(why({}), { code, reason, facts: { parameter: 'issuer_state' } });
    const facts = { parameter: 'op_state', presentName: 'issuer_state' };
    assert.deepEqual(why({ op_state: 'x' }), { code, reason, facts });
  });
});

describe('checkOpenOffer', () => {
  const { text: issuerState, hash: grantHash } = reference(1);
  const issuance = given('created', { grantHash });

  test('the offer that issuer_state names is found', async () => {
    const session = sessionWith(issuance);
    assert.deepEqual(await checkOpenOffer({ ...holding(session), issuerState }), { session });
  });

  test('another value, another flow, another tenant and an expired offer are refused alike', async () => {
    const refused = { code: 'invalid_request', message: 'The issuer_state is unknown, used or expired' };
    const open = holding(sessionWith(issuance));
    await assert.rejects(checkOpenOffer({ ...open, issuerState: 'x' }), refused);
    await assert.rejects(checkOpenOffer({ ...open, issuerState: reference(2).text }), refused);
    const elsewhere = { ...open.request, tenant: 't2' };
    await assert.rejects(checkOpenOffer({ ...open, request: elsewhere, issuerState }), refused);
    const otherFlow = sessionWith({ ...issuance, flow: 'pre_authorized_code' });
    await assert.rejects(checkOpenOffer({ ...holding(otherFlow), issuerState }), refused);
    const { platform, request, reports } = holding({ ...sessionWith(issuance), expiresAt: NOW });
    await assert.rejects(checkOpenOffer({ platform, request, reports, issuerState }), refused);
  });

  test('an expired offer and an unknown one have different reasons', async () => {
    const why = async (session: IssuanceSession, state = issuerState) => {
      const { reason, facts } = await refusalOf(() => checkOpenOffer({ ...holding(session), issuerState: state }));
      return [reason, facts];
    };
    const open = sessionWith(issuance);
    assert.deepEqual(await why(open, 'x'), ['issuer_state_unknown', undefined]);
    assert.deepEqual(await why(open, reference(2).text), ['issuer_state_unknown', undefined]);
    const expired = { ...open, expiresAt: NOW - 4000 };
    assert.deepEqual(await why(expired), ['issuer_state_expired', { expiredSeconds: 4 }]);
  });
});

describe('checkRequestedConfigurations', () => {
  const offered = ['pid', 'pass'].map((id) => ({
    format: 'dc+sd-jwt' as const,
    id,
    scope: id,
    metadata: {},
    vct: id,
    claims: {},
    disclosureFrame: {},
  }));
  const known = (parameters: JsonObject) => ({ parameters, offered, issuer: 'https://issuer.example' });

  test('the requested configurations are part of the offer; an empty request means all of it', () => {
    assert.deepEqual(checkRequestedConfigurations(known({})), { requested: { ids: ['pid', 'pass'], details: false } });
    const scope = checkRequestedConfigurations(known({ scope: 'pass' }));
    assert.deepEqual(scope, { requested: { ids: ['pass'], details: false } });
    refuses(() => checkRequestedConfigurations(known({ scope: 'foreign' })), 'invalid_scope');
    const details = known({ authorization_details: '{}' });
    refuses(() => checkRequestedConfigurations(details), 'invalid_authorization_details');
  });
});

describe('checkWalletInitiated', () => {
  const issuer = 'https://issuer.example';
  const all = [
    { id: 'diploma', scope: 'diploma_scope', walletInitiated: true },
    { id: 'badge', scope: 'badge', walletInitiated: true },
    { id: 'pid', scope: 'pid' },
  ];
  const check = async (parameters: JsonObject, provider: object | undefined = {}): Promise<readonly string[]> => {
    const known = {
      configurations: { list: async () => all.map((configuration) => ({ id: configuration.id, configuration })) },
      signIn: { providers: { of: async () => provider } },
      request: { tenant: 't1' },
      parameters,
      issuer,
    };
    return (await checkWalletInitiated(known as unknown as Received)).offered.map(({ id }) => id);
  };
  const details = (...ids: string[]) => ({
    authorization_details: JSON.stringify(
      ids.map((id) => ({ type: 'openid_credential', credential_configuration_id: id })),
    ),
  });

  test('a wallet may begin with configurations that allow it, named by scope or by authorization_details', async () => {
    assert.deepEqual(await check({ scope: 'diploma_scope' }), ['diploma', 'badge']);
    assert.deepEqual(await check({ scope: 'foreign badge' }), ['diploma', 'badge']);
    assert.deepEqual(await check(details('diploma', 'badge')), ['diploma', 'badge']);
  });

  test('it may not begin with another one, with none, or at a tenant without a provider', async () => {
    const denied = { code: 'access_denied' };
    for (const parameters of [{}, { scope: 'pid' }, { scope: 'badge pid' }, { scope: 'diploma' }, details('pid')]) {
      await assert.rejects(check(parameters), denied, JSON.stringify(parameters));
    }
    await assert.rejects(check({ scope: 'badge', ...details('pid') }), denied);
    await assert.rejects(check({ authorization_details: '[]' }), { code: 'invalid_authorization_details' });
    const noProvider = checkWalletInitiated({
      signIn: { providers: { of: async () => undefined } },
      request: { tenant: 't1' },
      parameters: {},
    } as unknown as Received);
    await assert.rejects(noProvider, denied);
  });

  test('the reason names the configurations that need an offer', async () => {
    assert.deepEqual(await refusalOf(() => check({ scope: 'badge pid' })), {
      code: 'access_denied',
      reason: 'configuration_needs_offer',
      facts: { received: ['badge', 'pid'], configurationIds: ['badge', 'pid'] },
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { askedByQuery, type CredentialQuery } from '../../src/registration/asked.ts';
import {
  checkRegistrationInBackground,
  checkRequestRegistration,
  checkStoredRegistration,
  type RegisteredUse,
  type RegistrationOfRequest,
  registrationChecks,
  type StoredRegistration,
  type Verdict,
} from '../../src/registration/check-registration.ts';
import type { AskedClaim } from '../../src/registration/registered-paths.ts';
import { EU_REGISTRATION, type RegistrationSettings } from '../../src/registration/settings.ts';
import { keyOf } from './deterministic-keys.ts';
import { makeTestCertificate } from './made-certificates.ts';
import { createAccessAuthority, createRegistrar, DAY, lookUpIn, NOW, statusList, VALIDITY } from './registrar.ts';
import { type RegistrationCase, registrationCases } from './registration-cases.ts';

const cases = await registrationCases();
const registrar = await createRegistrar();
const { certificate: access } = await (await createAccessAuthority()).certificate();
const revoker = await makeTestCertificate({
  subject: [['CN', 'revoker']],
  key: keyOf('revoker'),
  issuer: registrar.revocation,
  ...VALIDITY,
});

/** The query as the verifier reads it. */
function queriesOf(query: JsonObject): readonly CredentialQuery[] {
  return (query.credentials as readonly JsonObject[]).map(({ format, meta, claims }) => {
    const { vct_values: vctValues, doctype_value: doctype } = meta as JsonObject;
    const type = format === 'mso_mdoc' ? { format, doctype } : { format, vctValues };
    return {
      ...type,
      ...(claims === undefined ? {} : { claims: claims as unknown as readonly AskedClaim[] }),
    } as CredentialQuery;
  });
}

function useOf({ role, query, offered, client }: RegistrationCase): RegisteredUse {
  if (role === 'verifier')
    return { role, client, asked: askedByQuery({ credentials: queriesOf(query ?? { credentials: [] }) }) };
  const document = 'offered types';
  const types =
    offered === undefined
      ? []
      : [{ format: 'dc+sd-jwt' as const, vctValues: [offered], document, pointer: '/0' } as const];
  return { role, offered: types };
}

/** When it is stored, then before the request. */
async function verdictOf(one: RegistrationCase): Promise<Verdict> {
  const { given, providers, lookUp } = one;
  const common = { providers, now: NOW, settings: EU_REGISTRATION, use: useOf(one) };
  const stored = checkStoredRegistration({ ...common, given, access: one.access });
  if (!stored.ok) return stored;
  return checkRequestRegistration({ ...common, certificate: stored.certificate, lookUp });
}

describe('forty registration certificates', () => {
  assert.equal(cases.filter(({ verdict }) => verdict === 'valid').length, 20);
  assert.equal(cases.length, 40);
  for (const one of cases) {
    it(`${one.verdict === 'valid' ? 'accepted' : one.verdict}: ${one.name}`, async () => {
      const verdict = await verdictOf(one);
      assert.equal(verdict.ok ? 'valid' : verdict.findings[0]?.reason, one.verdict, JSON.stringify(verdict));
    });
  }
});

async function stored(change: Partial<StoredRegistration> = {}, claims: Readonly<Record<string, unknown>> = {}) {
  return checkStoredRegistration({
    given: await registrar.jwt({ claims }),
    access,
    providers: [registrar.provider],
    now: NOW,
    settings: EU_REGISTRATION,
    use: { role: 'verifier', asked: [] },
    ...change,
  });
}

async function certificate(claims: Readonly<Record<string, unknown>> = {}) {
  const verdict = await stored({}, claims);
  return verdict.ok ? verdict.certificate : assert.fail(JSON.stringify(verdict));
}

const reasonOf = (verdict: Verdict) => (verdict.ok ? 'valid' : verdict.findings.map(({ reason }) => reason).join());

describe('the checks of a registration certificate', () => {
  it('stand in one table', () => {
    assert.deepEqual(
      registrationChecks.rows.map(({ check, columns }) => `${check}: ${columns.join()}`),
      [
        'readCertificate: stored',
        'followIssuerChain: stored',
        'checkSignature: stored',
        'readClaims: stored',
        'checkBinding: stored',
        'checkClient: stored,request',
        'checkLifetime: stored,request,background',
        'readStatus: stored,request,background',
        'checkStatus: request,background',
        'checkEntitlement: stored,request',
        'checkCoverage: stored,request',
      ],
    );
  });

  it('report the first of several faults', async () => {
    const faults: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['registration_certificate_malformed', { country: 1 }],
      ['registration_certificate_not_bound', { sub: 'NTRDE-OTHER' }],
      ['registration_certificate_expired', { exp: 1 }],
      ['registration_certificate_without_status', { status: undefined }],
      ['registration_entitlement', { entitlements: ['https://uri.etsi.org/19475/Entitlement/PID_Provider'] }],
      ['registration_exceeded', { credentials: [] }],
    ];
    const use: RegisteredUse = {
      role: 'verifier',
      asked: askedByQuery({ credentials: [{ format: 'mso_mdoc', doctype: 'x' }] }),
    };
    for (const [index, [reason]] of faults.entries()) {
      const claims = Object.assign({}, ...faults.slice(index).map(([, change]) => change)) as Record<string, unknown>;
      assert.equal(reasonOf(await stored({ use }, claims)), reason);
    }
    assert.equal(reasonOf(await stored({ use, providers: [] }, { country: 1 })), 'registration_certificate_untrusted');
  });

  it('find everything that is asked for beyond the registration', async () => {
    const claims = [{ path: ['a'] }, { path: ['age_equal_or_over', '18'] }, { path: ['b'] }];
    const asked = askedByQuery({ credentials: [{ format: 'dc+sd-jwt', vctValues: ['urn:eudi:pid:1'], claims }] });
    const verdict = await stored({ use: { role: 'verifier', asked } });
    assert.deepEqual(verdict.ok || verdict.findings.map(({ pointer }) => pointer), [
      '/credentials/0/claims/0/path',
      '/credentials/0/claims/2/path',
    ]);
  });

  it('accept a certificate that is stored before it is used, and warn of what only some wallets refuse', async () => {
    assert.deepEqual(await stored().then((verdict) => verdict.ok && verdict.warnings), []);
    const claims = { credentials: [{ format: 'mso_mdoc', meta: { doctype_value: 'd' }, claim: [{ path: ['ns'] }] }] };
    const asked = askedByQuery({
      credentials: [{ format: 'mso_mdoc', doctype: 'd', claims: [{ path: ['ns', 'a'] }] }],
    });
    const verdict = await stored({ use: { role: 'verifier', asked } }, claims);
    assert.deepEqual(verdict.ok && verdict.warnings.map(({ pointer }) => pointer), ['/credentials/0/claims/0/path']);
  });

  it('refuse a type that an issuer has not registered', async () => {
    const offered = [{ format: 'dc+sd-jwt', vctValues: ['x'], document: 'offered types', pointer: '/x' }] as const;
    const claims = { entitlements: ['https://uri.etsi.org/19475/Entitlement/PID_Provider'] };
    assert.equal(reasonOf(await stored({ use: { role: 'pid', offered } }, claims)), 'registration_exceeded');
    assert.equal(reasonOf(await stored({ use: { role: 'pid', offered: [] } })), 'registration_entitlement');
  });

  it('refuse the certificate of another client of an intermediary', async () => {
    const use = { role: 'verifier', asked: [], client: 'NTRDE-OTHER' } as const;
    assert.equal(reasonOf(await stored({ use })), 'registration_certificate_not_bound');
  });

  it('pass defects on', async () => {
    await assert.rejects(stored({ providers: undefined as never }), TypeError);
  });
});

describe('a stored registration certificate', async () => {
  const request = async (change: Partial<RegistrationOfRequest> = {}): Promise<RegistrationOfRequest> => ({
    certificate: await certificate(),
    providers: [registrar.provider],
    now: NOW,
    settings: EU_REGISTRATION,
    lookUp: async () => ({ state: 'valid' }),
    use: { role: 'verifier', asked: [] },
    ...change,
  });

  it('is refused for new requests once its status changes, while its list is looked up each time', async () => {
    let revoked: readonly number[] = [];
    const lookUp = lookUpIn(() => statusList({ signer: revoker, revoked }));
    const open = await request({ lookUp });
    assert.equal(reasonOf(await checkRequestRegistration(open)), 'valid');
    revoked = [7];
    assert.equal(reasonOf(await checkRequestRegistration(open)), 'registration_certificate_revoked');
    assert.equal(reasonOf(await checkRegistrationInBackground(open)), 'registration_certificate_revoked');
  });

  it('is refused once it has expired, and once its status is unknown', async () => {
    const late = await request({ now: NOW + 301 * DAY * 1000 });
    const unreachable = await request({ lookUp: async () => ({ state: 'unreachable' }) });
    for (const check of [checkRequestRegistration, checkRegistrationInBackground]) {
      assert.equal(reasonOf(await check(late)), 'registration_certificate_expired');
      assert.equal(reasonOf(await check(unreachable)), 'registration_status_unknown');
    }
  });

  it('is compared with the query of each request', async () => {
    const use: RegisteredUse = {
      role: 'verifier',
      asked: askedByQuery({ credentials: [{ format: 'mso_mdoc', doctype: 'x' }] }),
    };
    const verdict = await checkRequestRegistration(await request({ use }));
    assert.equal(reasonOf(verdict), 'registration_exceeded');
    const settings: RegistrationSettings = { ...EU_REGISTRATION, onInvalidRegistration: 'warn' };
    const warned = await checkRequestRegistration(await request({ use, settings }));
    assert.deepEqual(warned.ok && warned.warnings, verdict.ok || verdict.findings);
  });

  it('is valid in the background as long as nothing changes', async () => {
    assert.equal(reasonOf(await checkRegistrationInBackground(await request())), 'valid');
    await assert.rejects(
      checkRegistrationInBackground(await request({ lookUp: () => Promise.reject(new TypeError('defect')) })),
      TypeError,
    );
  });
});

it('an empty chain, and an intermediary without an acting party, as in the example of the standard, are refused', async () => {
  const emptyChain = await registrar.jwt({ header: { x5c: [] } });
  assert.equal(reasonOf(await stored({ given: emptyChain })), 'registration_certificate_malformed');
  const intermediary = { sub: 'VATDE-1', name: 'Broker' };
  assert.equal(reasonOf(await stored({}, { intermediary })), 'registration_certificate_not_bound');
});

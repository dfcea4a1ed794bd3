import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { x5cElement } from '@countersign/shared/crypto/x509';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { readEntries } from '../../src/lists/list-entries.ts';
import type { LoteEntity } from '../../src/lists/lote-schema.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { makeTestAuthority, makeTestCertificate } from '../registration/made-certificates.ts';
import { NOW, VALIDITY } from '../registration/registrar.ts';
import { refusesList } from './list-refusals.ts';
import { type Annex, BASE, entityOf, profileOf, serviceOf, time } from './made-lists.ts';

const { certificate } = await makeTestAuthority('provider CA', VALIDITY);
const entries = (entities: readonly Json[], annex: Annex = 'PID') =>
  readEntries(entities as unknown as readonly LoteEntity[], profileOf(annex));
const one = (service: JsonObject, annex: Annex = 'PID') => entries([entityOf('provider', annex, [service])], annex);

/** A service with these strings as certificates. */
const withTexts = (...texts: readonly string[]): JsonObject =>
  serviceOf({
    type: 'PID/Issuance',
    certificates: [],
    information: { ServiceDigitalIdentity: { X509Certificates: texts.map((val) => ({ val })) } },
  });

describe('the identity of a service', () => {
  const good = x5cElement(certificate);
  for (const [name, texts] of [
    ['not base64', ['%%%']],
    ['base64url', [certificate.raw.toString('base64url')]],
    ['not a certificate', ['AAAA']],
    ['a megabyte', ['A'.repeat(1_048_576)]],
    ['listed twice', [good, good]],
    ['one of two that is broken', [good, 'AAAA']],
  ] as const) {
    it(`is left out when its certificate is ${name}, and the others stay`, () => {
      const right = serviceOf({ type: 'PID/Issuance', certificates: [certificate] });
      const read = entries([entityOf('provider', 'PID', [withTexts(...texts), right])]);
      assert.deepEqual([read.entries.length, read.skipped, read.warnings.length], [1, 1, 1]);
      assert.match(
        read.warnings[0]?.pointer ?? '',
        /TrustedEntityServices\/0\/ServiceInformation\/ServiceDigitalIdentity$/,
      );
    });
  }

  it('is left out with a key identifier only', () => {
    const service = serviceOf({
      type: 'PID/Issuance',
      certificates: [],
      information: { ServiceDigitalIdentity: { X509SKIs: ['AAAA'] } },
    });
    assert.deepEqual([one(service).entries, one(service).skipped], [[], 1]);
  });

  it('may be the same certificate for both services of an entity', () => {
    const services = ['PID/Issuance', 'PID/Revocation'].map((type) => serviceOf({ type, certificates: [certificate] }));
    assert.equal(entries([entityOf('provider', 'PID', services)]).entries.length, 2);
  });
});

describe('a service', () => {
  for (const [annex, type, purpose] of [
    ['PID', 'PID/Issuance', 'pid/issuance'],
    ['Wallet', 'WalletSolution/Revocation', 'wallet/revocation'],
    ['WRPAC', 'WRPAC/Issuance', 'access/issuance'],
    ['WRPRC', 'WRPRC/Revocation', 'registration/revocation'],
    ['Registrars', 'Register', 'register/issuance'],
  ] as const) {
    it(`of the type ${type} counts for ${purpose}`, () => {
      const read = one(serviceOf({ type, certificates: [certificate] }), annex);
      assert.deepEqual([read.entries[0]?.purpose, read.warnings], [purpose, []]);
    });
  }

  it('of no type is refused in a list of Europe', () => {
    const service = serviceOf({
      type: 'PID/Issuance',
      certificates: [certificate],
      information: { ServiceTypeIdentifier: undefined } as unknown as JsonObject,
    });
    refusesList(() => one(service), 'trust_list_profile');
  });

  it('has no status outside annex H', () => {
    for (const information of [{ ServiceStatus: 'x' }, { StatusStartingTime: time(NOW) }]) {
      const service = serviceOf({ type: 'PID/Issuance', certificates: [certificate], information });
      refusesList(() => one(service), 'trust_list_profile');
    }
  });

  it('has the addresses that the list gives', () => {
    const information = { ServiceSupplyPoints: [{ uriValue: 'https://register.example' }] };
    const service = serviceOf({ type: 'Register', certificates: [certificate], information });
    assert.deepEqual(one(service, 'Registrars').entries[0]?.supplyPoints, ['https://register.example']);
  });

  it('has a warning where its entity names no role', () => {
    const { TrustedEntityInformation, ...others } = entityOf('provider', 'WRPAC', [
      serviceOf({ type: 'WRPAC/Issuance', certificates: [certificate] }),
    ]);
    const TEInformationURI = [{ lang: 'en', uriValue: 'https://provider.example' }];
    const entity = {
      ...others,
      TrustedEntityInformation: { ...(TrustedEntityInformation as JsonObject), TEInformationURI },
    };
    assert.equal(entries([entity], 'WRPAC').warnings.length, 1);
  });
});

describe('a service of a public body', async () => {
  const status = (name: string) => `${BASE}/PubEAAProvidersList/SvcStatus/${name}`;
  const named = (organization: string, key = 'body') =>
    makeTestCertificate({ subject: [['O', organization]], key: keyOf(key), ...VALIDITY, ca: {} });
  const body = await named('provider');
  const service = (information: JsonObject, more: Partial<Parameters<typeof serviceOf>[0]> = {}) =>
    serviceOf({ type: 'PubEAA/Issuance', certificates: [body.certificate], information, ...more });
  const notified = { ServiceStatus: status('notified'), StatusStartingTime: time(NOW) };

  it('has its status with its history', () => {
    const past = {
      ServiceName: [{ lang: 'en', value: 'x' }],
      ServiceDigitalIdentity: { X509SKIs: ['AAAA'] },
      ServiceStatus: status('withdrawn'),
      StatusStartingTime: time(NOW - 1000),
    };
    const read = one(service(notified, { history: [past] }), 'PubEAA').entries[0];
    assert.deepEqual(read?.state, {
      status: status('notified'),
      since: NOW,
      active: true,
      history: [{ status: status('withdrawn'), since: NOW - 1000 }],
    });
    const withdrawn = one(service({ ...notified, ServiceStatus: status('withdrawn') }), 'PubEAA');
    assert.equal(withdrawn.entries[0]?.state?.active, false);
  });

  it('is refused with a critical extension in its past', () => {
    const past = {
      ServiceName: [{ lang: 'en', value: 'x' }],
      ServiceDigitalIdentity: { X509SKIs: ['AAAA'] },
      ServiceStatus: status('withdrawn'),
      StatusStartingTime: time(NOW - 1000),
    };
    const withExtension = (critical: boolean) =>
      one(service(notified, { history: [{ ...past, ServiceInformationExtensions: [{ critical }] }] }), 'PubEAA');
    assert.equal(withExtension(false).entries.length, 1);
    const at = '/LoTE/TrustedEntitiesList/0/TrustedEntityServices/0/ServiceHistory/0/ServiceInformationExtensions/0';
    refusesList(() => withExtension(true), 'trust_list_malformed', at);
  });

  it('is refused without a status, or with another one', () => {
    refusesList(() => one(service({}), 'PubEAA'), 'trust_list_profile');
    refusesList(() => one(service({ ...notified, ServiceStatus: 'granted' }), 'PubEAA'), 'trust_list_profile');
    const { StatusStartingTime: _, ...timeless } = notified;
    refusesList(() => one(service(timeless), 'PubEAA'), 'trust_list_malformed');
  });

  it('is left out when its certificates are not one key and name, or not of the entity', async () => {
    const [other, stranger] = [await named('provider', 'other'), await named('Provider')];
    for (const certificates of [[body.certificate, other.certificate], [stranger.certificate]]) {
      assert.equal(one(service(notified, { certificates }), 'PubEAA').skipped, 1);
    }
  });
});

describe('the countries of an entity', () => {
  const ROLE = `${BASE}/ListOfTrustedEntities/PIDProvider/`;
  const territoriesOf = (uris: readonly string[], countries: readonly string[] = ['FR'], annex: Annex = 'PID') => {
    const service = serviceOf({ type: `${annex}/Issuance`, certificates: [certificate] });
    const entity = entityOf('provider', 'PID', [service]);
    const information = {
      ...(entity.TrustedEntityInformation as JsonObject),
      TEInformationURI: uris.map((uriValue) => ({ lang: 'en', uriValue })),
      TEAddress: { TEPostalAddress: countries.map((Country) => ({ lang: 'en', StreetAddress: '1', Country })) },
    };
    return entries([{ ...entity, TrustedEntityInformation: information }], annex).entries[0]?.entity.territories;
  };

  it('are those in the addresses of its role, as lists spell them', () => {
    assert.deepEqual(territoriesOf([`${ROLE}DE`, 'https://provider.example/IT']), ['DE']);
    assert.deepEqual(territoriesOf([`${ROLE}GR`, `${ROLE}CY/`, `${ROLE}CY`]), ['EL', 'CY']);
    assert.deepEqual(territoriesOf([`${ROLE}DEU`, `${ROLE}de`, ROLE]), []);
  });

  it('are those of its postal addresses if it has no such address, or its list has no roles', () => {
    assert.deepEqual(territoriesOf(['https://provider.example'], ['FR', 'FR', 'LU']), ['FR', 'LU']);
    assert.deepEqual(territoriesOf([`${ROLE}DE`], ['FR'], 'WRPAC'), ['FR']);
    assert.deepEqual(territoriesOf(['https://provider.example'], ['France']), []);
  });
});

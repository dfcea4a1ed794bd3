import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { listChecks } from '../../src/lists/check-list.ts';
import { makeTestAuthority } from '../registration/made-certificates.ts';
import { NOW, VALIDITY } from '../registration/registrar.ts';
import { refusesList } from './list-refusals.ts';
import {
  BASE,
  DAY,
  entityOf,
  makeList,
  makeSigner,
  read,
  serviceOf,
  signedList,
  sourceOf,
  time,
} from './made-lists.ts';

const { signer, issuance, revocation, provider, source, content } = await makeList();
const sign = (value: Json = content()) => signedList(value, { signer });
const withScheme = (scheme: Readonly<Record<string, unknown>>) => sign(content({ scheme }));
const SCHEME = '/LoTE/ListAndSchemeInformation';

describe('a list of PID providers', () => {
  it('is read with its entries, and has no warning', () => {
    const list = read(sign(), source);
    const provider = { number: 0, name: 'PID provider', tradeNames: [], territories: ['DE'] };
    assert.deepEqual(list.warnings, []);
    assert.deepEqual(
      [list.type, list.territory, list.sequenceNumber, list.issuedAt, list.nextUpdate, list.signer.by, list.skipped],
      [source.profile.type, 'EU', 12, NOW - DAY, NOW + 90 * DAY, 'pin', 0],
    );
    assert.deepEqual(
      list.entries.map(({ purpose, entity, service }) => [purpose, entity, service.name]),
      [
        ['pid/issuance', provider, 'Service PID/Issuance'],
        ['pid/revocation', provider, 'Service PID/Revocation'],
      ],
    );
    assert.deepEqual(
      list.entries.map(({ certificates }) => certificates.map(({ der }) => Buffer.from(der))),
      [issuance, revocation].map(({ certificate }) => [certificate.raw]),
    );
    assert.deepEqual(list.successors, [signer.certificate.raw.toString('base64')]);
  });

  it('is a plain value', () => {
    const { entries, ...list } = read(sign(), source);
    assert.deepEqual(JSON.parse(JSON.stringify(list)), list);
    const cloned = structuredClone(entries)[0]?.certificates[0]?.der ?? assert.fail();
    assert.deepEqual(Buffer.from(cloned), issuance.certificate.raw);
  });

  it('may have no entities, and no list of them', () => {
    assert.deepEqual(read(sign(content({ entities: [] })), source).entries, []);
    const empty = { LoTE: { ...(content().LoTE as JsonObject), TrustedEntitiesList: [] } };
    refusesList(() => read(sign(empty), source), 'trust_list_malformed', '/LoTE/TrustedEntitiesList');
  });

  it('is refused as another type of list', () => {
    const wallets = sourceOf('Wallet', [signer.certificate]);
    refusesList(() => read(sign(), wallets), 'trust_list_profile', `${SCHEME}/LoTEType`);
    refusesList(() => read(withScheme({ LoTEType: undefined }), source), 'trust_list_profile', `${SCHEME}/LoTEType`);
  });

  it('is refused for one foreign service type among a hundred right ones', () => {
    const services = Array.from({ length: 100 }, () =>
      serviceOf({ type: 'PID/Issuance', certificates: [issuance.certificate] }),
    );
    const foreign = serviceOf({ type: 'WRPAC/Issuance', certificates: [issuance.certificate] });
    const entities = [entityOf('one', 'PID', services), entityOf('two', 'PID', [foreign])];
    const at = '/LoTE/TrustedEntitiesList/1/TrustedEntityServices/0/ServiceInformation/ServiceTypeIdentifier';
    refusesList(() => read(sign(content({ entities })), source), 'trust_list_profile', at);
  });

  for (const number of ['12', 1.5, 2 ** 60, 0, -1, null, undefined]) {
    it(`is refused with the sequence number ${JSON.stringify(number)}`, () => {
      const list = withScheme({ LoTESequenceNumber: number });
      refusesList(() => read(list, source), 'trust_list_malformed', `${SCHEME}/LoTESequenceNumber`);
    });
  }

  const times = ['2026-11-01T00:00:00+00:00', '2026-11-01T00:00:00.5Z', '2026-11-01T00:00:00z', '2026-02-30T00:00:00Z'];
  for (const written of [...times, '9999-12-31T23:59:59Z', '2026-11-01', '']) {
    it(`is refused with the time ${written}`, () => {
      for (const name of ['ListIssueDateTime', 'NextUpdate']) {
        refusesList(() => read(withScheme({ [name]: written }), source), 'trust_list_malformed', `${SCHEME}/${name}`);
      }
    });
  }

  it('is closed by a null, not by the text or an absence', () => {
    assert.equal(read(withScheme({ NextUpdate: null }), source).nextUpdate, null);
    for (const written of ['null', undefined]) {
      refusesList(
        () => read(withScheme({ NextUpdate: written }), source),
        'trust_list_malformed',
        `${SCHEME}/NextUpdate`,
      );
    }
  });

  for (const [name, NextUpdate] of [
    ['before it is issued', time(NOW - 2 * DAY)],
    ['when it is issued', time(NOW - DAY)],
    ['seven months later', time(NOW + 211 * DAY)],
    ['now', time(NOW)],
  ] as const) {
    it(`is refused when it ends ${name}`, () => {
      refusesList(() => read(withScheme({ NextUpdate }), source), 'trust_list_dates', `${SCHEME}/NextUpdate`);
    });
  }

  it('may end six months later, and two days', () => {
    const list = withScheme({ ListIssueDateTime: '2026-11-30T00:00:00Z', NextUpdate: '2027-06-01T00:00:00Z' });
    assert.equal(read(list, source).nextUpdate, Date.UTC(2027, 5, 1));
  });

  it('is refused when it is issued in the future', () => {
    assert.equal(read(withScheme({ ListIssueDateTime: time(NOW + 300_000) }), source).issuedAt, NOW + 300_000);
    const late = withScheme({ ListIssueDateTime: time(NOW + 301_000) });
    refusesList(() => read(late, source), 'trust_list_dates', `${SCHEME}/ListIssueDateTime`);
  });

  for (const [name, scheme] of [
    ['another version', { LoTEVersionIdentifier: 2 }],
    ['another territory', { SchemeTerritory: 'DE' }],
    ['another approach', { StatusDeterminationApproach: `${BASE}/WalletProvidersList/StatusDetn/EU` }],
    ['other rules', { SchemeTypeCommunityRules: [{ lang: 'en', uriValue: 'https://other.example' }] }],
  ] as const) {
    it(`is refused with ${name}`, () => {
      refusesList(() => read(withScheme(scheme), source), 'trust_list_profile', `${SCHEME}/${Object.keys(scheme)[0]}`);
    });
  }

  it('has a warning for each member that decides nothing and is missing', () => {
    const missing = ['PolicyOrLegalNotice', 'SchemeName', 'StatusDeterminationApproach', 'PointersToOtherLoTE'];
    const list = read(withScheme(Object.fromEntries(missing.map((name) => [name, undefined]))), source);
    const warned = list.warnings.map(({ pointer }) => pointer).filter((pointer) => pointer.startsWith(SCHEME));
    assert.deepEqual(warned.sort(), missing.map((name) => `${SCHEME}/${name}`).sort());
  });

  it('is refused with a critical extension, in the scheme, an entity, a service or its past', () => {
    for (const extension of [{ critical: true }, { Critical: 'true', Name: 'x' }, { named: [{ critical: true }] }]) {
      const list = withScheme({ SchemeExtensions: [{ any: 1 }, extension] });
      refusesList(() => read(list, source), 'trust_list_malformed', `${SCHEME}/SchemeExtensions/1`);
    }
    assert.equal(read(withScheme({ SchemeExtensions: [{ critical: false }] }), source).sequenceNumber, 12);
    const information = { ServiceInformationExtensions: [{ Critical: true }] };
    const service = serviceOf({ type: 'PID/Issuance', certificates: [issuance.certificate], information });
    const list = sign(content({ entities: [entityOf('one', 'PID', [service])] }));
    refusesList(() => read(list, source), 'trust_list_malformed');
    const { TrustedEntityInformation, ...others } = entityOf('one', 'PID', [
      serviceOf({ type: 'PID/Issuance', certificates: [issuance.certificate] }),
    ]) as { TrustedEntityInformation: JsonObject };
    const extended = { ...TrustedEntityInformation, TEInformationExtensions: [{ critical: true }] };
    const entity = sign(content({ entities: [{ ...others, TrustedEntityInformation: extended }] }));
    const at = '/LoTE/TrustedEntitiesList/0/TrustedEntityInformation/TEInformationExtensions/0';
    refusesList(() => read(entity, source), 'trust_list_malformed', at);
  });

  it('is refused with an unknown member anywhere', () => {
    const { LoTE } = content() as { LoTE: JsonObject };
    const unknown = [
      { LoTE, other: 1 },
      { LoTE: { ...LoTE, other: 1 } },
      content({ scheme: { other: 1 } }),
      content({ entities: [{ ...provider, other: 1 }] }),
      content({
        entities: [
          entityOf('one', 'PID', [
            serviceOf({ type: 'PID/Issuance', certificates: [issuance.certificate], information: { other: 1 } }),
          ]),
        ],
      }),
    ];
    for (const value of unknown) refusesList(() => read(sign(value), source), 'trust_list_malformed');
  });
});

describe('the order of the checks', () => {
  it('is that of the standard: nothing is read before the signature holds', async () => {
    const stranger = await makeSigner('a stranger');
    refusesList(() => read(signedList('no list', { signer: stranger }), source), 'trust_list_signer');
    const names = listChecks.rows.map(({ check }) => check);
    assert.ok(names.indexOf('checkSignature') < names.indexOf('readDocument'));
  });

  it('lets a CA that is pinned for another list sign nothing here', async () => {
    const authority = await makeTestAuthority('list CA', VALIDITY);
    const signed = signedList(content(), { signer: await makeSigner('under it', { issuer: authority }) });
    assert.equal(read(signed, sourceOf('PID', [authority.certificate])).signer.by, 'authority');
    const other = await makeTestAuthority('CA of another list', VALIDITY);
    refusesList(() => read(signed, sourceOf('PID', [other.certificate])), 'trust_list_signer');
  });
});

describe('a list of access certificate authorities of a pilot', () => {
  /** COUNTERSIGN_VECTORS is a folder with third-party data outside the project. */
  const file = join(process.env.COUNTERSIGN_VECTORS ?? '', 'lote/wrpac-providers-lote.json');
  const skip = existsSync(file) ? false : 'COUNTERSIGN_VECTORS names no folder with the list';
  const now = Date.UTC(2026, 7, 1);

  it('is read with its signature beside it, if that is allowed', { skip }, () => {
    const bytes = readFileSync(file);
    const text = bytes.toString('utf8');
    const { signature } = JSON.parse(text) as { signature: { protected: string } };
    const header = JSON.parse(Buffer.from(signature.protected, 'base64url').toString()) as { x5c: readonly string[] };
    const pilot = { ...sourceOf('WRPAC', []), signers: header.x5c };
    refusesList(() => read(bytes, pilot, { now }), 'trust_list_malformed');
    const list = read(bytes, pilot, { now, settings: { serialisation: 'json' } });
    assert.deepEqual(
      list.entries.map(({ purpose, entity }) => [purpose, entity.name, entity.tradeNames]),
      ['access/issuance', 'access/revocation'].map((purpose) => [purpose, 'Raidiam Services Ltd', ['NTRGB-10742851']]),
    );
    assert.deepEqual(list.warnings, [
      { pointer: `${SCHEME}/PolicyOrLegalNotice`, detail: 'The list lacks a member that its type demands' },
    ]);
    const other = Buffer.from(text.replace('Raidiam Services Ltd', 'Raidiam Services Inc'));
    refusesList(() => read(other, pilot, { now, settings: { serialisation: 'json' } }), 'trust_list_signature');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checkEntitlement,
  isEntitlement,
  neededEntitlements,
  type RegisteredRole,
} from '../../src/registration/entitlements.ts';
import { refusesAt } from './findings.ts';
import { ENTITLEMENT } from './registrar.ts';

const needed: Readonly<Record<Exclude<RegisteredRole, 'issuer'>, readonly [string, string]>> = {
  verifier: ['Service_Provider', '0.4.0.19475.1.1'],
  qualified: ['QEAA_Provider', '0.4.0.19475.1.2'],
  other: ['Non_Q_EAA_Provider', '0.4.0.19475.1.3'],
  'public-body': ['PUB_EAA_Provider', '0.4.0.19475.1.4'],
  pid: ['PID_Provider', '0.4.0.19475.1.5'],
};
const roles = Object.keys(needed) as (keyof typeof needed)[];
const withEntitlements = (entitlements: readonly string[]) => ({ entitlements });

describe('an entitlement', () => {
  for (const role of roles) {
    it(`is ${needed[role][0]} for the role ${role}, in both spellings, and no other`, () => {
      const [name, identifier] = needed[role];
      const own = `${ENTITLEMENT}${name}`;
      assert.deepEqual(neededEntitlements(role), [own, identifier]);
      for (const one of [own, identifier]) {
        checkEntitlement(withEntitlements(['https://uri.etsi.org/19475/SubEntitlement/psp/psp-as', one]), role);
      }
      const others = roles.filter((one) => one !== role).flatMap(neededEntitlements);
      for (const wrong of [others, [], [own.toLowerCase()], [`${own} `], [`${own}s`], [`${identifier}.1`]]) {
        const check = () => checkEntitlement(withEntitlements(wrong), role);
        const { facts, registered } = refusesAt(check, 'registration_entitlement', '/entitlements');
        assert.deepEqual([facts, registered?.value], [{ expected: own }, wrong]);
      }
    });
  }

  it('is of the namespace of the standard', () => {
    for (const own of [`${ENTITLEMENT}Service_Provider`, '0.4.0.19475.1.10']) assert.equal(isEntitlement(own), true);
    for (const other of [
      'https://uri.etsi.org/19475/SubEntitlement/psp/psp-as',
      'Service_Provider',
      '0.4.0.19475.3.1',
      '',
    ]) {
      assert.equal(isEntitlement(other), false);
    }
  });
});

it('an issuer of any class needs one of the entitlements of issuers', () => {
  for (const role of ['other', 'qualified', 'public-body', 'pid'] as const) {
    checkEntitlement({ entitlements: [neededEntitlements(role)[0]] }, 'issuer');
  }
  assert.throws(() => checkEntitlement({ entitlements: [...neededEntitlements('verifier')] }, 'issuer'));
});

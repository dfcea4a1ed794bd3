/** What a registered party may do (ETSI TS 119 475, annex A). */
import type { RegistrationClaims } from './registration-claims.ts';
import { refused } from './registration-error.ts';

const NAMESPACE = 'https://uri.etsi.org/19475/Entitlement/';
/** The same entitlements as object identifiers end in their number in the annex. */
const ARC = '0.4.0.19475.1.';

/** The role in which a tenant acts; issuers by the class of their credentials, or `issuer` of any class. */
export type RegisteredRole = RoleOfClass | 'issuer';
type RoleOfClass = 'verifier' | 'qualified' | 'other' | 'public-body' | 'pid';

const NEEDED: Readonly<Record<RoleOfClass, readonly [name: string, number: number]>> = {
  verifier: ['Service_Provider', 1],
  qualified: ['QEAA_Provider', 2],
  other: ['Non_Q_EAA_Provider', 3],
  'public-body': ['PUB_EAA_Provider', 4],
  pid: ['PID_Provider', 5],
};

/** Whether it is one of the standard's entitlements. Payment services have only sub-entitlements of one. */
export function isEntitlement(entitlement: string): boolean {
  return entitlement.startsWith(NAMESPACE) || entitlement.startsWith(ARC);
}

const ISSUERS: readonly RoleOfClass[] = ['other', 'qualified', 'public-body', 'pid'];

/** The entitlements of which a role needs one, each in both spellings. */
export function neededEntitlements(role: RegisteredRole): readonly [string, ...string[]] {
  const [first, ...others] = (role === 'issuer' ? ISSUERS : [role]).flatMap((one) => {
    const [name, number] = NEEDED[one];
    return [`${NAMESPACE}${name}`, `${ARC}${number}`];
  });
  return [first ?? NAMESPACE, ...others];
}

/** @throws RegistrationError */
export function checkEntitlement(
  { entitlements }: Pick<RegistrationClaims, 'entitlements'>,
  role: RegisteredRole,
): void {
  const needed = neededEntitlements(role);
  if (needed.some((one) => entitlements.includes(one))) return;
  const [expected] = needed;
  throw refused({
    reason: 'registration_entitlement',
    document: 'claims',
    pointer: '/entitlements',
    detail: `The certificate must have the entitlement ${expected}`,
    facts: { expected },
    registered: { pointer: '/entitlements', value: entitlements },
  });
}

/**
 * Warnings of a presentation configuration that asks for credentials of the same tenant: whether their disclosure policy
 * lets the tenant have them (ARF, topic 43). Wallets compare the policy with the registration certificate of the
 * request. Pure.
 */
import type { X509Certificate } from 'node:crypto';
import type { WrittenPolicy } from '@countersign/shared/configuration-documents/disclosure-policy';
import { hasSameAttributes } from '@countersign/shared/crypto/distinguished-name';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { type IssuedType, isAsked, list, member, typesAsked } from './claim-names.ts';
import type { Warning } from './warning.ts';

/** What the registration certificate of the request says. */
export interface Requester {
  readonly sub?: string | undefined;
  readonly entitlements: readonly string[];
  /** The certificates below which it was signed; absent if they are not all known. */
  readonly signers?: readonly Pick<X509Certificate, 'issuer' | 'serialNumber'>[];
}

export interface PolicyCheck {
  /** As written, with PUBLIC_URL in place. */
  readonly configuration: JsonObject;
  /** The tenant's credential configurations by type. */
  readonly issued: readonly (IssuedType & { readonly id: string; readonly configuration: JsonObject })[];
  /** Absent: the request has no registration certificate that can be read. */
  readonly requester?: Requester | undefined;
}

export function policyWarnings({ configuration, issued, requester }: PolicyCheck): readonly Warning[] {
  const queries = list(member(configuration, 'dcql_query'), 'credentials');
  return queries.flatMap((query, index): readonly Warning[] => {
    if (!isObject(query)) return [];
    const types = typesAsked(query);
    const own = issued.filter((one) => isAsked(types, one));
    return own.flatMap(({ id, configuration: { disclosure_policy: policy } }): readonly Warning[] => {
      // Configurations that cannot be read are not among the issued ones, so the policy has its described form.
      const why = isObject(policy) ? whyRefused(policy as unknown as WrittenPolicy, requester) : undefined;
      if (why === undefined) return [];
      const detail = `The disclosure policy of ${id} refuses this request: ${why}`;
      return [{ code: 'disclosure_policy_refuses', pointer: `/dcql_query/credentials/${index}`, detail }];
    });
  });
}

function whyRefused(policy: WrittenPolicy, requester: Requester | undefined): string | undefined {
  if (policy.type === 'anyone') return undefined;
  if (requester === undefined) return 'it has no registration certificate to compare';
  return policy.type === 'parties'
    ? whyNotListed(policy.parties ?? [], requester)
    : whyOtherRoot(policy.roots ?? [], requester);
}

function whyNotListed(
  parties: NonNullable<WrittenPolicy['parties']>,
  { sub, entitlements }: Requester,
): string | undefined {
  const named = parties.filter(({ identifier }) => identifier === sub);
  if (named.length === 0) return 'the policy does not list the `sub` of the registration certificate';
  const has = named.some(({ entitlement }) => entitlement === undefined || entitlements.includes(entitlement));
  return has ? undefined : 'the registration certificate does not have the entitlement that the policy requires';
}

function whyOtherRoot(roots: NonNullable<WrittenPolicy['roots']>, { signers }: Requester): string | undefined {
  // A certificate that is not known here could be one of them.
  if (signers === undefined) return undefined;
  const isOne = signers.some(({ issuer, serialNumber }) =>
    roots.some(
      (root) =>
        serialOf(root.serial_number) === serialOf(serialNumber) &&
        hasSameAttributes(root.issuer_dn, issuer.split('\n').join(',')),
    ),
  );
  return isOne ? undefined : 'the registration certificate was signed below other certificates';
}

function serialOf(hex: string): string {
  return hex.toLowerCase().replace(/^0+/, '');
}

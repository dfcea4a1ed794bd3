/** A credential configuration's disclosure policy: its errors, and how the metadata names it. Pure. */
import type { WrittenPolicy } from '@countersign/shared/configuration-documents/disclosure-policy';
import { comparableName, isDistinguishedName } from '@countersign/shared/crypto/distinguished-name';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { PID_DOCTYPE } from '@countersign/shared/mdoc/element-types';

const AT = '/disclosure_policy';

/** The list that each type needs. The other one would never be read. */
const listOfType: Readonly<Record<string, 'parties' | 'roots'>> = { parties: 'parties', roots: 'roots' };

/** Errors beyond the shape: a PID, a list that is missing or of the other type, names, duplicates. */
export function disclosurePolicyFindings(value: JsonObject): readonly FieldError[] {
  const config = isObject(value.config) ? value.config : {};
  const inMetadata = isObject(config.credential_metadata) ? config.credential_metadata : {};
  const policy = value.disclosure_policy;
  return [
    ...[PUBLISHED, 'disclosure_policy']
      .filter((name) => inMetadata[name] !== undefined)
      .map((name) => ({
        pointer: `/config/credential_metadata/${name}`,
        detail: 'Write the policy as disclosure_policy, next to config: the metadata is made of it',
      })),
    ...(isObject(policy) ? policyFindings(policy, config) : []),
  ];
}

/** ARF, EDP_01: attestations have policies, a PID never. */
function policyFindings(policy: JsonObject, { vct, doctype }: JsonObject): readonly FieldError[] {
  const isPid = (typeof vct === 'string' && vct.startsWith('urn:eudi:pid:')) || doctype === PID_DOCTYPE;
  const pid = isPid ? [{ pointer: AT, detail: 'A PID has no disclosure policy (ARF, EDP_01)' }] : [];
  const needed = listOfType[String(policy.type)];
  const lists = (['parties', 'roots'] as const).flatMap((name) => {
    if ((policy[name] !== undefined) === (name === needed)) return [];
    const detail = name === needed ? `The type ${name} needs this list` : `Only the type ${name} has this list`;
    return [{ pointer: `${AT}/${name}`, detail }];
  });
  return [...pid, ...lists, ...namesOf(policy), ...twice(policy)];
}

function namesOf({ parties, roots }: JsonObject): readonly FieldError[] {
  const wrong = (items: Json | undefined, list: string, member: string): readonly FieldError[] =>
    objects(items).flatMap(({ [member]: name }, index) =>
      typeof name !== 'string' || isDistinguishedName(name)
        ? []
        : [{ pointer: `${AT}/${list}/${index}/${member}`, detail: 'Not a distinguished name (RFC 4514)' }],
    );
  return [...wrong(parties, 'parties', 'subject_dn'), ...wrong(roots, 'roots', 'issuer_dn')];
}

function twice({ parties, roots }: JsonObject): readonly FieldError[] {
  const partyKeys = objects(parties).map(({ identifier, entitlement = null }) =>
    JSON.stringify([identifier, entitlement]),
  );
  const rootKeys = objects(roots).map(({ issuer_dn: dn, serial_number: serial }) =>
    JSON.stringify([comparableName(String(dn)), String(serial).toLowerCase().replace(/^0+/, '')]),
  );
  return [...doubles(partyKeys, 'parties'), ...doubles(rootKeys, 'roots')];
}

function doubles(keys: readonly string[], list: string): readonly FieldError[] {
  const seen = new Set<string>();
  return keys.flatMap((key, index) => {
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ pointer: `${AT}/${list}/${index}`, detail: 'The list has this one twice' }];
  });
}

function objects(items: Json | undefined): readonly JsonObject[] {
  // Not an object: the shape's check reports it, and the positions stay.
  return Array.isArray(items) ? items.map((item) => (isObject(item) ? item : {})) : [];
}

/** A policy whose lists can be read, whatever else its checks report. */
export function readablePolicy(value: Json | undefined): WrittenPolicy | undefined {
  if (!isObject(value)) return undefined;
  const lists = [value.parties, value.roots];
  const areReadable = lists.every((list) => list === undefined || (Array.isArray(list) && list.every(isObject)));
  return areReadable ? (value as unknown as WrittenPolicy) : undefined;
}

/** Member of `credential_metadata` (ETSI TS 119 472-3, 4.2.5.2). */
const PUBLISHED = 'embedded_disclosure_policy';

const publishedTypes = { anyone: 'no_policy', parties: 'authorized_rp_only', roots: 'specific_root_of_trust' } as const;

/**
 * The member of the metadata, by value (ARF, EDP_09). ETSI has published no schema yet: the names are those of the Italian
 * wallet, the only ones in public use. They are written only here.
 */
export function publishedPolicy(policy: WrittenPolicy | undefined): JsonObject {
  if (policy === undefined) return {};
  const { id, type, description, authority, info_url: info, parties, roots } = policy;
  return {
    [PUBLISHED]: withoutAbsent({
      policy_uri: id,
      policy_type: publishedTypes[type],
      description,
      policy_authority: authority,
      policy_info_url: info,
      authorized_parties: parties?.map(({ identifier, subject_dn: dn, entitlement }) =>
        withoutAbsent({ identifier, subject_dn: dn, entitlement_uri: entitlement }),
      ),
      trusted_roots: roots?.map(({ issuer_dn: dn, serial_number: serial }) => ({
        issuer_dn: dn,
        serial_number: serial,
      })),
    }),
  };
}

function withoutAbsent(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Whether a registration certificate and an access certificate are for the same party (ETSI TS 119 475, 5.1.1 and 5.2.4). */
import type { X509Certificate } from 'node:crypto';
import type { ActsFor } from '@countersign/shared/flow-config/registration-rules';
import { ATTRIBUTE, subjectAttributes, uriNames } from './certificate-content.ts';
import type { RegistrationClaims } from './registration-claims.ts';
import { type CheckedDocument, refused } from './registration-error.ts';
import type { RegistrationSettings } from './settings.ts';

/**
 * Compares whole strings: nothing is trimmed or folded, and two missing values never match.
 * @param access the leaf of the access certificate
 * @throws RegistrationError
 */
export function checkBinding(
  claims: RegistrationClaims,
  access: X509Certificate,
  { serviceIdentifier, actsFor }: Pick<RegistrationSettings, 'serviceIdentifier' | 'actsFor'>,
): void {
  const { sub, intermediary, act, srv_id: service } = claims;
  const isIntermediated = intermediary !== undefined || act !== undefined;
  if (sub === undefined || sub === '')
    throw unbound('claims', '/sub', "The certificate must contain the party's identifier");
  if (isIntermediated) checkIntermediary(claims, sub, access);
  else checkParty(claims, sub, access);
  if (actsFor !== undefined) checkActsFor(claims, actsFor);
  if (serviceIdentifier === 'compare' && service !== undefined) checkService(service, access);
}

/**
 * ARF RPI_05: a request through an intermediary specifies the certificate to use, which must be the client's.
 * @param client the identifier in the configuration
 * @throws RegistrationError
 */
export function checkClient({ sub, intermediary, act }: RegistrationClaims, client: string | undefined): void {
  const isIntermediated = intermediary !== undefined || act !== undefined;
  if (client === undefined) {
    if (!isIntermediated) return;
    throw unbound('claims', '/intermediary', "The configuration must specify the intermediary's client");
  }
  if (!isIntermediated) throw unbound('claims', '/intermediary', 'The certificate must contain an intermediary');
  if (client !== sub) throw unbound('claims', '/sub', 'The certificate is for a different client of the intermediary');
}

function checkParty(claims: RegistrationClaims, sub: string, access: X509Certificate): void {
  const [name, attribute] = isNaturalPerson(claims)
    ? (['serialNumber', ATTRIBUTE.serialNumber] as const)
    : (['organizationIdentifier', ATTRIBUTE.organizationIdentifier] as const);
  if (onlyAttribute(access, name, attribute) !== sub) {
    throw unbound('claims', '/sub', `The identifier must be the ${name} of the access certificate`);
  }
}

/** GEN-5.2.4-09. The access certificate is the intermediary's. */
function checkIntermediary({ intermediary, act }: RegistrationClaims, sub: string, access: X509Certificate): void {
  const [named, actor] = [intermediary?.sub, act?.sub];
  if (named === undefined || named === '') {
    throw unbound('claims', '/intermediary/sub', "The certificate must contain the intermediary's identifier");
  }
  if (actor !== named) {
    throw unbound('claims', '/act/sub', 'The acting party must be the intermediary');
  }
  if (named === sub) throw unbound('claims', '/sub', 'The party must differ from the intermediary');
  const own = onlyAttribute(access, 'organizationIdentifier', ATTRIBUTE.organizationIdentifier);
  if (own !== named) {
    const detail = "The intermediary must equal the access certificate's organizationIdentifier";
    throw unbound('claims', '/intermediary/sub', detail);
  }
  checkNamedParty(sub, access);
}

/** A party's service that a registrar serves (TS5), as an address. */
const PARTY = /\/wrp\/([^/?#]+)\/services\//;

/** ARF Reg_34a: an intermediary's access certificate is for one party. Compared if it contains the party's address. */
function checkNamedParty(sub: string, access: X509Certificate): void {
  const parties = uriNames(access).flatMap((name) => PARTY.exec(name)?.[1] ?? []);
  if (parties.length === 0 || parties.some((party) => party === sub || party === encodeURIComponent(sub))) return;
  throw unbound('claims', '/sub', 'The access certificate is for a different party');
}

/** ARF RPI_03 to RPI_06: the certificate of the tenant's party, with this operator as its intermediary. */
function checkActsFor({ sub, intermediary }: RegistrationClaims, { sub: party, intermediary: own }: ActsFor): void {
  if (own.sub === undefined) {
    throw unbound('claims', '/intermediary/sub', 'The setting INTERMEDIARY_ID must contain your identifier');
  }
  if (intermediary?.sub !== own.sub) {
    throw unbound('claims', '/intermediary/sub', 'The intermediary must be the one in INTERMEDIARY_ID');
  }
  if (own.sname !== undefined && (intermediary.sname ?? intermediary.name) !== own.sname) {
    throw unbound('claims', '/intermediary/sname', "The intermediary's name must be the one in INTERMEDIARY_NAME");
  }
  if (sub !== party) throw unbound('claims', '/sub', 'The certificate is for a different party from actsFor');
}

/** Table 7: a natural person has names instead of a legal name. */
function isNaturalPerson({ sub_ln: legal, sub_gn: given, sub_fn: family }: RegistrationClaims): boolean {
  return legal === undefined && (given !== undefined || family !== undefined);
}

/** @throws RegistrationError unless the subject has it exactly once and not empty */
function onlyAttribute(access: X509Certificate, name: string, attribute: string): string {
  const [value, more] = subjectAttributes(access).get(attribute) ?? [];
  if (value === undefined || value === '' || more !== undefined) {
    throw unbound('access certificate', `/0/subject/${name}`, `The access certificate must have one ${name}`);
  }
  return value;
}

/** A service that a registrar serves (TS5), as the last part of an address. */
const SERVICE = /\/services\/[^/?#]+$/;

/** ARF RPRC_17a. In Italy an address of the access certificate equals the identifier, or ends in it. */
function checkService(service: string, access: X509Certificate): void {
  const names = uriNames(access);
  if (names.some((name) => name === service || name.endsWith(`/${service}`))) return;
  if (names.some((name) => SERVICE.test(name))) {
    throw unbound('claims', '/srv_id', 'The access certificate is for a different service');
  }
}

function unbound(document: CheckedDocument, pointer: string, detail: string): Error {
  return refused({ reason: 'registration_certificate_not_bound', document, pointer, detail });
}

/**
 * The registration certificate of an issuer: in its metadata, and whether it covers the offered credentials (ETSI TS
 * 119 472-3, 4.2.3).
 */
import type { Finding } from '@countersign/european-trust/registration/registration-error';
import { fieldErrors, refusedUse } from '@countersign/european-trust/tenant/field-errors';
import { createRegistrationChecks } from '@countersign/european-trust/tenant/registration-checks';
import { createRegistrationFiles } from '@countersign/european-trust/tenant/registration-files';
import { sentRegistration } from '@countersign/european-trust/tenant/registration-settings';
import {
  createRegistrations,
  type Registrations,
  type TenantRegistration,
} from '@countersign/european-trust/tenant/registrations';
import { createRevokedAccess } from '@countersign/european-trust/tenant/revoked-access';
import { createStoredRegistrations } from '@countersign/european-trust/tenant/stored-registrations';
import type { ConfigurationWrite } from '@countersign/shared/flow-config/listed';
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import type { Platform } from '@countersign/shared/runtime/service';
import type { StatusLookup } from '@countersign/shared/trust/status-lookup';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { type CredentialType, typeOf } from '../configuration/credential-type.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import { offeredTypes } from './offered-types.ts';

export interface IssuerRegistration {
  /** What the metadata publishes; undefined if the tenant specifies no certificate, or an unknown one. */
  published(tenant: string): Promise<PublishedRegistration | undefined>;
  /** @throws ProtocolError `conflict`: wallets would refuse the offered credentials */
  checkOffer(tenant: string, offered: readonly CredentialType[]): Promise<void>;
  /** All of the tenant's. */
  readonly registrations: Registrations;
  /** Why a configuration may not be written: empty if the tenant's rules only warn. */
  findings(write: Pick<ConfigurationWrite<Configuration>, 'tenant' | 'configuration'>): Promise<readonly FieldError[]>;
}

export interface PublishedRegistration {
  /** `data` of `issuer_info`. */
  readonly data: string;
  readonly jwt: string;
  /** Whether the metadata leaves out configurations that it does not cover. */
  readonly strict: boolean;
}

export interface IssuerRegistrationParts {
  readonly trustAnchors: TrustAnchors;
  readonly statusOf: StatusLookup;
}

export function createIssuerRegistration(
  platform: Platform,
  { trustAnchors, statusOf }: IssuerRegistrationParts,
): IssuerRegistration {
  const { keys, requirementsOf, clock } = platform;
  const registrations = createRegistrations(createRegistrationFiles(platform), createStoredRegistrations(platform));
  const checks = createRegistrationChecks({
    purpose: 'metadata',
    keys,
    requirementsOf,
    trustAnchors,
    clock,
    statusOf,
    revokedAccess: createRevokedAccess(platform),
  });
  const rulesOf = (tenant: string) => requirementsOf(tenant).registration;
  const find = async (tenant: string): Promise<TenantRegistration | undefined> => {
    const { issuer } = rulesOf(tenant);
    return issuer === undefined ? undefined : registrations.of(tenant, issuer);
  };

  return {
    registrations,
    published: async (tenant) => {
      const found = await find(tenant);
      if (found === undefined) return undefined;
      const rules = rulesOf(tenant);
      return { data: sentRegistration(found.jwt, rules), jwt: found.jwt, strict: rules.onInvalid === 'refuse' };
    },
    checkOffer: async (tenant, offered) => {
      const { issuer, onInvalid } = rulesOf(tenant);
      if (issuer === undefined || onInvalid === 'warn') return;
      const found = await find(tenant);
      if (found === undefined) throw missing(issuer);
      const types = offeredTypes(offered, (index) => `/credentialConfigurationIds/${index}`);
      const verdict = await checks.inUse(tenant, found, { role: 'issuer', offered: types });
      if (!verdict.ok) throw refused(verdict.findings);
    },
    findings: async ({ tenant, configuration }) => {
      const { onInvalid } = rulesOf(tenant);
      const found = await find(tenant);
      if (found === undefined || onInvalid === 'warn') return [];
      const types = offeredTypes([configuration], () => `/config/${typeOf(configuration).member}`);
      const verdict = await checks.stored(tenant, found, { role: 'issuer', offered: types });
      return verdict.ok ? [] : fieldErrors(verdict.findings, { query: '', certificate: '/config' });
    },
  };
}

function missing(id: string): ProtocolError {
  return new ProtocolError('conflict', `The tenant has no registration certificate ${id}, which its metadata needs`, {
    reason: 'registration_certificate_missing',
    facts: { detail: 'none has this id' },
  });
}

function refused(findings: readonly Finding[]): ProtocolError {
  const place = { query: '', certificate: '/credentialConfigurationIds' };
  return refusedUse(findings, { of: 'the issuer', use: 'offer', place });
}

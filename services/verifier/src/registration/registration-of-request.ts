/** The registration certificate of a presentation request: checked before a wallet sees it (ETSI TS 119 472-2, 6.3.2.2). */
import type { Verdict } from '@countersign/european-trust/registration/check-registration';
import type { Finding } from '@countersign/european-trust/registration/registration-error';
import { refusedUse } from '@countersign/european-trust/tenant/field-errors';
import { type SentRegistration, sentInRequest } from '@countersign/european-trust/tenant/registration-settings';
import type { TenantRegistration } from '@countersign/european-trust/tenant/registrations';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Log } from '@countersign/shared/kernel/log';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Configuration } from '../query/configurations.ts';
import { type RegistrationParts, usedBy } from './registration-parts.ts';

export interface RequestRegistrations {
  /**
   * The certificate for the request; undefined if the request has none.
   * @throws ProtocolError `conflict`: the tenant may not request this now, and wallets would refuse the request
   */
  checked(tenant: string, configuration: Configuration): Promise<SentRegistration | undefined>;
  /** The same without a check, for a request that belongs to an offer: it was checked with the offer. */
  unchecked(tenant: string, configuration: Configuration): Promise<SentRegistration | undefined>;
}

export function createRequestRegistrations(
  { log, settings, requirementsOf }: Pick<Platform, 'log' | 'settings' | 'requirementsOf'>,
  { registrations, checks }: RegistrationParts,
): RequestRegistrations {
  const warn = createWarnings(log);
  const find = async (
    tenant: string,
    { registrationId: id }: Configuration,
  ): Promise<TenantRegistration | undefined> => (id === undefined ? undefined : registrations.of(tenant, id));
  const sent = (tenant: string, found: TenantRegistration): SentRegistration =>
    sentInRequest(found, requirementsOf(tenant).registration);

  return {
    unchecked: async (tenant, configuration) => {
      const found = await find(tenant, configuration);
      return found && sent(tenant, found);
    },
    checked: async (tenant, configuration) => {
      const { needed, onInvalid } = requirementsOf(tenant).registration;
      const refuses = onInvalid === 'refuse';
      const found = await find(tenant, configuration);
      if (found === undefined) {
        if (needed && refuses) throw missing(configuration);
        // Samples and test wallets have no such certificate.
        if (needed || settings.NODE_ENV === 'production') warn(tenant, configuration, WITHOUT);
        return undefined;
      }
      const verdict = await checks.inUse(tenant, found, usedBy(configuration), configuration.keySet);
      if (!verdict.ok && refuses) throw refused(configuration, verdict.findings);
      warn(tenant, configuration, ...findingsIn(verdict).map(({ detail }) => detail));
      return sent(tenant, found);
    },
  };
}

const WITHOUT = "It contains none of the tenant's registration certificates";

function findingsIn(verdict: Verdict): readonly Finding[] {
  return verdict.ok ? verdict.warnings : verdict.findings;
}

function missing({ id, registrationId }: Configuration): ProtocolError {
  const detail = registrationId === undefined ? 'none is named' : 'none has this id';
  return new ProtocolError('conflict', 'The presentation configuration needs a registration certificate', {
    reason: 'registration_certificate_missing',
    facts: { configurationId: id, detail },
    errors: [{ pointer: '/requestId', detail: WITHOUT }],
  });
}

function refused({ id }: Configuration, findings: readonly Finding[]): ProtocolError {
  const place = { query: '/requestId/dcql_query', certificate: '/requestId/registrationCert/id' };
  return refusedUse(findings, { of: id, use: 'request', place });
}

/** One line per message and version of a configuration. */
function createWarnings(log: Log) {
  const warned = new Set<string>();
  return (tenant: string, { id, version }: Configuration, ...details: readonly string[]): void => {
    for (const detail of details) {
      const key = `${tenant}/${id}/${version}/${detail}`;
      if (warned.has(key)) continue;
      warned.add(key);
      log.warn('Wallets may refuse the requests of a configuration', { tenant, configuration: id, detail });
    }
  };
}

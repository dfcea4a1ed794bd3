/** The registration certificates of tenants, as the verifier uses them: at writes, in requests, for offers. */

import { createReadyLookup } from '@countersign/european-trust/tenant/ready-lookup';
import { createRegistrationChecks } from '@countersign/european-trust/tenant/registration-checks';
import { createRegistrationFiles } from '@countersign/european-trust/tenant/registration-files';
import { createRegistrations, type Registrations } from '@countersign/european-trust/tenant/registrations';
import { createRevokedAccess, type RevokedAccess } from '@countersign/european-trust/tenant/revoked-access';
import { createStoredRegistrations } from '@countersign/european-trust/tenant/stored-registrations';
import type { Outbound } from '@countersign/shared/http/outbound';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { createStatusLookup } from '@countersign/shared/trust/status-lookup';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import type { Configuration, Configurations } from '../query/configurations.ts';
import { createRegistrationFindings, type RegistrationFindings } from './registration-findings.ts';
import { type RegistrationManagement, registrationManagement } from './registration-management.ts';
import { createRequestRegistrations, type RequestRegistrations } from './registration-of-request.ts';
import { registrationWatch } from './registration-watch.ts';

export interface VerifierRegistrations {
  readonly ofRequests: RequestRegistrations;
  readonly findings: RegistrationFindings;
  readonly managementOf: (configurations: Configurations) => RegistrationManagement;
  /** All usable ones. */
  readonly registrations: Registrations;
  /** Which access certificates are revoked. */
  readonly revokedAccess: RevokedAccess;
  readonly jobsOf: (configurations: Configurations) => readonly Job[];
  /** Why wallets would currently refuse a request with the configuration; undefined if no reason is known. */
  readonly why: (tenant: string, configuration: Configuration) => Promise<string | undefined>;
}

export function createVerifierRegistrations(
  platform: Platform,
  { trustAnchors, outbound }: { readonly trustAnchors: TrustAnchors; readonly outbound: Outbound },
): VerifierRegistrations {
  const { keys, requirementsOf, clock } = platform;
  const stored = createStoredRegistrations(platform);
  const registrations = createRegistrations(createRegistrationFiles(platform), stored);
  const ready = createReadyLookup(createStatusLookup({ ...platform, outbound }), {
    clock,
    name: 'registration-status',
  });
  const revokedAccess = createRevokedAccess(platform);
  const common = { keys, requirementsOf, trustAnchors, clock, statusOf: ready.statusOf, revokedAccess };
  const checks = createRegistrationChecks({ purpose: 'request', ...common });
  const byUse = { request: checks, metadata: createRegistrationChecks({ purpose: 'metadata', ...common }) };
  const ofRequests = createRequestRegistrations(platform, { registrations, checks });
  return {
    ofRequests,
    registrations,
    managementOf: (configurations) =>
      registrationManagement({ platform, registrations, stored, checks: byUse, configurations }),
    jobsOf: (configurations) => [
      ready.job,
      registrationWatch({ platform, registrations, checks: byUse, configurations }),
    ],
    revokedAccess,
    findings: createRegistrationFindings(platform, { registrations, checks }),
    why: async (tenant, configuration) => {
      try {
        await ofRequests.checked(tenant, configuration);
        return undefined;
      } catch (error) {
        if (!(error instanceof ProtocolError) || error.code !== 'conflict') throw error;
        const [first] = error.options.errors ?? [];
        return first === undefined ? error.message : `${error.message}: ${first.detail}`;
      }
    },
  };
}

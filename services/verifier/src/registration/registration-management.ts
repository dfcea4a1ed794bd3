/** `GET`, `POST /registration-certificates` and `DELETE /registration-certificates/{id}`. */
import type { RegisteredUse } from '@countersign/european-trust/registration/check-registration';
import type { Finding } from '@countersign/european-trust/registration/registration-error';
import { registrationReasons } from '@countersign/european-trust/registration/registration-reasons';
import { findingText } from '@countersign/european-trust/tenant/field-errors';
import type { RegistrationChecks } from '@countersign/european-trust/tenant/registration-checks';
import { registrationView } from '@countersign/european-trust/tenant/registration-view';
import type { TenantRegistration } from '@countersign/european-trust/tenant/registrations';
import type { StoredRegistrations, WrittenRegistration } from '@countersign/european-trust/tenant/stored-registrations';
import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Configuration, Configurations } from '../query/configurations.ts';
import { verdictOfFitting } from './fitting-set.ts';
import {
  type ChecksByUse,
  checksOf,
  configurationsByCertificate,
  type RegistrationParts,
  usedBy,
} from './registration-parts.ts';

export interface RegistrationManagement {
  readonly list: Operation;
  readonly put: Operation;
  /** For an import: what does not depend on what else is imported; answers `{findings}`. */
  readonly check: Operation;
  /** For an export: every stored certificate as it was written. */
  readonly whole: Operation;
  readonly delete: Operation;
  /** Checks a certificate and stores it. @throws ProtocolError if it cannot be used */
  readonly write: (tenant: string, written: WrittenRegistration) => Promise<void>;
}

interface ManagementParts extends Pick<RegistrationParts, 'registrations'> {
  readonly checks: ChecksByUse;
  readonly platform: Pick<Platform, 'clock' | 'requirementsOf' | 'settings' | 'store' | 'keys'>;
  readonly stored: Pick<StoredRegistrations, 'put' | 'delete' | 'now' | 'written'>;
  readonly configurations: Pick<Configurations, 'list'>;
}

export function registrationManagement(parts: ManagementParts): RegistrationManagement {
  const { platform, registrations, stored, checks } = parts;
  const { clock, requirementsOf } = platform;

  const using = async (tenant: string, id: string): Promise<readonly Configuration[]> =>
    (await configurationsByCertificate(parts.configurations, tenant)).get(id) ?? [];

  const viewed = async (
    tenant: string,
    registration: TenantRegistration,
    named: readonly Configuration[],
  ): Promise<JsonObject> => {
    const { id } = registration;
    const rules = requirementsOf(tenant).registration;
    const its = checksOf(checks, rules, { id, isNamed: named.length > 0 });
    const fitting = { tenant, named, isOfMetadata: its === checks.metadata };
    const verdict = await verdictOfFitting(platform, fitting, (set) => its.watched(tenant, registration, set));
    const ids = named.map((one) => one.id);
    return registrationView({ registration, verdict, configurations: ids, issuer: id === rules.issuer, now: clock() });
  };

  const write: RegistrationManagement['write'] = async (tenant, written) => {
    const rules = requirementsOf(tenant).registration;
    const named = await using(tenant, written.id);
    const its = checksOf(checks, rules, { id: written.id, isNamed: named.length > 0 });
    const alone: RegisteredUse = written.id === rules.issuer ? { role: 'issuer', offered: [] } : { role: 'none' };
    const fitting = { tenant, named, isOfMetadata: its === checks.metadata };
    const verdict = await verdictOfFitting(platform, fitting, (set) => its.stored(tenant, written, alone, set));
    const findings: readonly WriteFinding[] = verdict.ok
      ? await writeFindings(its, { tenant, written, named })
      : verdict.findings;
    // Something unreadable isn't a certificate under any rule.
    const counted = rules.onInvalid === 'refuse' ? findings : findings.filter(({ reason }) => reason === MALFORMED);
    if (counted.length > 0) throw refused(counted);
    await stored.put(tenant, written);
  };

  return {
    write,
    list: async ({ tenant }) => {
      const all = await registrations.list(tenant);
      const named = await configurationsByCertificate(parts.configurations, tenant);
      return { body: await Promise.all(all.map((one) => viewed(tenant, one, named.get(one.id) ?? []))) };
    },

    put: async (request) => {
      const { tenant } = request;
      const written = writtenIn(bodyObject(request), clock());
      await write(tenant, written);
      return { body: await viewed(tenant, { ...written, source: 'api' }, await using(tenant, written.id)) };
    },

    check: async (request) => {
      const written = writtenIn(bodyObject(request), clock());
      const verdict = await checks.request.stored(request.tenant, written, { role: 'none' });
      const malformed = verdict.ok ? [] : verdict.findings.filter(({ reason }) => reason === MALFORMED);
      return { body: { findings: malformed.map(errorOf) } };
    },

    whole: async ({ tenant }) => ({
      body: (await stored.written(tenant)).map(({ createdAt: _, ...written }) => ({ ...written, source: 'api' })),
    }),

    delete: async ({ tenant, params: { id = '' } }) => {
      const { needed, onInvalid } = requirementsOf(tenant).registration;
      const stays = (await registrations.of(tenant, id))?.source === 'file';
      const named = needed && onInvalid === 'refuse' ? await using(tenant, id) : [];
      if (named.length > 0 && (await stored.now(tenant)).has(id)) throw inUse(named);
      if (await stored.delete(tenant, id)) return { body: {} };
      throw stays ? isFile() : unknown();
    },
  };
}

const MALFORMED = 'registration_certificate_malformed';

interface WriteFinding extends Finding {
  /** The configuration that requests more, if that is the error. */
  readonly configuration?: string;
}

function writtenIn({ id, jwt, cwt }: JsonObject, createdAt: number): WrittenRegistration {
  const forms = { jwt: String(jwt).trim(), ...(cwt === undefined ? {} : { cwt: String(cwt).trim() }) };
  return { id: String(id), ...forms, createdAt };
}

interface Written {
  readonly tenant: string;
  readonly written: WrittenRegistration;
  readonly named: readonly Configuration[];
}

/** What the configurations that use it request beyond it. */
async function writeFindings(
  checks: RegistrationChecks,
  { tenant, written, named }: Written,
): Promise<readonly WriteFinding[]> {
  const verdicts = await Promise.all(
    named.map(async (one) => ({
      id: one.id,
      verdict: await checks.stored(tenant, written, usedBy(one), one.keySet),
    })),
  );
  return verdicts.flatMap(({ id, verdict }) =>
    verdict.ok ? [] : verdict.findings.map((finding) => ({ ...finding, configuration: id })),
  );
}

function refused(findings: readonly WriteFinding[]): ProtocolError {
  const [first] = findings;
  if (first === undefined) throw new Error('A refusal needs its problems');
  return new ProtocolError('invalid_request', 'The registration certificate cannot be used', {
    ...reasoned(registrationReasons, first.reason, first.facts),
    errors: findings.map(errorOf),
  });
}

function errorOf({ configuration, document, pointer, ...finding }: WriteFinding): FieldError {
  const place = document === 'query' ? `/dcql_query${pointer}` : `${document} ${pointer}`.trim();
  const where = configuration === undefined ? place : `presentation configuration ${configuration}, ${place}`;
  return { pointer: finding.form === 'cwt' ? '/cwt' : '/jwt', detail: `${where}: ${findingText(finding)}` };
}

function inUse(named: readonly Configuration[]): ProtocolError {
  const ids = named.map(({ id }) => id).join(', ');
  return new ProtocolError('conflict', `Presentation configurations use this registration certificate: ${ids}`, {
    reason: 'registration_certificate_in_use',
    facts: { count: named.length },
  });
}

function isFile(): ProtocolError {
  return new ProtocolError('conflict', 'This registration certificate is a file; remove the file to delete it', {
    reason: 'registration_certificate_is_file',
  });
}

function unknown(): ProtocolError {
  return new ProtocolError('not_found', 'There is no registration certificate with this id', {
    reason: 'registration_certificate_unknown',
  });
}

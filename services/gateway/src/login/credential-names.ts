/**
 * What the tenant calls its own credentials and their claims: the `display` of their configurations, as wallets show it. Credentials of other
 * issuers have no names here.
 */
import type { CredentialPath } from '@countersign/shared/crypto/pairwise-subject';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { onBehalfOf } from '@countersign/shared/http/message';
import { isObject, type Json, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { createSharedReads } from '@countersign/shared/kernel/shared-reads';
import type { Language } from '@countersign/shared/pages/accept-language';
import { inLanguage } from '@countersign/shared/pages/brand';
import type { LoginParts } from './parts.ts';

export interface CredentialNames {
  readonly credentials: readonly string[];
  claim(path: CredentialPath): string | undefined;
}

/** @param configurations of the tenant's issuer metadata. @param types of the requested credentials */
export function namesOf(
  configurations: readonly JsonObject[],
  types: readonly string[],
  language: Language,
): CredentialNames {
  const asked = configurations.filter(({ vct, doctype }) => types.some((type) => type === vct || type === doctype));
  const nameIn = (display: Json | undefined): string | undefined => {
    const name = inLanguage(objectsOf(display), language)?.name;
    return typeof name === 'string' ? name : undefined;
  };
  const described = asked.map(({ credential_metadata: metadata }) => (isObject(metadata) ? metadata : {}));
  const claims = new Map<string, string>();
  for (const { path, display } of described.flatMap((metadata) => objectsOf(metadata.claims))) {
    const name = nameIn(display);
    if (name !== undefined) claims.set(JSON.stringify(path), name);
  }
  const names = asked.map(({ display }, index) => nameIn(display) ?? nameIn(described[index]?.display));
  return {
    credentials: [...new Set(names.filter((name) => name !== undefined))],
    claim: (path) => claims.get(JSON.stringify(path)),
  };
}

/** Milliseconds: each login shows the names, and they rarely change. */
const FRESH = 60_000;
const MOST = 300;

type Parts = Pick<LoginParts, 'call' | 'clock' | 'log'>;
export type OwnConfigurations = (cause: OperationRequest) => Promise<readonly JsonObject[]>;

/** The credential configurations of a tenant. Without the issuer a page has none, and still works. */
export function createOwnConfigurations({ call, clock, log }: Parts): OwnConfigurations {
  const known = createSharedReads({
    read: async (tenant: string, cause: OperationRequest) => {
      try {
        return configurationsIn(await call('issuer.metadata', onBehalfOf(cause, { method: 'GET' })));
      } catch (error) {
        log.warn('login page without the names of credentials', { tenant, ...errorFields(error) });
        throw error;
      }
    },
    clock,
    cacheFor: FRESH,
    most: MOST,
  });
  return (cause) => known.of(cause.tenant, cause).catch(() => []);
}

function configurationsIn(reply: OperationReply): readonly JsonObject[] {
  const metadata = reply.raw === undefined ? reply.body : parseJson(Buffer.from(reply.raw).toString('utf8'));
  const supported = isObject(metadata) ? metadata.credential_configurations_supported : undefined;
  return isObject(supported) ? Object.values(supported).filter(isObject) : [];
}

function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

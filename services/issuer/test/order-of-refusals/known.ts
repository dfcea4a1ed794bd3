/** Input of checks that look up a session: a store with one session. */
import { type NewReference, newReference } from '@countersign/shared/crypto/wallet-reference';
import type { OperationRequest } from '@countersign/shared/http/message';
import { newReports } from '@countersign/shared/http/reports';
import type { IssuancePart } from '@countersign/shared/model/session/issuance-part';
import type { Platform } from '@countersign/shared/runtime/service';
import type { FindQuery } from '@countersign/shared/store/port';
import type { Configurations } from '../../src/configuration/configurations.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { given } from '../session/issuance-given.ts';
import { NOW } from '../support.ts';

export const HANDLE = Buffer.alloc(16, 1).toString('base64url');

/** A reference of the session. */
export function reference(secret: number, handle = HANDLE): NewReference {
  return newReference(handle, (bytes) => Buffer.alloc(bytes, secret));
}

export function sessionWith(issuance: IssuancePart = given('created')): IssuanceSession {
  return {
    id: 's',
    tenant: 't1',
    kind: 'issuance',
    createdAt: NOW,
    updatedAt: NOW,
    expiresAt: NOW + 60_000,
    handle: HANDLE,
    status: issuance.progress.state,
    issuance,
    pendingDeliveries: [],
    outbox: [],
    rev: 1,
  };
}

/** Platform, request and reports of the session's tenant. */
export function holding(session: IssuanceSession) {
  const find = async (_: unknown, { equal }: FindQuery) => ({ documents: equal?.[0] === HANDLE ? [session] : [] });
  const platform = {
    store: { find },
    clock: () => NOW,
    settings: { BATCH_SIZE: 10, PUBLIC_URL: 'https://issuer.example' },
  };
  // No test of a session check has a token from another server.
  const external = { of: () => undefined, key: async () => undefined };
  return {
    platform: platform as unknown as Platform,
    external,
    configurations: needing({}),
    request: { tenant: 't1' } as OperationRequest,
    reports: newReports(),
  };
}

/** Configurations by id, each with the presentation that it requires first. */
export function needing(presentations: Readonly<Record<string, string | undefined>>): Configurations {
  const get = async (_: string, id: string) =>
    id in presentations ? { id, presentationDuringIssuance: presentations[id] } : undefined;
  return { get } as unknown as Configurations;
}

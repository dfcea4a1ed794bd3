/**
 * A changed disclosure policy needs the revocation of what was issued under the earlier one (ARF, EDP_11): wallets keep
 * the policy that they received with the credential.
 */
import { isDeepStrictEqual } from 'node:util';
import { bodyObject, type Operation, type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Configurations } from './configurations.ts';

interface Guarded {
  readonly put: Operation;
  readonly delete: Operation;
}

/** The operations of a configuration, with the rule for changed policies. */
export function guardPolicies(
  platform: Pick<Platform, 'call'>,
  configurations: Pick<Configurations, 'get' | 'check'>,
  operations: Guarded,
): Guarded {
  const policyOf = async (tenant: string, id: string): Promise<Json> =>
    ((await configurations.get(tenant, id))?.disclosurePolicy as JsonObject | undefined) ?? null;
  return {
    put: async (request) => {
      const body = bodyObject(request);
      const before = await policyOf(request.tenant, String(body.id));
      if (isDeepStrictEqual(before, body.disclosure_policy ?? null)) return operations.put(request);
      const { tenant, found = [] } = request;
      const [findings = []] = await configurations.check(tenant, { bodies: [body], cause: request });
      // It is refused anyway, so nothing is revoked for it.
      if (found.length + findings.length > 0) return operations.put(request);
      return withRevocation(platform, request, { id: String(body.id), write: operations.put });
    },
    delete: async (request) => {
      const { id = '' } = request.params;
      if ((await policyOf(request.tenant, id)) === null) return operations.delete(request);
      return withRevocation(platform, request, { id, write: operations.delete });
    },
  };
}

interface Change {
  readonly id: string;
  readonly write: Operation;
}

/** @throws ProtocolError `conflict` if there are credentials and the call does not allow their revocation */
async function withRevocation(platform: Pick<Platform, 'call'>, request: OperationRequest, { id, write }: Change) {
  const count = await credentialsOf(platform, request, id, 'count');
  if (count === 0) return write(request);
  if (request.query.revokeExisting !== 'true') throw stillIssued(id, count);
  // First: if the write fails, a repeated call still finds the policy changed.
  await credentialsOf(platform, request, id, 'revoke');
  const reply = await write(request);
  // Those issued in between.
  await credentialsOf(platform, request, id, 'revoke');
  return reply;
}

async function credentialsOf(
  { call }: Pick<Platform, 'call'>,
  request: OperationRequest,
  configuration: string,
  what: 'count' | 'revoke',
): Promise<number> {
  const { client = '' } = request;
  const asked = { method: 'POST', body: { configuration, client }, encoding: 'json', repeatable: true } as const;
  const { body } = await call(`status.of-configuration.${what}`, onBehalfOf(request, asked));
  return isObject(body) ? Number(body.count) : 0;
}

function stillIssued(configurationId: string, count: number): ProtocolError {
  const live = count === 1 ? '1 credential has' : `${count} credentials have`;
  const detail = `${live} the earlier disclosure policy; revokeExisting=true revokes what was issued`;
  return new ProtocolError('conflict', detail, {
    reason: 'disclosure_policy_changed',
    facts: { configurationId, count },
  });
}

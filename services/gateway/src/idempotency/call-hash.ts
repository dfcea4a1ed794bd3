/**
 * What a kept call stores instead of key and body: HMACs with a key of the tenant. Erasing its data key makes them
 * useless.
 */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import type { OperationRequest } from '@countersign/shared/http/message';
import { sortedMembers } from '@countersign/shared/kernel/sorted-members';
import type { Vault } from '@countersign/shared/keys/vault';

/** @param key the header; it may identify an order or a user */
export function callId(vault: Vault, tenant: string, key: string): string {
  return `${tenant}/${hmac(vault, `key ${key}`)}`;
}

/** Equal for the same operation, parameters, query and body. The order of members does not matter. */
export function requestHash(
  vault: Vault,
  operation: string,
  { params, query, body = null }: Pick<OperationRequest, 'params' | 'query' | 'body'>,
): string {
  return hmac(
    vault,
    `call ${JSON.stringify([operation, sortedMembers({ ...params }), sortedMembers({ ...query }), sortedMembers(body)])}`,
  );
}

function hmac(vault: Vault, text: string): string {
  return hmacSha256(vault.derive('idempotent-calls'), text).toString('base64url');
}

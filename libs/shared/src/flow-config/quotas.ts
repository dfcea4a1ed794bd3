/** The quotas of a tenant, and their form in `tenant.json`. */
import { compileMembers } from '../configuration-documents/member-findings.ts';
import { quotaMembers } from '../configuration-documents/tenant-file.ts';
import { isObject, type Json } from '../kernel/json.ts';

/** 0: no limit. */
export interface Quotas {
  /** Management API calls per minute, across all replicas. */
  readonly management: number;
  /** Wallet calls per minute, across all replicas. */
  readonly wallet: number;
  /** Concurrent calls of each kind in a process, while other tenants call too. */
  readonly parallel: number;
}

const NAMES = Object.keys(quotaMembers);
const checkMembers = compileMembers(quotaMembers);

/** Parses the `quotas` of a tenant.json. @throws Error that contains the member's name */
export function parseQuotas(value: Json): Partial<Quotas> {
  if (!isObject(value)) throw new Error('quotas must be an object');
  const unknown = Object.keys(value).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown quota "${unknown}". Known: ${NAMES.join(', ')}`);
  const [wrong] = checkMembers(value, '');
  if (wrong !== undefined) throw new Error(wrong.detail);
  return value as Partial<Quotas>;
}

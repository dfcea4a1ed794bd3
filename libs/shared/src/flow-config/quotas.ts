/** The quotas of a tenant, and their form in `tenant.json`. */
import { compileMembers } from '../configuration-documents/member-findings.ts';
import { quotaMembers } from '../configuration-documents/tenant-file.ts';
import { isObject, type Json } from '../kernel/json.ts';

/** 0: no limit. */
export interface Quotas {
  /** Calls of the management interface a minute, over all replicas. */
  readonly management: number;
  /** Calls of wallets a minute, over all replicas. */
  readonly wallet: number;
  /** Calls of each of the two kinds at once in a process, while other tenants call too. */
  readonly parallel: number;
}

const NAMES = Object.keys(quotaMembers);
const checkMembers = compileMembers(quotaMembers);

/** The member `quotas` of a tenant.json. @throws Error that names the member */
export function parseQuotas(value: Json): Partial<Quotas> {
  if (!isObject(value)) throw new Error('quotas must be an object');
  const unknown = Object.keys(value).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new Error(`quotas.${unknown} is none of: ${NAMES.join(', ')}`);
  const [wrong] = checkMembers(value, '');
  if (wrong !== undefined) throw new Error(wrong.detail);
  return value as Partial<Quotas>;
}

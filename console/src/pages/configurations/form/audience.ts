/** Whom wallets may show a credential to: the choice in the form of a disclosure policy. Pure. */
import { isRecord, recordOf } from '../../../parts/records.ts';
import type { Document } from './document.ts';

export const POLICY = 'disclosure_policy';

/** In the order of the choice. Each has the list that it needs. */
const lists = { anyone: undefined, parties: 'parties', roots: 'roots' } as const;
export type Audience = keyof typeof lists;
export const audiences = Object.keys(lists) as readonly Audience[];

/** @returns undefined without a policy, and for a type that the form doesn't know */
export function audienceOf(document: Document): Audience | undefined {
  const { type } = recordOf(document[POLICY]);
  return audiences.find((one) => one === type);
}

/**
 * Without the list of the earlier type, which the server would refuse.
 * @param audience undefined removes the policy
 * @param key 32 hexadecimal digits that name a new policy
 */
export function withAudience(document: Document, audience: Audience | undefined, key: string): Document {
  const { [POLICY]: before, ...others } = document;
  if (audience === undefined) return others;
  const { parties, roots, ...kept } = recordOf(before);
  const list = lists[audience];
  const entries = { parties, roots }[list ?? 'parties'] ?? [];
  const named = isRecord(before) ? kept : { id: `urn:uuid:${uuidOf(key)}` };
  return { ...others, [POLICY]: { ...named, type: audience, ...(list === undefined ? {} : { [list]: entries }) } };
}

/** RFC 9562, version 4. */
function uuidOf(key: string): string {
  return key.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** Reasons of refusals: a tenant's quotas. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const quotaReasons = {
  quota_calls: {
    step: 'any',
    standard: { document: 'RFC 6585', section: '4' },
    blame: 'backend',
    explanation: 'The tenant has used up its calls of this kind for this minute, across all replicas.',
    hint: 'Wait as long as Retry-After specifies. QUOTA_MANAGEMENT, QUOTA_WALLET and `quotas` in tenant.json set the quota, and the header RateLimit shows how much is left.',
    facts: ['detail', 'most', 'retryAfterSeconds'],
  },
  quota_parallel: {
    step: 'any',
    standard: { document: 'RFC 6585', section: '4' },
    blame: 'backend',
    explanation: "Too many of the tenant's calls are waiting in this process, or this call has waited for ten seconds.",
    hint: 'Send fewer calls at the same time. QUOTA_PARALLEL and `quotas` in tenant.json set how many are processed in parallel while other tenants call.',
    facts: ['detail', 'most', 'retryAfterSeconds'],
  },
} as const satisfies ReasonEntries;

/** Reasons of refusals: quotas of a tenant. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const quotaReasons = {
  quota_calls: {
    step: 'any',
    standard: { document: 'RFC 6585', section: '4' },
    blame: 'backend',
    explanation: 'The tenant has used the calls of this kind that it may make in a minute, over all replicas.',
    hint: 'Wait as long as Retry-After says; QUOTA_MANAGEMENT, QUOTA_WALLET and `quotas` in tenant.json set the quota, and the header RateLimit says what is left.',
    facts: ['detail', 'most', 'retryAfterSeconds'],
  },
  quota_parallel: {
    step: 'any',
    standard: { document: 'RFC 6585', section: '4' },
    blame: 'backend',
    explanation:
      'Too many calls of the tenant wait for their turn in this process, or this one has waited for ten seconds.',
    hint: 'Send fewer at once: QUOTA_PARALLEL and `quotas` in tenant.json say how many are performed at once while other tenants call.',
    facts: ['detail', 'most', 'retryAfterSeconds'],
  },
} as const satisfies ReasonEntries;

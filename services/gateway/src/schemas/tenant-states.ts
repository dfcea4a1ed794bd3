import type { TenantState } from '@countersign/shared/model/tenant/tenants';

export const tenantStates: Readonly<Record<TenantState, string>> = {
  active: 'Served',
  suspended:
    'Management calls are refused with 403, wallets receive 503 with Retry-After, webhooks wait. Status lists are served',
  erasing: "A job removes the tenant's data. Only its status lists are served",
  erased: 'The receipt. The id is not reused',
};

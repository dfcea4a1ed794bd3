import type { TenantState } from '@countersign/shared/model/tenant/tenants';

export const tenantStates: Readonly<Record<TenantState, string>> = {
  active: 'Served',
  suspended: 'Management is refused with 403, wallets get 503 with Retry-After, webhooks wait; status lists are served',
  erasing: 'A job removes what the tenant has; nothing but its status lists is served',
  erased: 'The receipt. The id is not reused',
};

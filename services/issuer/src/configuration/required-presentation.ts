/** The presentation that the requested credentials require first. Pure. */
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { CredentialConfiguration } from './credential-configuration.ts';

export interface RequiredPresentation {
  /** Presentation configuration. */
  readonly configurationId: string;
  /** The configurations' claims webhook, if any. */
  readonly webhook?: JsonObject;
}

export type Requirement =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly required: RequiredPresentation }
  /** Two presentations, or two claims webhooks: one attempt has one of each. */
  | { readonly kind: 'several' };

/** @param configurations the requested ones */
export function requiredPresentation(configurations: readonly CredentialConfiguration[]): Requirement {
  const needing = configurations.filter(({ presentationDuringIssuance: id }) => id !== undefined);
  const ids = new Set(needing.map(({ presentationDuringIssuance: id = '' }) => id));
  const [configurationId] = ids;
  if (configurationId === undefined) return { kind: 'none' };
  const webhooks = needing.map(({ claimsWebhook }) => claimsWebhook).filter((one) => one !== undefined);
  const [webhook] = webhooks;
  if (ids.size > 1 || new Set(webhooks.map((one) => JSON.stringify(one))).size > 1) return { kind: 'several' };
  return { kind: 'one', required: { configurationId, ...(webhook === undefined ? {} : { webhook }) } };
}

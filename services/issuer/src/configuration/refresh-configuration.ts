import type { WrittenCredential } from '@countersign/shared/configuration-documents/credential-configuration';
import { neutralWebhook } from '@countersign/shared/flow-config/webhook-config';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { REFRESH_TOKEN_GRANT, type ServerFeature } from './authorization-server-metadata.ts';

type WrittenRefresh = NonNullable<WrittenCredential['refresh']>;

/** A configuration's member `refresh`: its credentials may be renewed. */
export interface RefreshConfiguration {
  /** WebhookConfig, neutral form, that returns a renewal's claims. */
  readonly webhook?: JsonObject;
  /** Seconds from the first issuance to the end of the refresh token. */
  readonly lifetime?: number;
  /** Whether older credentials are revoked if the claims have changed. */
  readonly olderCredentials: NonNullable<WrittenRefresh['older_credentials']>;
}

/** The member as written; undefined if the credential is not renewed. */
export function refreshConfiguration(written: Json | undefined): RefreshConfiguration | undefined {
  if (!isObject(written)) return undefined;
  const webhook = neutralWebhook(written.webhook);
  return {
    ...(webhook === undefined ? {} : { webhook }),
    ...(typeof written.lifetime === 'number' ? { lifetime: written.lifetime } : {}),
    olderCredentials: written.older_credentials === 'revoke' ? 'revoke' : 'keep',
  };
}

/** What renewals add to the metadata of the authorization server (RFC 8414, 2). */
export function refreshFeature(
  configurations: readonly { readonly refresh?: RefreshConfiguration }[],
): ServerFeature[] {
  return configurations.some(({ refresh }) => refresh !== undefined) ? [{ grantTypes: [REFRESH_TOKEN_GRANT] }] : [];
}

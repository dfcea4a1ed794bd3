/** How an attribute provider is called: the issuer reads it from its files, and the webhook dispatcher calls it. */
import type { ClientCertificate } from '../http/guarded-socket.ts';
import type { WebhookConfig } from './webhook-config.ts';

/** OAuth 2.0 client credentials (RFC 6749, 4.4). */
export interface ClientCredentials {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scope values, separated by spaces. */
  readonly scope?: string;
}

export interface ProviderWebhook extends WebhookConfig {
  /** Seconds for one call. */
  readonly timeout: number;
  readonly oauth?: ClientCredentials;
  /** For the provider, and for the server that issues the tokens. */
  readonly tls?: ClientCertificate;
}

/** Any webhook as it is stored. Only those of attribute providers have the additional members. */
export type CallableWebhook = WebhookConfig & Partial<Pick<ProviderWebhook, 'timeout' | 'oauth' | 'tls'>>;

/**
 * The sign-in of users: their identity provider, its client, and the limit of sessions that wallets start without an
 * offer.
 */
import type { Outbound } from '@countersign/shared/http/outbound';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { createInitiationLimit, type InitiationLimit } from './initiation-limit.ts';
import { createSignInClient, type SignInClient } from './sign-in-client.ts';
import { createSignInProviders, type SignInProviders } from './sign-in-providers.ts';

export interface SignIn {
  readonly providers: SignInProviders;
  readonly client: SignInClient;
  readonly limit: InitiationLimit;
}

/** @param parts `environment`: variables of `clientSecretEnv` */
export function createSignIn(
  platform: Platform,
  { environment, outbound }: { readonly environment: Environment; readonly outbound: Outbound },
): SignIn {
  const { settings, clock } = platform;
  return {
    providers: createSignInProviders(platform, environment),
    client: createSignInClient({ outbound, clock }),
    limit: createInitiationLimit({ clock, life: settings.REQUEST_URI_TTL * 1000 }),
  };
}

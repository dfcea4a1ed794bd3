/** Which real wallets would refuse this tenant's metadata, by their known habits. */

import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import type { DryRunProfile } from '@countersign/shared/messages/dry-run-report';
import {
  type IssuerMetadata,
  metadataFaults,
  type ServerMetadata,
  wellKnown,
} from '@countersign/wallet/issuance/metadata';
import { REAL_WALLETS, WALLETS } from '@countersign/wallet/profiles/habits';
import type { WalletHabits } from '@countersign/wallet/profiles/wallet-habits';
import type { Flow, SeenRequest } from './flow/flow.ts';
import { probeHere } from './surroundings/own-address.ts';
import type { Probe } from './warnings/tenant-warnings.ts';

/** The metadata that a run fetched, and what its responses showed. */
export interface Published {
  readonly issuer: JsonObject;
  readonly server: JsonObject;
  /** Credential responses have the status 201. */
  readonly created: boolean;
  /** A credential may be deferred, with a `notification_id` in its response. */
  readonly deferredNotification: boolean;
}

/** By profile: whether its wallet accepts what it receives, and if not, why. */
function byProfile(whyNot: (habits: WalletHabits) => readonly string[]): readonly DryRunProfile[] {
  return REAL_WALLETS.map((profile) => {
    const habits: WalletHabits = WALLETS[profile];
    return profileView(profile, habits.source, whyNot(habits));
  });
}

export function profileView(profile: string, source: string, why: readonly string[]): DryRunProfile {
  return { profile, source, takes: why.length === 0, ...(why.length === 0 ? {} : { why: [...why] }) };
}

/** Pure. Checks the metadata, and the response statuses. */
export function profileFindings({
  issuer,
  server,
  created,
  deferredNotification,
}: Published): readonly DryRunProfile[] {
  const read = { issuer: issuer as unknown as IssuerMetadata, server: server as unknown as ServerMetadata };
  return byProfile(({ metadata, statuses, credential }) => [
    ...metadataFaults(read, metadata),
    ...(created && statuses.credential?.includes(201) === false
      ? ['it does not accept a credential response with status 201']
      : []),
    ...(deferredNotification && credential.refusesNotificationOfDeferred === true
      ? ['it does not accept a deferred response with `notification_id`: set DEFERRED_NOTIFICATION to `off`']
      : []),
  ]);
}

/** Pure. Checks a presentation request as fetched, and the status of the accepted response. */
export function requestFindings({ request, status }: SeenRequest): readonly DryRunProfile[] {
  const metadata = isObject(request.client_metadata) ? request.client_metadata : {};
  const lists = metadata.encrypted_response_enc_values_supported !== undefined;
  const clear = !String(request.response_mode).endsWith('.jwt');
  return byProfile(({ presentation: { refusesUnusedEncryption, statuses } }) => [
    ...(refusesUnusedEncryption === true && lists && clear
      ? ['encryptions are listed for an unencrypted response']
      : []),
    ...(status !== undefined && statuses?.includes(status) === false
      ? [`it does not accept a response with status ${status}`]
      : []),
  ]);
}

/** What each profile's wallet would refuse in the tenant's metadata; none if the metadata is unavailable. */
export async function findProfiles({
  platform,
  issuer,
  request,
  signal,
  listed,
}: Flow): Promise<readonly DryRunProfile[]> {
  const { settings, requirementsOf } = platform;
  const [first, second] = await Promise.all(
    ['openid-credential-issuer', 'oauth-authorization-server'].map((name) =>
      probeHere(settings, wellKnown(issuer, name), signal),
    ),
  );
  const [credentials, server] = [readObject(first), readObject(second)];
  if (credentials === undefined || server === undefined) return [];
  const created = requirementsOf(request.tenant).dialect === 'interface';
  const { presentation_during_issuance: asked } = listed.configuration;
  // Only a claims webhook can be late.
  const deferrable = isObject(asked) && asked.webhook !== undefined;
  const deferredNotification = deferrable && settings.DEFERRED_NOTIFICATION === 'on';
  return profileFindings({ issuer: credentials, server, created, deferredNotification });
}

function readObject(probe: Probe | undefined): JsonObject | undefined {
  if (probe?.ok !== true || probe.status !== 200) return undefined;
  const value = parseJson(probe.body.toString('utf8'));
  return isObject(value) ? value : undefined;
}

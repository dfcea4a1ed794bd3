/** Which real wallets would refuse what this tenant publishes, by what is known of them. */
import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { type IssuerMetadata, metadataFaults, type ServerMetadata } from '@countersign/wallet/issuance/metadata';
import { WALLETS } from '@countersign/wallet/profiles/habits';
import type { Flow } from './flow.ts';
import { probeHere } from './own-address.ts';
import type { Probe } from './tenant-warnings.ts';

/** What a run has fetched of the metadata. */
export interface Published {
  readonly issuer: JsonObject;
  readonly server: JsonObject;
}

/** Pure. By profile: whether its wallet takes the metadata, and if not, why. */
export function profileFindings({ issuer, server }: Published): readonly JsonObject[] {
  const read = { issuer: issuer as unknown as IssuerMetadata, server: server as unknown as ServerMetadata };
  return Object.entries(WALLETS).map(([profile, habits]) => {
    const why = metadataFaults(read, habits.metadata);
    return { profile, source: habits.source, takes: why.length === 0, ...(why.length === 0 ? {} : { why: [...why] }) };
  });
}

/** The metadata of the tenant, and what each profile makes of it; none where it can't be had, or for a presentation. */
export async function findProfiles(
  { platform, issuer, signal }: Flow,
  kind: 'issuance' | 'presentation',
): Promise<readonly JsonObject[]> {
  if (kind === 'presentation') return [];
  const { settings } = platform;
  const { origin, pathname } = new URL(issuer);
  const path = pathname === '/' ? '' : pathname;
  const [first, second] = await Promise.all(
    ['openid-credential-issuer', 'oauth-authorization-server'].map((name) =>
      probeHere(settings, `${origin}/.well-known/${name}${path}`, signal),
    ),
  );
  const [credentials, server] = [readObject(first), readObject(second)];
  return credentials === undefined || server === undefined ? [] : profileFindings({ issuer: credentials, server });
}

function readObject(probe: Probe | undefined): JsonObject | undefined {
  if (probe?.ok !== true || probe.status !== 200) return undefined;
  const value = parseJson(probe.body.toString('utf8'));
  return isObject(value) ? value : undefined;
}

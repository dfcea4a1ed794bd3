/** An access token of the tenant's external authorization server (RFC 9068), as a session's grant. */
import { parseJwt, verifyJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { Reported } from '@countersign/shared/http/reports';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { own } from '@countersign/shared/kernel/json';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { Grant } from '@countersign/shared/model/session/issuance-part';
import type { Platform } from '@countersign/shared/runtime/service';
import { type ExternalServer, type ExternalToken, externalToken } from '../client/external-server.ts';
import type { ExternalServers } from '../client/external-servers.ts';
import type { Configurations } from '../configuration/configurations.ts';
import { presentConfigurations } from '../configuration/presentation-needed.ts';
import { acceptExternalToken, unknownExternalToken } from '../session/external-token-transitions.ts';
import { changeIssuance, findSession } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';

/** RFC 9068, 2.1: `application/at+jwt` too. */
const TYPES = ['at+jwt', 'application/at+jwt'];
const MAX_CHARACTERS = 16_384;

interface ExternalAccessParts {
  readonly platform: Platform;
  readonly external: ExternalServers;
  readonly configurations: Configurations;
}

/** Whether a token has the form of a JWT. Tokens from this server never do. */
export function isExternal(token: string): boolean {
  return token.includes('.');
}

/** @throws ProtocolError `invalid_token`, `temporarily_unavailable`, `server_error` */
export async function externalAccess(
  { platform, external, configurations }: ExternalAccessParts,
  asked: Reported,
  token: string,
): Promise<{ readonly session: IssuanceSession; readonly grant: Grant }> {
  const { tenant } = asked.request;
  const server = external.of(tenant);
  if (server === undefined) throw unknownExternalToken({ reason: 'external_token_unexpected' });
  const granted = await verified(platform, external, { server, tenant, token });
  const found = await findSession(platform, asked, granted.issuerState);
  if (found === undefined) throw unknownExternalToken(noOffer(server));
  const offered = await presentConfigurations(configurations, tenant, found.session.issuance.configurationIds);
  const ids = offered
    .filter(({ id, scope }) => granted.details?.includes(id) || granted.scopes.includes(scope))
    .map(({ id }) => id);
  if (ids.length === 0) {
    const facts = { received: granted.details ?? granted.scopes, expectedAny: offered.map(({ scope }) => scope) };
    throw unknownExternalToken({ reason: 'external_token_scope', facts });
  }
  const grant = {
    tokenHash: hashOf(token),
    expiresAt: granted.expiresAt,
    configurationIds: ids,
    authorizationDetails: granted.details !== undefined,
    dpopJkt: granted.jkt,
    external: true as const,
    ...(granted.clientId === undefined ? {} : { clientId: granted.clientId }),
  };
  const changed = await changeIssuance(platform, found.session, (present) =>
    acceptExternalToken(present, { issuerStateHash: found.hash, grant, now: platform.clock() }),
  );
  if (changed === undefined) throw unknownExternalToken(noOffer(server));
  return { session: changed.session, grant: changed.result };
}

async function verified(
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  external: ExternalServers,
  { server, tenant, token }: { readonly server: ExternalServer; readonly tenant: string; readonly token: string },
): Promise<ExternalToken> {
  try {
    const kid = own(parseJwt(token, { maxLength: MAX_CHARACTERS }).header, 'kid');
    const key = await external.key(server, typeof kid === 'string' ? kid : undefined);
    if (key === undefined) {
      throw unknownExternalToken({ reason: 'external_token_signature', facts: { detail: 'no_such_key' } });
    }
    const { payload } = verifyJwt({ token, typ: TYPES, key, maxLength: MAX_CHARACTERS });
    return externalToken(payload, { server, audience: credentialIssuer(settings.PUBLIC_URL, tenant), now: clock() });
  } catch (error) {
    throw error instanceof JwtError ? unknownExternalToken(unreadable(error)) : error;
  }
}

function noOffer({ sessionClaim: claim }: ExternalServer): Reasoned {
  return { reason: 'external_token_session', facts: { claim } };
}

function unreadable({ reason: detail }: JwtError): Reasoned {
  const reason = detail === 'signature' || detail === 'key' ? 'external_token_signature' : 'external_token_format';
  return { reason, facts: { detail } };
}

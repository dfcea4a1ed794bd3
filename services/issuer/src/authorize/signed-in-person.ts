/**
 * The user who signed in: the provider's claims, compared with the offer's user and mapped to the credential's claims.
 */
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, own, parseJson } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';
import { claimsFinding } from '../claims/claims-finding.ts';
import { openOffered, signedInContext } from '../claims/offered-issuance.ts';
import { claimFacts } from '../claims/refused-issuance.ts';
import type { AuthorizationServer } from '../client/received.ts';
import { signerPlace } from '../configuration/mdoc-signer.ts';
import { personContext } from '../offer/offered-sign-in.ts';
import { checkBudget } from '../schema/claims-schema.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import type { SignInAttempt } from '../sign-in/sign-in-client.ts';
import { checkPerson, mappedClaims } from '../sign-in/signed-in-claims.ts';

interface Answered {
  readonly attempt: SignInAttempt;
  readonly state: string;
}

/**
 * Exchanges the provider's response, and drops its tokens.
 * @returns the credential's claims, sealed; undefined if none are taken from the provider
 * @throws ProtocolError `access_denied`, `temporarily_unavailable`, `server_error`
 */
export async function sealedPersonClaims(
  server: Pick<AuthorizationServer, 'platform' | 'configurations' | 'signIn'>,
  request: OperationRequest,
  session: IssuanceSession,
  { attempt, state }: Answered,
): Promise<string | undefined> {
  const { platform, signIn } = server;
  const provider = await signIn.providers.of(request.tenant);
  if (provider === undefined)
    throw new ProtocolError('access_denied', 'The provider was changed in the meantime', {
      reason: 'sign_in_provider_changed',
    });
  const vault = await platform.vaults.of(request.tenant);
  const person = personOf(vault, session);
  const needed = [...Object.values(provider.settings.claims), ...Object.keys(person)];
  const claims = await signIn.client.finish(provider, { attempt, state, needed, query: request.query });
  checkPerson(person, claims);
  const mapped = mappedClaims(provider.settings.claims, claims);
  await checkClaims(server, session, vault, mapped);
  if (Object.keys(mapped).length === 0) return undefined;
  return vault.seal(JSON.stringify(mapped), signedInContext(session.id));
}

/**
 * OpenID4VCI 1.0, 5.1.3: an attacker may inject an issuer_state, so an offer's issuer_state does not prove who signed
 * in.
 */
function personOf(vault: Vault, { id, issuance }: IssuanceSession): JsonObject {
  const sealed = issuance.signIn?.sealedPerson;
  const person = sealed === undefined ? {} : parseJson(vault.open(sealed, personContext(id)));
  return isObject(person) ? person : {};
}

/**
 * Checks that the claims are enough for the requested credentials. A user who lacks some learns it now, not later from
 * the wallet.
 */
async function checkClaims(
  { platform, configurations }: Pick<AuthorizationServer, 'platform' | 'configurations'>,
  session: IssuanceSession,
  vault: Vault,
  signedIn: JsonObject,
): Promise<void> {
  const { progress } = session.issuance;
  const ids = progress.state === 'pushed' ? progress.request.configurationIds : [];
  const offered = { ...openOffered(vault, session), signedIn };
  const budget = checkBudget();
  for (const id of ids) {
    // Claims of the offer were checked with it.
    if (own(offered.claims ?? {}, id) !== undefined) continue;
    const configuration = await configurations.get(session.tenant, id);
    if (configuration === undefined) continue;
    const place = await signerPlace(platform, session.tenant, configuration);
    const finding = claimsFinding(platform, session.tenant, { configuration, offered, budget, ...place });
    if (finding === undefined) continue;
    platform.log.warn('claims of a sign-in refused', {
      session: session.id,
      tenant: session.tenant,
      pointer: finding.pointer,
    });
    throw new ProtocolError('access_denied', 'The provider did not supply enough claims about this user', {
      reason: 'sign_in_claims',
      facts: { configurationId: id, ...claimFacts(finding) },
    });
  }
}

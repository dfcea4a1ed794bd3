/** Authenticates a wallet by its provider's attestation: anchors, challenge, status, and the mark of its proof. */
import type { X509Certificate } from 'node:crypto';
import { isValidAt } from '@countersign/shared/crypto/x509';
import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Reported } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { broughtAnchors } from '@countersign/shared/trust/brought-anchors';
import { entryFacts, entryOf, type ListedAnchors, statusCertificates } from '@countersign/shared/trust/listed-anchors';
import type { StatusLookup } from '@countersign/shared/trust/status-lookup';
import type { TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import { expectsAttestedWallets, type TrustAnchors, trustPlace } from '@countersign/shared/trust/trust-anchors';
import { assertionNeeded, type CheckedClient } from '../client-authentication.ts';
import type { CheckedDpop } from '../dpop/dpop.ts';
import { createTrustAlarm } from '../trust-alarm.ts';
import { undecided } from '../undecided.ts';
import { text } from '../wallet-parameters.ts';
import type { WalletClients } from '../wallet-registrations.ts';
import { type AttestationChallenges, CHALLENGE_HEADER } from './attestation-challenges.ts';
import { type AttestationPop, checkPopCovered, useChallenge, verifyAttestationPop } from './attestation-pop.ts';
import { invalidAttestation, type VerifiedAttestation, verifyClientAttestation } from './wallet-attestation.ts';

/** A request at an endpoint that authenticates clients. */
export interface AttestedRequest extends Pick<Reported, 'reports'> {
  readonly request: OperationRequest;
  readonly parameters: JsonObject;
  readonly requirements: Pick<Requirements, 'profile' | 'attestationChallenge'>;
  /** The DPoP proof of the request, checked. */
  readonly proof: CheckedDpop | undefined;
}

export interface ClientAttestations {
  /**
   * Authenticates the client of a PAR, challenge or token request by its attestation. Consumes nothing; the client's
   * `use` does.
   * @returns undefined if the request has no attestation, or the tenant has no folder of wallet providers
   * @throws ProtocolError `invalid_client_attestation`, `use_fresh_attestation`, `invalid_client`;
   *   `use_attestation_challenge` with a challenge in the header `OAuth-Client-Attestation-Challenge`;
   *   `temporarily_unavailable` if its status can't be checked
   */
  authenticate(asked: AttestedRequest): Promise<CheckedClient | undefined>;
}

export interface AttestationDependencies {
  readonly platform: Pick<Platform, 'settings' | 'edits' | 'cache' | 'knownKeys' | 'clock' | 'log' | 'metrics'>;
  readonly clientsOf: (tenant: string) => Promise<WalletClients>;
  readonly trustAnchors: TrustAnchors;
  readonly listedAnchors: Pick<ListedAnchors, 'expectsAttestedWallets' | 'isUndecided'>;
  readonly statusOf: StatusLookup;
  readonly challenges: AttestationChallenges;
}

/** Seconds after which a wallet should try again if its attestation's status could not be read. */
const RETRY_AFTER = '30';

export function createClientAttestations(dependencies: AttestationDependencies): ClientAttestations {
  const { platform, clientsOf, challenges } = dependencies;
  const anchorsOf = createAnchors(dependencies);

  const authenticate = async (asked: AttestedRequest, headers: SentHeaders): Promise<CheckedClient> => {
    const { request, parameters, requirements } = asked;
    const { tenant } = request;
    const { settings, clock, log } = platform;
    checkSoleMethod(parameters);
    const trusted = await anchorsOf(tenant);
    const brought = broughtAnchors(request, 'wallet-providers');
    const anchors = [...trusted.map(({ certificate }) => certificate), ...brought];
    const attested = verifyClientAttestation({
      attestation: attestationSent(headers, asked, settings.CLIENT_ATTESTATION_DPOP),
      anchors,
      anchorInChain: requirements.profile === 'open' ? 'ignored' : 'refused',
      clientId: text(parameters, 'client_id'),
      now: clock(),
      known: platform.knownKeys,
      maxAge: settings.CLIENT_ATTESTATION_MAX_AGE,
      trustPlace: () => trustPlace(platform, tenant, 'wallet-providers'),
    });
    const clients = await clientsOf(tenant);
    if (clients.registered.has(attested.clientId)) {
      throw assertionNeeded(attested.clientId);
    }
    const use = await possession(asked, headers, attested);
    await checkStatus(dependencies, { tenant, attested, anchors: [...statusCertificates(trusted), ...brought] });
    const { thumbprint: instanceJkt } = attested.instance;
    const provider = attested.signer.subject.replaceAll('\n', ', ');
    const listed = entryOf(attested.signer, trusted);
    if (listed !== undefined) {
      asked.reports.notes.push({ reason: 'wallet_listed', facts: { ...entryFacts(listed), subject: provider } });
    }
    log.debug('Wallet attested', { tenant, provider, instance: instanceJkt });
    const { clientId, status } = attested;
    return {
      clientId,
      authenticated: true,
      redirectSchemes: clients.redirectSchemes,
      attestation: { instanceJkt, ...(status === undefined ? {} : { status }) },
      ...(use === undefined ? {} : { use }),
    };
  };

  /** @returns a function that marks the proof as used; undefined if the request's DPoP proof is the proof */
  const possession = async (
    { request: { tenant }, parameters, requirements, proof }: AttestedRequest,
    { pop }: SentHeaders,
    attested: VerifiedAttestation,
  ): Promise<CheckedClient['use']> => {
    const challengeRequired = requirements.attestationChallenge === 'required';
    if (pop === undefined) {
      checkCombined({ parameters, proof, challengeRequired }, attested);
      return undefined;
    }
    const { settings, clock } = platform;
    const checked = verifyAttestationPop({
      pop,
      challengeRequired,
      clientId: attested.clientId,
      instance: attested.instance,
      issuer: credentialIssuer(settings.PUBLIC_URL, tenant),
      now: clock(),
      challengeTime: await challenges.timeOf(tenant),
    });
    return () => withChallenge(tenant, () => markUsed(platform, tenant, checked));
  };

  /** Adds a fresh challenge to the error that a wallet can fix with one. */
  const withChallenge = async <R>(tenant: string, run: () => Promise<R>): Promise<R> => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ProtocolError) || error.code !== 'use_attestation_challenge') throw error;
      const headers = { ...error.options.headers, [CHALLENGE_HEADER]: await challenges.create(tenant) };
      throw new ProtocolError(error.code, error.message, { ...error.options, headers });
    }
  };

  return {
    async authenticate(asked) {
      const { tenant, headers: sent } = asked.request;
      const headers = { attestation: sent['oauth-client-attestation'], pop: sent['oauth-client-attestation-pop'] };
      if (headers.attestation === undefined && headers.pop === undefined) return undefined;
      // Such a tenant does not advertise attestations: the client is treated as if it had not sent the headers.
      if (!(await expectsAttested(dependencies, tenant))) return undefined;
      try {
        return await withChallenge(tenant, () => authenticate(asked, headers));
      } catch (error) {
        throw await undecided(error, dependencies.listedAnchors, tenant);
      }
    },
  };
}

interface SentHeaders {
  readonly attestation: string | undefined;
  readonly pop: string | undefined;
}

/** RFC 6749, 2.3: one method in each request. */
function checkSoleMethod(parameters: JsonObject): void {
  if (parameters.client_assertion === undefined && parameters.client_assertion_type === undefined) return;
  throw new ProtocolError('invalid_client', 'A request has a client attestation or a client assertion, not both', {
    reason: 'client_methods',
  });
}

/** An attestation without its own proof needs the request's DPoP proof, if this server offers that. */
function attestationSent({ attestation, pop }: SentHeaders, { proof }: AttestedRequest, combined: boolean): string {
  if (attestation === undefined || (pop === undefined && (!combined || proof === undefined))) {
    const parameters = attestation === undefined ? ['OAuth-Client-Attestation'] : ['OAuth-Client-Attestation-PoP'];
    throw invalidAttestation('The client attestation or the proof of its key is missing', {
      reason: 'client_attestation_missing',
      facts: { parameters },
    });
  }
  return attestation;
}

/** 5.2 and 7.3: the DPoP proof is signed with the instance's key, and its nonce is the challenge. */
function checkCombined(
  {
    parameters,
    proof,
    challengeRequired,
  }: Pick<AttestedRequest, 'parameters' | 'proof'> & { readonly challengeRequired: boolean },
  { instance }: VerifiedAttestation,
): void {
  if (proof?.jkt !== instance.thumbprint) {
    const received = proof === undefined ? {} : { receivedJkt: proof.jkt };
    const facts = { expectedJkt: instance.thumbprint, ...received };
    throw invalidAttestation('The DPoP proof is not by the attested key', {
      reason: 'client_attestation_pop_key',
      facts,
    });
  }
  if (parameters.dpop_jkt !== undefined) {
    const why = { reason: 'client_attestation_pop_key', facts: { parameter: 'dpop_jkt' } } as const;
    throw invalidAttestation('dpop_jkt is not for a combined proof', why);
  }
  if (challengeRequired && proof.fresh !== true) {
    throw useChallenge('The DPoP proof needs the challenge as its nonce', { claim: 'nonce', detail: 'missing' });
  }
}

/** Whether there is a folder for anchors of wallet providers, a list of them, or one was written through the API. */
async function expectsAttested(
  { platform, trustAnchors, listedAnchors }: AttestationDependencies,
  tenant: string,
): Promise<boolean> {
  if (expectsAttestedWallets(platform.settings.CONFIG_FOLDER, tenant)) return true;
  if (await listedAnchors.expectsAttestedWallets(tenant)) return true;
  return (await trustAnchors(tenant, 'wallet-providers')).length > 0;
}

/** The anchors that are valid now. Without one every attested wallet is refused, and an alarm is raised. */
function createAnchors({
  platform,
  trustAnchors,
}: AttestationDependencies): (tenant: string) => Promise<readonly TrustAnchor[]> {
  const alarm = createTrustAlarm(platform);
  return async (tenant) => {
    const now = platform.clock();
    const found = await trustAnchors(tenant, 'wallet-providers');
    const anchors = found.filter(({ certificate }) => isValidAt(certificate, now));
    if (anchors.length === 0) alarm(tenant, found.length);
    return anchors;
  };
}

async function markUsed(
  { cache }: AttestationDependencies['platform'],
  tenant: string,
  pop: AttestationPop,
): Promise<void> {
  const mark = await cache.addOnce(`${tenant}:${pop.mark}`, pop.markFor);
  if (!mark.first) {
    const why = { reason: 'client_attestation_pop_replayed' } as const;
    throw invalidAttestation('The proof of the client attestation was used before', why);
  }
  checkPopCovered(pop, mark.completeSince);
}

/** Token Status List; EU TS 3, 2.4.3: a wallet that its provider has revoked receives no credential. */
async function checkStatus(
  { platform: { log }, statusOf }: AttestationDependencies,
  {
    tenant,
    attested: { status, signer },
    anchors,
  }: {
    readonly tenant: string;
    readonly attested: VerifiedAttestation;
    readonly anchors: readonly X509Certificate[];
  },
): Promise<void> {
  if (status === undefined) return;
  const { uri, idx } = status;
  const found = await statusOf({ reference: { uri, idx, signer, anchors }, tenant });
  if (found.state === 'valid') return;
  const provider = signer.subject.replaceAll('\n', ', ');
  if (found.state === 'invalid') {
    log.info('Wallet refused that its provider has revoked', { tenant, provider });
    const why = { reason: 'client_attestation_revoked', facts: { subject: provider } } as const;
    throw invalidAttestation('The client attestation is revoked', why, 'revoked');
  }
  log.warn("A wallet's status cannot be read", { tenant, provider, detail: found.state });
  if (found.state === 'unusable') {
    const why = { reason: 'client_attestation_status', facts: { subject: provider } } as const;
    throw invalidAttestation('The status of the client attestation is not usable', why, 'status');
  }
  throw new ProtocolError('temporarily_unavailable', "The client attestation's status cannot be read now", {
    headers: { 'retry-after': RETRY_AFTER },
    reason: 'dependency_away',
    facts: { dependency: 'status list of the wallet provider' },
  });
}

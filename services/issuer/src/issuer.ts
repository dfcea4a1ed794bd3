/** The issuer: authorization server and credential issuer of every tenant. */

import { tenantLists, trustListsJob } from '@countersign/european-trust/refresh/tenant-lists';
import { createReadyLookup } from '@countersign/european-trust/tenant/ready-lookup';
import { createArrivals } from '@countersign/shared/bus/arrivals';
import { managementOperations } from '@countersign/shared/flow-config/management-operations';
import { createStoredDisplay, entriesOf } from '@countersign/shared/flow-config/stored-display';
import { createTenantProfiles } from '@countersign/shared/flow-config/tenant-profile';
import { createOutbound, type Outbound } from '@countersign/shared/http/outbound';
import { createBrandOf } from '@countersign/shared/pages/brand';
import type { Platform, Service } from '@countersign/shared/runtime/service';
import { createWalletSteps } from '@countersign/shared/runtime/wallet-steps';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { createStatusLookup } from '@countersign/shared/trust/status-lookup';
import { createStoredAnchors } from '@countersign/shared/trust/stored-anchors';
import { createTrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { authorizationEndpoint } from './authorize/authorize.ts';
import { declineAuthorization } from './authorize/authorize-decline.ts';
import { followAuthorization } from './authorize/authorize-follow.ts';
import { signInOperations } from './authorize/authorize-sign-in.ts';
import { walletOfBrowserAnswer, walletOfBrowserRequest } from './authorize/authorize-wallet.ts';
import { authorizationChallenge } from './authorize/challenge.ts';
import { interactiveAuthorization } from './authorize/interactive.ts';
import { presentationResults, webhookResults } from './authorize/presentation-results.ts';
import { pushedAuthorizationRequest } from './authorize/pushed-authorization-request.ts';
import { createAttributeProviders } from './claims/attribute-providers.ts';
import { createSettleClaims } from './claims/settle-claims.ts';
import { attestationChallengeEndpoint } from './client/attestation/attestation-challenge-endpoint.ts';
import { createAttestationChallenges } from './client/attestation/attestation-challenges.ts';
import { createClientAttestations } from './client/attestation/client-attestation.ts';
import { createClientAuthentication } from './client/client-authentication.ts';
import { createDpop } from './client/dpop/dpop.ts';
import { createExternalServers } from './client/external-servers.ts';
import { issuerRequirements } from './client/issuer-requirements.ts';
import { createStoredWallets } from './client/stored-wallets.ts';
import { createWalletClients } from './client/wallet-clients.ts';
import { createConfigurations } from './configuration/configurations.ts';
import { guardPolicies } from './configuration/policy-change.ts';
import { credentialEndpoint } from './credential/credential.ts';
import { createCredentialNonces, nonceEndpoint } from './credential/credential-nonce.ts';
import { deferredCredential } from './credential/deferred.ts';
import { hostedListManagement } from './hosting/hosted-list-management.ts';
import { hostedListTransfer } from './hosting/hosted-list-transfer.ts';
import { publishedList } from './hosting/published-list.ts';
import { signHostedListsJob } from './hosting/sign-hosted-lists.ts';
import { accountKeys, acmeChallenge, renewalJob, renewals } from './keys/acme.ts';
import { certificateChain } from './keys/certificate-chain.ts';
import { createEncryptionKeys } from './keys/encryption-keys.ts';
import { keyManagement } from './keys/key-listing.ts';
import { createTenantKeySets, keySetOperations } from './keys/key-set-operations.ts';
import { revocationList } from './keys/revocation-list.ts';
import { signReceipt } from './keys/sign-receipt.ts';
import { trustListLoading } from './keys/trust-list-loading.ts';
import { trustListing } from './keys/trust-listing.ts';
import { trustListOperations } from './keys/trust-lists.ts';
import { trustWriting } from './keys/trust-writing.ts';
import { createDisplay } from './metadata/issuer-display.ts';
import { keyOperations, metadataOperations } from './metadata/metadata.ts';
import { probeAddress } from './metadata/probe-address.ts';
import { typeMetadataOperations } from './metadata/type-metadata.ts';
import { notificationEndpoint } from './notification/notification.ts';
import { createOffer } from './offer/offer.ts';
import { offerDocument } from './offer/offer-document.ts';
import { authorizationAsset } from './pages/authorization-asset.ts';
import { euPartsOperation } from './registration/eu-parts.ts';
import { createIssuerRegistration } from './registration/issuer-registration.ts';
import { schemeOperations } from './scheme/scheme-operations.ts';
import { cancel } from './session/cancel.ts';
import { endByTimeJob } from './session/end-by-time.ts';
import { oneActiveJob } from './session/one-active.ts';
import { removeEndedRefreshJob } from './session/remove-ended-refresh.ts';
import { revokeSupersededJob } from './session/revoke-superseded.ts';
import { byCode, byIssuerState, byReference, byRequestUri, byToken } from './session/session-naming.ts';
import { peopleOperations } from './sign-in/people.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { displayWriting } from './tenant-parts/display-writing.ts';
import { imageWriting } from './tenant-parts/image-writing.ts';
import { walletWriting } from './tenant-parts/wallet-writing.ts';
import { tokenEndpoint } from './token/token.ts';

export interface IssuerOptions {
  /** Variables of `clientSecretEnv` in sign-in.json. */
  readonly environment?: Environment;
  /** For tests. */
  readonly outbound?: Outbound;
}

export function createIssuer(
  platform: Platform,
  { environment = {}, outbound = createOutbound({ allow: platform.settings.OUTBOUND_ALLOW }) }: IssuerOptions = {},
): Service {
  const requirementsOf = issuerRequirements(platform);
  const storedWallets = createStoredWallets(platform);
  const wallets = createWalletClients(platform, storedWallets);
  const clientsOf = wallets.of;
  const clients = createClientAuthentication(platform, clientsOf);
  const challenges = createAttestationChallenges(platform);
  const dpop = createDpop(platform, challenges);
  const storedAnchors = createStoredAnchors(platform);
  const listed = tenantLists(platform);
  const listedAnchors = listed.anchors;
  const trustLists = trustListOperations(platform, listed);
  const trustAnchors = createTrustAnchors(platform, storedAnchors, listedAnchors);
  const ready = createReadyLookup(createStatusLookup({ ...platform, outbound }), {
    clock: platform.clock,
    name: 'issuer-registration-status',
  });
  const { statusOf } = ready;
  const registration = createIssuerRegistration(platform, { trustAnchors, statusOf });
  const attributeProviders = createAttributeProviders(platform, environment);
  const configurations = createConfigurations(platform, {
    registrationFindings: registration.findings,
    hasProvider: (tenant, id) => attributeProviders(tenant, id) !== undefined,
  });
  const attestations = createClientAttestations({
    platform,
    clientsOf,
    trustAnchors,
    listedAnchors,
    statusOf,
    challenges,
  });
  const nonces = createCredentialNonces(platform);
  const display = createDisplay(platform);
  const storedDisplay = createStoredDisplay(platform);
  const brandOf = createBrandOf(platform, entriesOf(storedDisplay));
  const ofDisplay = displayWriting(platform, display, storedDisplay);
  const images = imageWriting(platform, storedDisplay);
  const signIn = createSignIn(platform, { environment, outbound });
  const people = peopleOperations(platform.settings, signIn.client);
  const trust = { trustAnchors, listedAnchors, statusOf };
  const authorization = { platform, configurations, clients, dpop, requirementsOf, attestations, signIn, ...trust };
  const signInPages = signInOperations(authorization);
  const encryptionKeys = createEncryptionKeys(platform);
  const external = createExternalServers(platform, outbound);
  const settleClaims = createSettleClaims({ platform, configurations });
  const arrivals = createArrivals();
  const issuing = { nonces, encryptionKeys, external, settleClaims, arrivals, attributeProviders };
  const resource = { platform, configurations, dpop, requirementsOf, ...issuing, ...trust };
  const profileOf = createTenantProfiles(platform);
  const metadata = metadataOperations({
    platform,
    configurations,
    clientsOf,
    display,
    storedDisplay,
    requirementsOf,
    profileOf,
    encryptionKeys,
    trustAnchors,
    listedAnchors,
    external,
    registration,
  });
  const keys = { ...keyOperations(platform), ...keyManagement(platform) };
  const { registrations } = registration;
  const keySets = createTenantKeySets(platform, trustAnchors);
  const ofSets = keySetOperations(platform, keySets);
  const types = typeMetadataOperations(configurations);
  const writing = trustWriting(platform, storedAnchors);
  const ofWallets = walletWriting(wallets, storedWallets);
  const hosted = hostedListManagement(platform);
  const ofTransfer = hostedListTransfer(platform);
  const management = managementOperations(configurations);
  const guarded = guardPolicies(platform, configurations, management);
  const schemes = schemeOperations({
    configurations,
    publicUrl: platform.settings.PUBLIC_URL,
    put: guarded.put,
  });
  const step = createWalletSteps(platform);
  return {
    name: 'issuer',
    operations: {
      'issuer.metadata': metadata.issuer,
      'issuer.authorization-server-metadata': metadata.authorizationServer,
      'issuer.jwks': keys.jwks,
      'issuer.jwt-vc-issuer': keys.jwtVcIssuer,
      'issuer.certificate-chain': certificateChain(platform),
      'issuer.receipt.sign': signReceipt(platform),
      'issuer.acme-challenge': acmeChallenge(platform),
      'issuer.revocation-list': revocationList(platform),
      'issuer.keys': keys.list,
      'issuer.key.rotate': keys.rotate,
      'issuer.key.renewals': renewals(platform, keySets),
      'issuer.key.account-keys': accountKeys(platform, outbound),
      'issuer.key-set.begin': ofSets.begin,
      'issuer.key-set.install': ofSets.install,
      'issuer.key-set.discard': ofSets.discard,
      'issuer.key-set.remove': ofSets.remove,
      'issuer.eu-parts': euPartsOperation({ platform, trustAnchors, registrations, configurations }),
      'issuer.trust': trustListing(platform, trustAnchors, storedAnchors),
      'issuer.trust-lists': trustLists.list,
      'issuer.trust-list.get': trustLists.get,
      'issuer.trust-list.put': trustLists.put,
      'issuer.trust-list.load': trustListLoading(platform, listed, trustLists.get),
      'issuer.trust-list.delete': trustLists.delete,
      'issuer.trust-list.check': trustLists.check,
      'issuer.trust-list.whole': trustLists.whole,
      'issuer.trust-entries': trustLists.entries,
      'issuer.published-list': publishedList(platform),
      'issuer.hosted-list.list': hosted.all,
      'issuer.hosted-list.get': hosted.get,
      'issuer.hosted-list.put': hosted.put,
      'issuer.hosted-list.close': hosted.close,
      'issuer.hosted-list.entity.put': hosted.putEntity,
      'issuer.hosted-list.entity.delete': hosted.removeEntity,
      'issuer.hosted-list.versions': hosted.versions,
      'issuer.hosted-list.version': hosted.version,
      'issuer.hosted-list.whole': ofTransfer.whole,
      'issuer.hosted-list.whole.put': ofTransfer.put,
      'issuer.hosted-list.whole.check': ofTransfer.check,
      'issuer.trust.put': writing.put,
      'issuer.trust.check': writing.check,
      'issuer.trust.whole': writing.whole,
      'issuer.trust.delete': writing.delete,
      'issuer.display.get': ofDisplay.get,
      'issuer.display.put': ofDisplay.put,
      'issuer.display.check': ofDisplay.check,
      'issuer.display.delete': ofDisplay.delete,
      'issuer.image.list': images.list,
      'issuer.image.put': images.put,
      'issuer.image.check': images.check,
      'issuer.image.whole': images.whole,
      'issuer.image.delete': images.delete,
      'issuer.wallets.get': ofWallets.get,
      'issuer.wallets.put': ofWallets.put,
      'issuer.wallets.check': ofWallets.check,
      'issuer.wallets.delete': ofWallets.delete,
      'issuer.offer.create': createOffer({
        platform,
        configurations,
        requirementsOf,
        external,
        providers: signIn.providers,
        issuerDocument: metadata.issuerDocument,
        checkRegistration: registration.checkOffer,
      }),
      'issuer.cancel': cancel(platform),
      'issuer.offer.get': step('offer', offerDocument(platform)),
      'issuer.pushed-authorization-request': step('par', pushedAuthorizationRequest(authorization), byIssuerState),
      'issuer.authorize': step('authorize', authorizationEndpoint({ ...authorization, brandOf }), byRequestUri),
      'issuer.authorization.follow': step('authorize', followAuthorization(platform)),
      'issuer.authorization.wallet': step('authorize', walletOfBrowserRequest(platform), byReference),
      'issuer.authorization.wallet.answer': step('authorize', walletOfBrowserAnswer(platform), byReference),
      'issuer.authorization.asset': authorizationAsset(),
      'issuer.authorization.decline': step('authorize', declineAuthorization(platform), byReference),
      'issuer.sign-in.begin': step('authorize', signInPages.begin, byReference),
      'issuer.sign-in.callback': step('authorize', signInPages.callback, ({ query }) => query.state),
      'issuer.sign-in.get': signIn.providers.operations.get,
      'issuer.sign-in.put': signIn.providers.operations.put,
      'issuer.sign-in.whole': signIn.providers.operations.whole,
      'issuer.sign-in.check': signIn.providers.operations.check,
      'issuer.sign-in.delete': signIn.providers.operations.delete,
      'issuer.people.begin': people.begin,
      'issuer.people.finish': people.finish,
      'issuer.authorization-challenge': step('challenge', authorizationChallenge(authorization), byIssuerState),
      'issuer.interactive-authorization': step('challenge', interactiveAuthorization(authorization), byIssuerState),
      'issuer.attestation-challenge': attestationChallengeEndpoint(challenges, dpop),
      'issuer.token': step('token', tokenEndpoint(authorization), byCode),
      'issuer.nonce': nonceEndpoint(nonces, dpop),
      'issuer.credential': step('credential', credentialEndpoint(resource), byToken),
      'issuer.deferred-credential': step('deferred', deferredCredential(resource), byToken),
      'issuer.notification': step('notification', notificationEndpoint(resource), byToken),
      'issuer.probe-address': probeAddress(platform),
      'issuer.vct': types.vct,
      'issuer.schema': types.schema,
      'issuer.configuration.list': management.list,
      'issuer.configuration.put': guarded.put,
      'issuer.configuration.check': management.check,
      'issuer.configuration.delete': guarded.delete,
      'issuer.scheme.plan': schemes.plan,
      'issuer.scheme.import': schemes.import,
      'issuer.scheme.export': schemes.export,
    },
    consumers: [
      { topic: 'presentation-results', group: 'issuer', handler: presentationResults(platform) },
      { topic: 'webhook-results', group: 'issuer', handler: webhookResults(platform, settleClaims, arrivals) },
    ],
    jobs: [
      trustListsJob(platform, outbound),
      renewalJob({ platform, outbound, environment, trustAnchors, keys: keySets }),
      ready.job,
      signHostedListsJob(platform),
      endByTimeJob(platform),
      removeEndedRefreshJob(platform),
      revokeSupersededJob(platform),
      oneActiveJob(platform),
    ],
  };
}

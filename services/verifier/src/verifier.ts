/** The verifier: presentation requests of every tenant, and the responses of wallets. */
import { tenantLists } from '@countersign/european-trust/refresh/tenant-lists';
import { managementOperations } from '@countersign/shared/flow-config/management-operations';
import { aboutSession } from '@countersign/shared/http/about-session';
import { bodyObject, type OperationRequest } from '@countersign/shared/http/message';
import { createOutbound, type Outbound } from '@countersign/shared/http/outbound';
import { annotatingReports } from '@countersign/shared/http/reports';
import type { Platform, Service } from '@countersign/shared/runtime/service';
import { createWalletSteps } from '@countersign/shared/runtime/wallet-steps';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { createStoredAnchors } from '@countersign/shared/trust/stored-anchors';
import { createTrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { dcApiAnswer } from './dc-api/dc-api-answer.ts';
import { buttonAnswer, buttonRequest, followButton } from './pages/button.ts';
import { pageRequest, pageResponse } from './pages/page-presentation.ts';
import { configurationExists, configurationPurpose, createConfigurations } from './query/configurations.ts';
import { createQueryReader } from './query/dcql-query.ts';
import { createRegistrarService } from './registration/registrar.ts';
import { createVerifierRegistrations } from './registration/verifier-registrations.ts';
import { requestObject } from './request/answer-request-object.ts';
import { loginRequest } from './request/login-request.ts';
import { createPrepareRequest, presentationRequests } from './request/prepare-request.ts';
import { createRequest } from './request/request-create.ts';
import { interactionRequest, interactionResponse } from './response/interaction.ts';
import { authorizationResponse } from './response/response.ts';
import { redeemResponseCode } from './response/response-code.ts';
import { cancel } from './session/cancel.ts';
import { endUnanswered } from './session/end-unanswered.ts';
import { forgetAuthenticationCodes } from './transaction/authentication-code.ts';
import { accessWatch } from './trust/access-watch.ts';
import { createCertificateRevocation } from './trust/certificate-revocation.ts';
import { createStatusLists } from './trust/status-lists.ts';
import { createProofVerifier } from './zk/proof-verifier.ts';

/** @param outbound for tests @param environment variables that files of tenants name */
export function createVerifier(platform: Platform, outbound?: Outbound, environment: Environment = {}): Service {
  const { OUTBOUND_ALLOW: allow, ZK_VERIFIER_URL: proofs } = platform.settings;
  const secret = outbound ?? createOutbound({ allow });
  const certificates = createCertificateRevocation(
    platform,
    () => outbound ?? createOutbound({ allow, kind: 'signed' }),
  );
  const listedAnchors = tenantLists(platform).anchors;
  const trustAnchors = createTrustAnchors(platform, createStoredAnchors(platform), listedAnchors);
  const registration = createVerifierRegistrations(platform, { trustAnchors, outbound: secret });
  const configurations = createConfigurations(platform, registration.findings);
  const management = managementOperations(configurations);
  const ofRegistrations = registration.managementOf(configurations);
  const registrar = createRegistrarService({
    platform,
    outbound: secret,
    environment,
    registrations: registration.registrations,
    write: ofRegistrations.write,
  });
  const prepareRequest = createPrepareRequest(platform, configurations, registration.ofRequests);
  const step = createWalletSteps(platform);
  const byReference = ({ params }: OperationRequest) => params.reference;
  const answering = {
    platform,
    trustAnchors,
    listedAnchors,
    checkStatuses: createStatusLists(platform, secret),
    checkCertificates: certificates.check,
    queryOf: createQueryReader(),
    ...(proofs === undefined ? {} : { verifyProof: createProofVerifier(proofs) }),
  };
  const response = authorizationResponse(answering);
  return {
    name: 'verifier',
    operations: {
      'verifier.request.create': createRequest(platform, configurations, registration.ofRequests),
      'verifier.login.request': loginRequest(platform, configurations, registration.ofRequests),
      'verifier.request.get': step('request-object', requestObject(platform, prepareRequest)),
      'verifier.response': step('response', response, (request) => bodyObject(request).state),
      'verifier.dc-api.answer': step('response', dcApiAnswer(answering)),
      'verifier.button.follow': step('request-object', followButton(platform), byReference),
      'verifier.button.request': step('request-object', buttonRequest(platform), byReference),
      'verifier.button.answer': step('response', buttonAnswer(answering), byReference),
      'verifier.interaction.request': interactionRequest(platform, prepareRequest),
      'verifier.interaction.response': annotatingReports(interactionResponse(answering, prepareRequest)),
      'verifier.page.request': pageRequest(platform, prepareRequest),
      'verifier.page.response': annotatingReports(pageResponse(answering, prepareRequest)),
      'verifier.response-code.redeem': aboutSession(redeemResponseCode(platform), ({ params }) => params.sessionId),
      'verifier.cancel': cancel(platform),
      'verifier.configuration.exists': configurationExists(configurations, registration.why),
      'verifier.configuration.purpose': configurationPurpose(configurations),
      'verifier.configuration.list': management.list,
      'verifier.configuration.put': management.put,
      'verifier.configuration.check': management.check,
      'verifier.configuration.delete': management.delete,
      'verifier.registration.list': ofRegistrations.list,
      'verifier.registration.put': ofRegistrations.put,
      'verifier.registration.delete': ofRegistrations.delete,
      'verifier.registration.check': ofRegistrations.check,
      'verifier.registration.whole': ofRegistrations.whole,
      'verifier.registrar': registrar.get,
    },
    consumers: [
      {
        topic: 'presentation-requests',
        group: 'verifier',
        handler: presentationRequests(platform, prepareRequest),
      },
    ],
    jobs: [
      endUnanswered(platform),
      forgetAuthenticationCodes(platform),
      certificates.job,
      ...registration.jobsOf(configurations),
      accessWatch({
        platform,
        trustAnchors,
        configurations,
        revokedAccess: registration.revokedAccess,
        lookUp: certificates.lookUp,
      }),
      registrar.job,
    ],
  };
}

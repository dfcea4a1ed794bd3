/** All reasons of the issuer, both its own and libs/shared's. Other services may import only this table. */
import { type EuropeanTrustReasons, europeanTrustReasons } from '@countersign/european-trust/reasons';
import { type SharedReasons, sharedReasons } from '@countersign/shared/kernel/reasons/shared-reasons';
import { accessTokenReasons } from './access/access-token-reasons.ts';
import { authorizationReasons } from './authorize/authorization-reasons.ts';
import { challengeReasons } from './authorize/challenge-reasons.ts';
import { claimsReasons } from './claims/claims-reasons.ts';
import { clientReasons } from './client/client-reasons.ts';
import { dpopReasons } from './client/dpop/dpop-reasons.ts';
import { externalTokenReasons } from './client/external-token-reasons.ts';
import { parameterReasons } from './client/parameter-reasons.ts';
import { credentialReasons } from './credential/credential-reasons.ts';
import { deferredReasons } from './credential/deferred-reasons.ts';
import { hostingReasons } from './hosting/hosting-reasons.ts';
import { keyReasons } from './keys/key-reasons.ts';
import { documentReasons } from './metadata/document-reasons.ts';
import { notificationReasons } from './notification/notification-reasons.ts';
import { offerReasons } from './offer/offer-reasons.ts';
import { keyAttestationReasons } from './proof/key-attestation-reasons.ts';
import { proofReasons } from './proof/proof-reasons.ts';
import { refreshReasons } from './session/refresh-reasons.ts';
import { signInReasons } from './sign-in/sign-in-reasons.ts';
import { tenantPartReasons } from './tenant-parts/tenant-part-reasons.ts';
import { tokenReasons } from './token/token-reasons.ts';

export interface IssuerReasons
  extends SharedReasons,
    EuropeanTrustReasons,
    Readonly<typeof offerReasons>,
    Readonly<typeof documentReasons>,
    Readonly<typeof authorizationReasons>,
    Readonly<typeof challengeReasons>,
    Readonly<typeof signInReasons>,
    Readonly<typeof clientReasons>,
    Readonly<typeof parameterReasons>,
    Readonly<typeof dpopReasons>,
    Readonly<typeof externalTokenReasons>,
    Readonly<typeof accessTokenReasons>,
    Readonly<typeof tokenReasons>,
    Readonly<typeof refreshReasons>,
    Readonly<typeof claimsReasons>,
    Readonly<typeof credentialReasons>,
    Readonly<typeof deferredReasons>,
    Readonly<typeof notificationReasons>,
    Readonly<typeof proofReasons>,
    Readonly<typeof keyAttestationReasons>,
    Readonly<typeof tenantPartReasons>,
    Readonly<typeof keyReasons>,
    Readonly<typeof hostingReasons> {}

export const issuerReasons: IssuerReasons = {
  ...sharedReasons,
  ...europeanTrustReasons,
  ...offerReasons,
  ...documentReasons,
  ...authorizationReasons,
  ...challengeReasons,
  ...signInReasons,
  ...clientReasons,
  ...parameterReasons,
  ...dpopReasons,
  ...externalTokenReasons,
  ...accessTokenReasons,
  ...tokenReasons,
  ...refreshReasons,
  ...claimsReasons,
  ...credentialReasons,
  ...deferredReasons,
  ...notificationReasons,
  ...proofReasons,
  ...keyAttestationReasons,
  ...tenantPartReasons,
  ...keyReasons,
  ...hostingReasons,
};

declare module '@countersign/shared/kernel/reasons/reasons' {
  interface KnownReasons extends IssuerReasons {}
}

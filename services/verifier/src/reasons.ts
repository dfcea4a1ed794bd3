/** All reasons of the verifier, its own and those from libs/shared. Other services may import only this table. */
import { type EuropeanTrustReasons, europeanTrustReasons } from '@countersign/european-trust/reasons';
import { type SharedReasons, sharedReasons } from '@countersign/shared/kernel/reasons/shared-reasons';
import { dcApiReasons } from './dc-api/dc-api-reasons.ts';
import { buttonReasons } from './pages/button-reasons.ts';
import { authorizationResponseReasons } from './presentation/authorization-response-reasons.ts';
import { presentedCredentialReasons } from './presentation/presented-credential-reasons.ts';
import { queryReasons } from './query/query-reasons.ts';
import { requestObjectReasons } from './request/request-object-reasons.ts';
import { responseReasons } from './response/response-reasons.ts';
import { statusReasons } from './trust/status-reasons.ts';
import { zkReasons } from './zk/zk-reasons.ts';

export interface VerifierReasons
  extends SharedReasons,
    EuropeanTrustReasons,
    Readonly<typeof requestObjectReasons>,
    Readonly<typeof dcApiReasons>,
    Readonly<typeof buttonReasons>,
    Readonly<typeof responseReasons>,
    Readonly<typeof authorizationResponseReasons>,
    Readonly<typeof presentedCredentialReasons>,
    Readonly<typeof zkReasons>,
    Readonly<typeof queryReasons>,
    Readonly<typeof statusReasons> {}

export const verifierReasons: VerifierReasons = {
  ...sharedReasons,
  ...europeanTrustReasons,
  ...requestObjectReasons,
  ...dcApiReasons,
  ...buttonReasons,
  ...responseReasons,
  ...authorizationResponseReasons,
  ...presentedCredentialReasons,
  ...zkReasons,
  ...queryReasons,
  ...statusReasons,
};

declare module '@countersign/shared/kernel/reasons/reasons' {
  interface KnownReasons extends VerifierReasons {}
}

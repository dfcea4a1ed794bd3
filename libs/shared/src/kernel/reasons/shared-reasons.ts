/** All reasons that libs/shared raises. */
import { configurationReasons } from '../../flow-config/configuration-reasons.ts';
import { messageReasons } from '../../http/message-reasons.ts';
import { keyReasons } from '../../keys/key-reasons.ts';
import { claimsReasons } from '../../model/session/claims-reasons.ts';
import { sessionReasons } from '../../model/session/session-reasons.ts';
import { signInReasons } from '../../model/session/sign-in-reasons.ts';
import { presentationRequestReasons } from '../../openid4vp/presentation-request-reasons.ts';
import { cursorReasons } from '../../store/cursor-reasons.ts';
import { trustAnchorReasons } from '../../trust/trust-anchor-reasons.ts';
import { requestReasons } from './request-reasons.ts';

export interface SharedReasons
  extends Readonly<typeof requestReasons>,
    Readonly<typeof cursorReasons>,
    Readonly<typeof sessionReasons>,
    Readonly<typeof signInReasons>,
    Readonly<typeof claimsReasons>,
    Readonly<typeof keyReasons>,
    Readonly<typeof messageReasons>,
    Readonly<typeof trustAnchorReasons>,
    Readonly<typeof configurationReasons>,
    Readonly<typeof presentationRequestReasons> {}

export const sharedReasons: SharedReasons = {
  ...requestReasons,
  ...cursorReasons,
  ...sessionReasons,
  ...signInReasons,
  ...claimsReasons,
  ...keyReasons,
  ...messageReasons,
  ...trustAnchorReasons,
  ...configurationReasons,
  ...presentationRequestReasons,
};

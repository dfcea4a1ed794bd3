/** Words the responses in each dialect of interactive authorization (OpenID4VCI 1.1 drafts). */
import type { OperationReply } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { InteractionDialect } from '@countersign/shared/model/session/issuance-part';

export interface RequiredInteraction {
  /** The name that the wallet used. */
  readonly type: string;
  readonly authSession: string;
  /** What the interaction needs: `openid4vp_request`, or `request_uri` and `expires_in`. */
  readonly members: JsonObject;
}

/** The wallet must interact first. The draft of 2026-06-24 uses 401, the previous ones 200. */
export function interactionRequired(
  dialect: InteractionDialect,
  { type, authSession, members }: RequiredInteraction,
): OperationReply {
  const common = { auth_session: authSession, ...members };
  if (dialect === 'iae') return { body: { status: 'require_interaction', type, ...common } };
  const error = { error: 'insufficient_authorization', error_description: 'An interaction is needed first' };
  return { status: 401, body: { ...error, interaction_type_required: type, ...common } };
}

/** The wallet is authorized. */
export function interactionDone(dialect: InteractionDialect, code: string): OperationReply {
  return { body: dialect === 'iae' ? { status: 'ok', code } : { authorization_code: code } };
}

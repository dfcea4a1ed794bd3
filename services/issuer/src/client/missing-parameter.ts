/**
 * A parameter that a request lacks. If the wallet sent it under an earlier draft's name, the backend learns both names.
 * Pure.
 */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';

/** Names in drafts of OpenID4VCI, by the current name. */
const EARLIER: Readonly<Record<string, readonly string[]>> = {
  issuer_state: ['op_state'],
  tx_code: ['user_pin'],
  credential_configuration_id: ['credential_type', 'types', 'credential_definition', 'vct', 'format'],
};

export interface MissingFacts {
  /** The name that was sent, or the missing one. */
  readonly parameter: string;
  readonly presentName?: string;
}

/** The facts of a parameter that is missing. */
export function missingFacts(parameters: JsonObject, name: string): MissingFacts {
  const earlier = EARLIER[name]?.find((each) => Object.hasOwn(parameters, each));
  return earlier === undefined ? { parameter: name } : { parameter: earlier, presentName: name };
}

/** The error of a request that lacks a parameter (RFC 6749, 4.1.2.1 and 5.2). */
export function missingParameter(parameters: JsonObject, name: string): ProtocolError {
  const facts = missingFacts(parameters, name);
  return new ProtocolError('invalid_request', `${name} is missing`, { reason: 'parameter_missing', facts });
}

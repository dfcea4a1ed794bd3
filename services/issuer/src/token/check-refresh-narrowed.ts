import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh-grants';
import type { Received } from '../client/received.ts';
import { parseAuthorizationDetails, text } from '../client/wallet-parameters.ts';

/**
 * RFC 6749, 6; RFC 9396, 6: a refresh may ask for less than was granted, and not for more.
 * @returns `only`: the configurations that it asks for, where it names them
 * @throws ProtocolError `invalid_scope`, `invalid_authorization_details`
 */
export async function checkRefreshNarrowed({
  configurations,
  parameters,
  issuer,
  record,
}: Pick<Received, 'configurations' | 'parameters' | 'issuer'> & { readonly record: RefreshGrantDocument }): Promise<{
  readonly only?: readonly string[];
  readonly identifiers: boolean;
}> {
  const granted = record.configurationIds;
  const detailed = parseAuthorizationDetails(parameters.authorization_details, issuer);
  if (detailed !== undefined) {
    if (!detailed.every((id) => granted.includes(id))) {
      const facts = { received: detailed, configurationIds: granted };
      throw new ProtocolError('invalid_authorization_details', 'More is asked for than was granted', {
        ...{ reason: 'scope_exceeded', facts },
      });
    }
    return { only: detailed, identifiers: true };
  }
  const scopes = text(parameters, 'scope')?.split(' ');
  if (scopes === undefined) return { identifiers: false };
  const found = await Promise.all(granted.map((id) => configurations.get(record.tenant, id)));
  const scoped = found.flatMap((one) => (one === undefined ? [] : [one]));
  if (!scopes.every((scope) => scoped.some((one) => one.scope === scope))) {
    const facts = { received: scopes, configurationIds: granted };
    throw new ProtocolError('invalid_scope', 'More is asked for than was granted', {
      ...{ reason: 'scope_exceeded', facts },
    });
  }
  return { only: scoped.filter(({ scope }) => scopes.includes(scope)).map(({ id }) => id), identifiers: false };
}

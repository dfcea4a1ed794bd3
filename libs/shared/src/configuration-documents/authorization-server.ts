/** The description of `authorization-server.json`. */
import { text } from '../http/schema-parts.ts';
import { $schema, fileObject, forFile } from './readers.ts';

export const authorizationServerFile = forFile(
  'An external authorization server that issues access tokens: authorization-server.json',
  fileObject(
    {
      $schema,
      issuer: { ...text, minLength: 1, description: 'Issuer identifier, as in its tokens' },
      jwksUri: { ...text, description: 'Address of its keys. Default: from its metadata (RFC 8414)' },
      sessionClaim: { ...text, description: 'Claim of its tokens with the issuer_state; default issuer_state' },
    },
    { required: ['issuer'] },
  ),
);

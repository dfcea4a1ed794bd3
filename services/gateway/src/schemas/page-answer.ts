/**
 * The Digital Credentials API's response, forwarded by a backend. The verifier reads it like a browser's, which no
 * schema checks.
 */
import { closed } from '@countersign/shared/http/schema-parts';

export const pageAnswerSchema = closed(
  'PageAnswer',
  [],
  {
    protocol: { type: 'string', minLength: 1, maxLength: 64, description: "The credential's `protocol`" },
    data: { description: "The credential's `data`: an object, or its JSON text" },
    id: { type: 'string', maxLength: 256, description: "The credential's; ignored" },
    type: { type: 'string', maxLength: 64, description: "The credential's; ignored" },
    error: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description:
        "Instead of protocol and data: name of the page's error, such as NotAllowedError. It is recorded, and the request stays open",
    },
    error_description: { type: 'string', maxLength: 1024 },
    origin: { type: 'string', maxLength: 1024, description: 'Ignored: the configuration sets the origins' },
  },
  {
    description: 'What `navigator.credentials.get` returned to the page: `{protocol, data}`, or `{error}` if it failed',
    example: {
      protocol: 'openid4vp-v1-signed',
      data: { response: 'header..iv.ciphertext.tag' },
    },
  },
);

/** Describes a disclosure policy: whom a credential's issuer lets wallets show it to (ARF, topic 43). */
import { closed } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';
import { listOf } from './readers.ts';

const text = (maxLength: number, description: string) =>
  ({ type: 'string', minLength: 1, maxLength, description }) as const;

/** The metadata of all configurations is one document, so a policy is bounded. */
const MOST_PARTIES = 256;
const MOST_ROOTS = 64;

const party = closed(
  'DisclosureParty',
  ['identifier'],
  {
    identifier: text(256, 'The party, as `sub` of its registration certificate'),
    subject_dn: text(1024, 'Its name (RFC 4514), for people: wallets do not compare it'),
    entitlement: { ...text(512, 'URI of an entitlement that its certificate must also have'), format: 'uri' },
  },
  { description: 'A party that may receive the credential' },
);

const root = closed(
  'DisclosureRoot',
  ['issuer_dn', 'serial_number'],
  {
    issuer_dn: text(1024, "The certificate's issuer (RFC 4514)"),
    serial_number: { type: 'string', pattern: '^[0-9a-fA-F]{1,40}$', description: 'In hexadecimal' },
  },
  { description: 'A certificate below which the registration certificate was signed' },
);

export const disclosurePolicy = closed(
  'DisclosurePolicy',
  ['id', 'type'],
  {
    id: { ...text(512, 'URI that names the policy. Wallets do not load it'), format: 'uri' },
    type: {
      type: 'string',
      enum: ['anyone', 'parties', 'roots'],
      description: '`parties`: only the listed ones; `roots`: those registered below one of these certificates',
    },
    description: text(2000, 'The policy in plain words'),
    authority: text(256, 'Id of whoever decides it'),
    info_url: { ...text(2048, 'Page that explains it to users'), format: 'uri' },
    parties: { ...listOf(party, 'For the type `parties`'), maxItems: MOST_PARTIES },
    roots: { ...listOf(root, 'For the type `roots`'), maxItems: MOST_ROOTS },
  },
  {
    description:
      'Whom wallets may show the credential to: they warn their users elsewhere. Not for a PID. A change needs the revocation of what was issued',
  },
);

export type WrittenPolicy = Static<typeof disclosurePolicy>;

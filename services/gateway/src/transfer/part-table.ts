/** What a file of configurations has besides them, such as images, trust anchors and registered wallets. A row for each. */
import { displayBodySchema } from '@countersign/shared/configuration-documents/display';
import { walletsBodySchema } from '@countersign/shared/configuration-documents/wallets';
import { compileSchema, type Validate } from '@countersign/shared/http/validate';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { wholeHostedListSchema } from '@countersign/shared/messages/hosted-list';
import { trustAnchorBodySchema } from '../schemas/key-schemas.ts';
import { registrationBodySchema } from '../schemas/registration-schemas.ts';
import { imageBodySchema } from '../schemas/tenant-part-schemas.ts';
import { trustListBodySchema } from '../schemas/trust-list-schemas.ts';

/** Written before the configurations, in this order: a registration certificate needs its anchors, a configuration its certificate. */
export const partsBefore = ['images', 'trust', 'trustLists', 'registrationCertificates'] as const;
/** Written after them. A display names images. */
export const partsAfter = ['display', 'wallets', 'hostedLists'] as const;
export const partMembers = [...partsBefore, ...partsAfter] as const;
export type PartMember = (typeof partMembers)[number];
export type PartKind =
  | 'image'
  | 'display'
  | 'trust'
  | 'trustList'
  | 'registrationCertificate'
  | 'wallets'
  | 'hostedList';

interface Part {
  readonly kind: PartKind;
  /** Its operations end with `.put` and `.check`. */
  readonly operation: string;
  /** What the tenant has, with `source`: a list, or one. */
  readonly read: string;
  /** Of the route that writes it. */
  readonly validate: Validate;
  /** Id of an item in a list. */
  readonly idOf?: (item: JsonObject) => string;
  /** Parameters of the path that removes an item; absent: it can't be removed without a trace. */
  readonly removal?: (item: JsonObject) => Readonly<Record<string, string>>;
}

const byId = ({ id }: JsonObject) => ({ id: String(id) });

export const parts: Readonly<Record<PartMember, Part>> = {
  images: {
    kind: 'image',
    operation: 'issuer.image',
    read: 'issuer.image.whole',
    validate: compileSchema(imageBodySchema),
    idOf: ({ file }) => String(file),
    removal: ({ file }) => ({ file: String(file) }),
  },
  display: {
    kind: 'display',
    operation: 'issuer.display',
    read: 'issuer.display.get',
    validate: compileSchema(displayBodySchema),
    removal: () => ({}),
  },
  trust: {
    kind: 'trust',
    operation: 'issuer.trust',
    read: 'issuer.trust.whole',
    validate: compileSchema(trustAnchorBodySchema),
    idOf: ({ purpose, id }) => `${String(purpose)}/${String(id)}`,
    removal: ({ purpose, id }) => ({ purpose: String(purpose), id: String(id) }),
  },
  trustLists: {
    kind: 'trustList',
    operation: 'issuer.trust-list',
    read: 'issuer.trust-list.whole',
    validate: compileSchema(trustListBodySchema),
    idOf: ({ id }) => String(id),
    removal: byId,
  },
  registrationCertificates: {
    kind: 'registrationCertificate',
    operation: 'verifier.registration',
    read: 'verifier.registration.whole',
    validate: compileSchema(registrationBodySchema),
    idOf: ({ id }) => String(id),
    removal: byId,
  },
  hostedLists: {
    kind: 'hostedList',
    operation: 'issuer.hosted-list.whole',
    read: 'issuer.hosted-list.whole',
    validate: compileSchema(wholeHostedListSchema),
    idOf: ({ id }) => String(id),
  },
  wallets: {
    kind: 'wallets',
    operation: 'issuer.wallets',
    read: 'issuer.wallets.get',
    validate: compileSchema(walletsBodySchema),
    removal: () => ({}),
  },
};

/** A call of a part's operation, without who calls. */
export interface PartCall {
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}

export function putOf(member: PartMember, document: JsonObject): PartCall {
  return { operation: `${parts[member].operation}.put`, ...writeOf(member, document) };
}

/** Removes an item, as its own route does; undefined if it can't be removed without a trace. */
export function removalOf(member: PartMember, document: JsonObject): PartCall | undefined {
  const { operation, removal } = parts[member];
  return removal && { operation: `${operation}.delete`, params: removal(document) };
}

/** The purpose of an anchor is in the path of its route. */
export function writeOf(member: PartMember, document: JsonObject) {
  if (member !== 'trust') return { params: {}, body: document };
  const { purpose, ...body } = document;
  return { params: { purpose: String(purpose) }, body };
}

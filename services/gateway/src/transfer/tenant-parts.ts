/** What a file of configurations has besides them, such as images, trust anchors and registered wallets. A row for each. */
import { isDeepStrictEqual } from 'node:util';
import { displayBodySchema } from '@countersign/shared/configuration-documents/display';
import { walletsBodySchema } from '@countersign/shared/configuration-documents/wallets';
import { type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { compileSchema, type Validate } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { wholeHostedListSchema } from '@countersign/shared/messages/hosted-list';
import type { Platform } from '@countersign/shared/runtime/service';
import { trustAnchorBodySchema } from '../schemas/key-schemas.ts';
import { registrationBodySchema } from '../schemas/registration-schemas.ts';
import { imageBodySchema } from '../schemas/tenant-part-schemas.ts';
import { trustListBodySchema } from '../schemas/trust-list-schemas.ts';

/** Written before the configurations, in this order: a registration certificate needs its anchors, a configuration its certificate. */
export const partsBefore = ['images', 'trust', 'trustLists', 'registrationCertificates'] as const;
/** Written after them. A display names images. */
export const partsAfter = ['display', 'wallets', 'hostedLists'] as const;
const partMembers = [...partsBefore, ...partsAfter] as const;
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
}

const parts: Readonly<Record<PartMember, Part>> = {
  images: {
    kind: 'image',
    operation: 'issuer.image',
    read: 'issuer.image.whole',
    validate: compileSchema(imageBodySchema),
    idOf: ({ file }) => String(file),
  },
  display: {
    kind: 'display',
    operation: 'issuer.display',
    read: 'issuer.display.get',
    validate: compileSchema(displayBodySchema),
  },
  trust: {
    kind: 'trust',
    operation: 'issuer.trust',
    read: 'issuer.trust.whole',
    validate: compileSchema(trustAnchorBodySchema),
    idOf: ({ purpose, id }) => `${String(purpose)}/${String(id)}`,
  },
  trustLists: {
    kind: 'trustList',
    operation: 'issuer.trust-list',
    read: 'issuer.trust-list.whole',
    validate: compileSchema(trustListBodySchema),
    idOf: ({ id }) => String(id),
  },
  registrationCertificates: {
    kind: 'registrationCertificate',
    operation: 'verifier.registration',
    read: 'verifier.registration.whole',
    validate: compileSchema(registrationBodySchema),
    idOf: ({ id }) => String(id),
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
  },
};

export type TenantParts = Readonly<Record<PartMember, readonly JsonObject[]>>;
type Caller = Pick<Platform, 'call'>;

/** What the tenant has, of files too; what it inherits is not its own. */
export async function readParts({ call }: Caller, request: OperationRequest): Promise<TenantParts> {
  const read = async (member: PartMember): Promise<readonly [PartMember, readonly JsonObject[]]> => {
    const { body } = await call(parts[member].read, onBehalfOf(request, { method: 'GET' }));
    const items = Array.isArray(body) ? body.filter(isObject) : isObject(body) ? [body] : [];
    return [member, items.filter(({ source }) => source === 'file' || source === 'api')];
  };
  return Object.fromEntries(await Promise.all(partMembers.map(read))) as unknown as TenantParts;
}

/** The members of a file. Images of the folder `public` are not in it: they are copied with their folder. */
export function exportedParts(present: TenantParts): JsonObject {
  const shown = { ...present, images: present.images.filter(({ data }) => data !== undefined) };
  const members = partMembers.flatMap((member): readonly (readonly [PartMember, Json])[] => {
    const [first] = shown[member];
    if (first === undefined) return [];
    return [[member, parts[member].idOf === undefined ? first : [...shown[member]]]];
  });
  return Object.fromEntries(members);
}

export interface PlannedPart {
  /** The member of the file. */
  readonly member: PartMember;
  readonly kind: PartKind;
  readonly id?: string;
  /** JSON pointer from the file. */
  readonly pointer: string;
  readonly outcome: 'new' | 'changed' | 'unchanged' | 'wrong' | 'file';
  readonly mistakes: readonly FieldError[];
  readonly document: JsonObject;
  /** What the tenant has under the same id. */
  readonly present?: JsonObject;
}

/** What a plan of one member is made of. */
export interface PartPlan {
  readonly member: PartMember;
  /** The member of the file. */
  readonly given: Json | undefined;
  readonly present: TenantParts;
  /** Names of images that are written before. */
  readonly images: readonly string[];
}

/** Compares and checks what the file has of one member. */
export async function planPart(
  platform: Caller,
  request: OperationRequest,
  plan: PartPlan,
): Promise<readonly PlannedPart[]> {
  const planned: PlannedPart[] = [];
  for (const one of comparePart(plan)) {
    const mistakes = isWritten(one) ? await mistakesOf(platform, request, one, plan) : [];
    const twice = one.id !== undefined && planned.some(({ id }) => id === one.id);
    const all = [...(twice ? [{ pointer: '', detail: 'The file has this one twice' }] : []), ...mistakes];
    planned.push(all.length === 0 ? one : { ...one, outcome: 'wrong', mistakes: all });
  }
  return planned;
}

function comparePart({ member, given, present }: PartPlan): readonly PlannedPart[] {
  const { kind, idOf } = parts[member];
  const items = (Array.isArray(given) && idOf !== undefined ? given : [given]).filter(isObject);
  return items.map((item, index) => {
    const id = idOf?.(item);
    const before = present[member].find((one) => idOf?.(one) === id);
    const document = bare(item);
    const same = before !== undefined && isDeepStrictEqual(document, bare(before));
    const differs = before === undefined ? 'new' : before.source === 'file' ? 'file' : 'changed';
    const pointer = idOf === undefined ? `/${member}` : `/${member}/${index}`;
    return {
      member,
      kind,
      pointer,
      mistakes: [],
      document,
      ...(id === undefined ? {} : { id }),
      ...(before === undefined ? {} : { present: before }),
      outcome: same ? 'unchanged' : differs,
    };
  });
}

async function mistakesOf(
  { call }: Caller,
  request: OperationRequest,
  { document }: PlannedPart,
  { member, images }: PartPlan,
): Promise<readonly FieldError[]> {
  const { operation, validate } = parts[member];
  const { params, body } = writeOf(member, document);
  const shape = validate(body);
  if (shape.length > 0) return shape;
  const asked = { method: 'POST', params, encoding: 'json', repeatable: true } as const;
  const checked = member === 'display' ? { ...body, alongside: images } : body;
  const { body: answer } = await call(`${operation}.check`, onBehalfOf(request, { ...asked, body: checked }));
  const findings = isObject(answer) && Array.isArray(answer.findings) ? answer.findings.filter(isObject) : [];
  return findings.map(({ pointer, detail }) => ({ pointer: String(pointer), detail: String(detail) }));
}

/** Writes a part, as its own route does. */
export async function writePart(
  { call }: Caller,
  request: OperationRequest,
  { member, document }: PlannedPart,
): Promise<void> {
  const asked = { method: 'POST', encoding: 'json', ...writeOf(member, document) } as const;
  await call(`${parts[member].operation}.put`, onBehalfOf(request, asked));
}

/** The purpose of an anchor is in the path of its route. */
function writeOf(member: PartMember, document: JsonObject) {
  if (member !== 'trust') return { params: {}, body: document };
  const { purpose, ...body } = document;
  return { params: { purpose: String(purpose) }, body };
}

/** Whether an import writes it. */
export function isWritten({ outcome }: Pick<PlannedPart, 'outcome'>): boolean {
  return outcome === 'new' || outcome === 'changed';
}

export function isPart(planned: object): planned is PlannedPart {
  return 'member' in planned;
}

/** Without what an export adds. */
function bare({ source: _, createdAt: __, ...written }: JsonObject): JsonObject {
  return written;
}

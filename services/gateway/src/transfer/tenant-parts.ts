/** The parts of a file of configurations: read, compared, checked and written. */
import { isDeepStrictEqual } from 'node:util';
import { type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { type PartKind, type PartMember, partMembers, parts, putOf, writeOf } from './part-table.ts';

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
  /** JSON pointer in the file. */
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
  const { operation, ...asked } = putOf(member, document);
  await call(operation, onBehalfOf(request, { method: 'POST', encoding: 'json', ...asked }));
}

/** Everything that the tenant has of these members. */
export function presentParts(present: TenantParts) {
  return partMembers.flatMap((member) =>
    present[member].map((document) => {
      const { kind, idOf } = parts[member];
      return { member, kind, document, ...(idOf === undefined ? {} : { id: idOf(document) }) };
    }),
  );
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

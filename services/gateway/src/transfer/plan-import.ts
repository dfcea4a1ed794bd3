/** What the import of a file would change, and every error in it. Writes nothing. */
import { isDeepStrictEqual } from 'node:util';
import { inDocumentOrder } from '@countersign/shared/flow-config/document-findings';
import { bodyObject, type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { doublySpelled, toNeutral } from '../documents/variant-shape.ts';
import { type InForce, type ListedKind, listedKinds, serviceOf, type TransferPlatform } from './in-force.ts';
import { putInSecrets } from './left-out-secrets.ts';
import { type PartKind, type PartMember, partsAfter, partsBefore } from './part-table.ts';
import { isWritten, planPart } from './tenant-parts.ts';

export interface Planned {
  readonly kind: ListedKind | 'signIn' | PartKind;
  readonly id?: string;
  /** JSON pointer in the file. */
  readonly pointer: string;
  /** `file`: only a file of the server can change it. */
  readonly outcome: 'new' | 'changed' | 'unchanged' | 'wrong' | 'file';
  /** Pointers are from the configuration. */
  readonly mistakes: readonly FieldError[];
  /** With the secrets that the file leaves out. */
  readonly document: JsonObject;
  /** What the tenant has under the same id, with its secrets. */
  readonly present?: JsonObject;
}

/** @returns an entry for each configuration of the file, in the order in which they are written */
export async function planImport(
  platform: TransferPlatform,
  request: OperationRequest,
  present: InForce,
): Promise<readonly Planned[]> {
  const file = bodyObject(request);
  const partsOf = (members: readonly PartMember[], images: readonly string[]) =>
    Promise.all(
      members.map((member) =>
        planPart(platform, request, { member, given: file[member], present: present.parts, images }),
      ),
    );
  const first = (await partsOf(partsBefore, [])).flat();
  const writtenOf = (kind: PartKind) =>
    first.filter((one) => one.kind === kind && isWritten(one)).map(({ id }) => String(id));
  const images = writtenOf('image');
  const compared = listedKinds.map((kind) => compareAll(kind, itemsOf(file[kind]), present[kind]));
  const alongside = (compared[0] ?? []).filter(isWritten).map(({ document }) => String(document.id));
  const before = {
    presentation: { alongside: writtenOf('registrationCertificate') },
    issuance: { alongside, images },
  };
  const checked = await Promise.all(compared.map((all) => checkAll(platform, request, all, before)));
  const signIn = isObject(file.signIn)
    ? compare({ kind: 'signIn', pointer: '/signIn' }, file.signIn, present.signIn)
    : [];
  const others = await partsOf(partsAfter, images);
  return [...first, ...checked.flat(), ...(await checkSignIn(platform, request, signIn)), ...others.flat()];
}

type Named = Pick<Planned, 'kind' | 'pointer' | 'id'>;

function compareAll(kind: ListedKind, given: readonly JsonObject[], present: readonly JsonObject[]) {
  return given.flatMap((item, index) => {
    const { id } = item;
    const named = { kind, pointer: `/${kind}/${index}`, ...(typeof id === 'string' ? { id } : {}) };
    const twice = given.slice(0, index).some((other) => other.id === id);
    const all = compare(
      named,
      item,
      present.find((other) => other.id === id),
    );
    const detail = 'The file has this id twice';
    return twice ? all.map((one) => withMistakes(one, [{ pointer: '/id', detail }])) : all;
  });
}

function compare(named: Named, given: JsonObject, before: JsonObject | undefined): readonly Planned[] {
  const spelled = doublySpelled(given);
  const neutral = spelled.length === 0 ? toNeutral(given) : given;
  const { document, mistakes } = putInSecrets(bare(neutral), before === undefined ? {} : toNeutral(before));
  const same = before !== undefined && isDeepStrictEqual(document, bare(toNeutral(before)));
  const outcome = same ? 'unchanged' : before === undefined ? 'new' : 'changed';
  const present = before === undefined ? {} : { present: before };
  return [withMistakes({ ...named, outcome, document, mistakes: [], ...present }, [...spelled, ...mistakes])];
}

/** One call a kind: rules between configurations hold for what is there after the import. */
async function checkAll(
  { call }: TransferPlatform,
  request: OperationRequest,
  planned: readonly Planned[],
  before: Readonly<Record<ListedKind, JsonObject>>,
): Promise<readonly Planned[]> {
  const written = planned.filter(isWritten);
  const [first] = written;
  if (first === undefined) return planned;
  const body: JsonObject = {
    configurations: written.map(({ document }) => document),
    ...before[first.kind as ListedKind],
  };
  const service = serviceOf[first.kind as ListedKind];
  const { body: answer } = await call(`${service}.configuration.check`, checkRequest(request, body));
  const findings = isObject(answer) && Array.isArray(answer.findings) ? answer.findings : [];
  const found = new Map(written.map((one, index) => [one, errorsOf(findings[index])]));
  return planned.map((one) => withMistakes(one, found.get(one) ?? []));
}

async function checkSignIn(
  { call }: TransferPlatform,
  request: OperationRequest,
  planned: readonly Planned[],
): Promise<readonly Planned[]> {
  const [one] = planned;
  if (one === undefined || !isWritten(one)) return planned;
  const { body } = await call('issuer.sign-in.check', checkRequest(request, one.document));
  return [withMistakes(one, errorsOf(isObject(body) ? body.findings : undefined))];
}

function checkRequest(request: OperationRequest, body: JsonObject): OperationRequest {
  return onBehalfOf(request, { method: 'POST', body, encoding: 'json', repeatable: true });
}

function withMistakes(planned: Planned, more: readonly FieldError[]): Planned {
  if (more.length === 0) return planned;
  const mistakes = inDocumentOrder(planned.document, [...planned.mistakes, ...more]);
  return { ...planned, outcome: 'wrong', mistakes };
}

/** Without what an export adds, and a file for its editor. */
export function bare({
  source: _,
  createdAt: __,
  updatedAt: ___,
  findings: ____,
  $schema: _____,
  ...written
}: JsonObject) {
  return written;
}

function itemsOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function errorsOf(value: Json | undefined): readonly FieldError[] {
  return itemsOf(value).map(({ pointer, detail }) => ({ pointer: String(pointer), detail: String(detail) }));
}

/** What the import of a file would change, and every mistake in it. Writes nothing. */
import { isDeepStrictEqual } from 'node:util';
import { inDocumentOrder } from '@countersign/shared/flow-config/document-findings';
import { bodyObject, type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { doublySpelled, toNeutral } from '../documents/variant-shape.ts';
import { type InForce, type ListedKind, listedKinds, serviceOf, type TransferPlatform } from './in-force.ts';
import { putInSecrets } from './left-out-secrets.ts';

export interface Planned {
  readonly kind: ListedKind | 'signIn' | 'display';
  readonly id?: string;
  /** JSON pointer from the file. */
  readonly pointer: string;
  /** `file`: only a file of the server can change it. */
  readonly outcome: 'new' | 'changed' | 'unchanged' | 'wrong' | 'file';
  /** Pointers are from the configuration. */
  readonly mistakes: readonly FieldError[];
  /** With the secrets that the file leaves out. */
  readonly document: JsonObject;
}

/** @returns an entry for each configuration of the file, in the order in which they are written */
export async function planImport(
  platform: TransferPlatform,
  request: OperationRequest,
  present: InForce,
): Promise<readonly Planned[]> {
  const file = bodyObject(request);
  const compared = listedKinds.map((kind) => compareAll(kind, itemsOf(file[kind]), present[kind]));
  const alongside = (compared[0] ?? []).filter(isWritten).map(({ document }) => String(document.id));
  const checked = await Promise.all(compared.map((all) => checkAll(platform, request, all, alongside)));
  const signIn = isObject(file.signIn)
    ? compare({ kind: 'signIn', pointer: '/signIn' }, file.signIn, present.signIn)
    : [];
  return [...checked.flat(), ...(await checkSignIn(platform, request, signIn)), ...display(file.display, present)];
}

/** Whether an import writes it. */
export function isWritten({ outcome }: Planned): boolean {
  return outcome === 'new' || outcome === 'changed';
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
  return [withMistakes({ ...named, outcome, document, mistakes: [] }, [...spelled, ...mistakes])];
}

/** One call a kind: rules between configurations hold for what is there after the import. */
async function checkAll(
  { call }: TransferPlatform,
  request: OperationRequest,
  planned: readonly Planned[],
  alongside: readonly string[],
): Promise<readonly Planned[]> {
  const written = planned.filter(isWritten);
  const [first] = written;
  if (first === undefined) return planned;
  const body: JsonObject = {
    configurations: written.map(({ document }) => document),
    ...(first.kind === 'issuance' ? { alongside } : {}),
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

function display(given: Json | undefined, present: InForce): readonly Planned[] {
  if (!isObject(given)) return [];
  const same = isDeepStrictEqual(given.entries, present.display?.entries);
  const outcome = same ? 'unchanged' : 'file';
  return [{ kind: 'display', pointer: '/display', outcome, mistakes: [], document: given }];
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
function bare({ source: _, createdAt: __, updatedAt: ___, findings: ____, $schema: _____, ...written }: JsonObject) {
  return written;
}

function itemsOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function errorsOf(value: Json | undefined): readonly FieldError[] {
  return itemsOf(value).map(({ pointer, detail }) => ({ pointer: String(pointer), detail: String(detail) }));
}

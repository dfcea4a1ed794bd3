/** The elements of an mdoc: claims by namespace, checked and typed. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import { type ElementType, MDL_NAMESPACE, standardElementType } from '@countersign/shared/mdoc/element-types';
import { ElementError, elementToCbor } from './element-to-cbor.ts';
import type { MdocConfiguration } from './mdoc-configuration.ts';
import { pointerOf } from './plain-claims.ts';

type Typed = Pick<MdocConfiguration, 'doctype' | 'nameSpaces' | 'elementTypes' | 'rules'>;

/** What the document signer's certificate states about its issuer. */
export interface SignerPlace {
  /** Its subject's C. */
  readonly country?: string;
  /** Its subject's ST. */
  readonly state?: string;
}

export type MdocElements =
  | { readonly ok: true; readonly nameSpaces: ReadonlyMap<string, ReadonlyMap<string, CborValue>> }
  /** With the pointer from the claims, and without a value. */
  | { readonly ok: false; readonly finding: FieldError };

/**
 * The elements to sign. Stops at the first claim that does not match, so that nothing is signed.
 * @param claims `{namespace: {element: value}}`
 */
export function mdocElements(configuration: Typed, claims: JsonObject): MdocElements {
  const nameSpaces = new Map<string, ReadonlyMap<string, CborValue>>();
  for (const [namespace, elements] of Object.entries(claims)) {
    if (!configuration.nameSpaces.has(namespace)) return refused([namespace], unknownNameSpace(configuration));
    if (!isObject(elements)) return refused([namespace], 'must be an object of elements');
    const values = new Map<string, CborValue>();
    for (const [element, value] of Object.entries(elements) as [string, Json][]) {
      if (configuration.rules?.element.test(element) === false) {
        return refused([namespace, element], 'is not an element of this document type');
      }
      const written = elementOf(value, elementType(configuration, namespace, element));
      if (written instanceof ElementError) return refused([namespace, element, ...written.path], written.rule);
      values.set(element, written);
    }
    if (values.size > 0) nameSpaces.set(namespace, values);
  }
  if (nameSpaces.size === 0) return { ok: false, finding: { pointer: '', detail: 'have no element' } };
  return { ok: true, nameSpaces };
}

/** The configuration's type of an element, otherwise the type in its namespace's standard. */
function elementType({ elementTypes }: Typed, namespace: string, element: string): ElementType | undefined {
  return elementTypes.get(namespace)?.get(element) ?? standardElementType(namespace, element);
}

function elementOf(value: Json, type: ElementType | undefined): CborValue | ElementError {
  try {
    return elementToCbor(value, type);
  } catch (error) {
    if (error instanceof ElementError) return error;
    throw error;
  }
}

function refused(path: readonly string[], detail: string): MdocElements {
  return { ok: false, finding: { pointer: pointerOf(path), detail } };
}

function unknownNameSpace({ nameSpaces }: Typed): string {
  return `is not a namespace of this configuration. Expected: ${[...nameSpaces.keys()].join(', ')}`;
}

/**
 * ISO/IEC 18013-5, 7.2.1 and annex B: an mDL's country and jurisdiction must be its signer's. Wallets refuse others.
 * @returns the first element that differs; undefined without a place
 */
export function placeFinding(claims: JsonObject, { country, state }: SignerPlace): FieldError | undefined {
  const elements = own(claims, MDL_NAMESPACE);
  if (!isObject(elements)) return undefined;
  const places = [
    ['issuing_country', country, 'country (C)'],
    ['issuing_jurisdiction', state, 'state (ST)'],
  ] as const;
  for (const [element, expected, attribute] of places) {
    const given = own(elements, element);
    if (expected === undefined || given === undefined || given === expected) continue;
    const detail = `is not the ${attribute} of the certificate that signs mdocs, which is ${expected}`;
    return { pointer: pointerOf([MDL_NAMESPACE, element]), detail };
  }
  return undefined;
}

/**
 * Claims of a sign-in by namespace: each goes to the configuration's first namespace with an element of that name, in
 * the configuration or in the standard. Others are left out.
 */
export function signedInElements({ nameSpaces }: Pick<Typed, 'nameSpaces'>, signedIn: JsonObject): JsonObject {
  const found = new Map<string, [string, Json | undefined][]>();
  for (const [name, value] of Object.entries(signedIn)) {
    const namespace = [...nameSpaces].find(
      ([candidate, elements]) => elements.has(name) || standardElementType(candidate, name) !== undefined,
    )?.[0];
    if (namespace === undefined) continue;
    found.set(namespace, [...(found.get(namespace) ?? []), [name, value]]);
  }
  return Object.fromEntries([...found].map(([namespace, elements]) => [namespace, Object.fromEntries(elements)]));
}

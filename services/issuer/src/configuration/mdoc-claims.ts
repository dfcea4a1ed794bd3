/** The claims of an mdoc: elements by namespace. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';
import { type ElementType, standardElementType } from '@countersign/shared/mdoc/element-types';
import type { MdocConfiguration } from './mdoc-configuration.ts';
import { mdocElements, placeFinding, type SignerPlace } from './mdoc-elements.ts';

export function mdocFinding(
  configuration: MdocConfiguration,
  claims: JsonObject,
  place: SignerPlace,
): FieldError | undefined {
  const elements = mdocElements(configuration, claims);
  return elements.ok ? placeFinding(claims, place) : elements.finding;
}

/** The configuration's namespaces and elements, and the given elements that a standard defines. */
export function mdocNames({ nameSpaces }: MdocConfiguration, given: JsonObject): readonly string[] {
  return [...nameSpaces].flatMap(([namespace, elements]) => {
    const present = own(given, namespace);
    const standard = Object.keys(isObject(present) ? present : {}).flatMap((name) => {
      const type = standardElementType(namespace, name);
      return type === undefined ? [] : [name, ...memberNames(type)];
    });
    return [namespace, ...elements, ...standard];
  });
}

function memberNames(type: ElementType): readonly string[] {
  if (typeof type === 'string') return [];
  if ('items' in type) return memberNames(type.items);
  return Object.entries(type.members).flatMap(([name, member]) => [name, ...memberNames(member)]);
}

/** The one form of a signature that is verified (ETSI TS 119 612, 5.7.1 and annex B). Pure. */
import { CANONICAL, DIGEST_METHODS, ENVELOPED, EXCLUSIVE_CANONICAL, SIGNATURE_METHODS } from './algorithms.ts';
import { descend, elementsBelow, onlyChild, textIn, type XmlElement } from './xml-element.ts';
import { XmlListError } from './xml-list-error.ts';

export interface SignedReference {
  readonly uri: string;
  readonly digestMethod: string;
  readonly transforms: readonly string[];
}

export interface SignatureShape {
  readonly method: string;
  /** In their order. */
  readonly references: readonly SignedReference[];
  /** The position of the references to the list and to the XAdES properties. */
  readonly list: number;
  readonly properties: number;
  /** The certificate in KeyInfo, base64 as written. */
  readonly certificate: string;
}

const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties';
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}$/;

/** @throws XmlListError */
export function signatureShape(signature: XmlElement): SignatureShape {
  const [info, value, keyInfo, object] = exactly(signature, [
    'ds:SignedInfo',
    'ds:SignatureValue',
    'ds:KeyInfo',
    'ds:Object',
  ]);
  if (!BASE64.test(textIn(value) ?? '')) throw shape('The signature has no value');
  const parts = info?.children ?? [];
  const [canonicalization, method, ...references] = parts;
  if (canonicalization?.name !== 'ds:CanonicalizationMethod' || method?.name !== 'ds:SignatureMethod') {
    throw shape('SignedInfo does not have its parts in order');
  }
  if (algorithmOf(canonicalization) !== EXCLUSIVE_CANONICAL)
    throw algorithm('The canonicalization method is not the exclusive one');
  if (!SIGNATURE_METHODS.includes(algorithmOf(method))) throw algorithm('The signature method is not allowed');
  const identifiers = {
    properties: propertiesOf(signature, object),
    keyInfo: keyInfo?.attributes.get('Id'),
  };
  return {
    method: algorithmOf(method),
    ...readReferences(references, identifiers),
    certificate: certificateIn(keyInfo),
  };
}

/** The children of an element, which have exactly these names. */
function exactly(element: XmlElement, names: readonly string[]): readonly XmlElement[] {
  const found = element.children.map(({ name }) => name);
  if (found.join(' ') !== names.join(' ')) throw shape('The signature does not have its parts in order');
  return element.children;
}

/** @returns the identifier of the signed properties of this signature */
function propertiesOf(signature: XmlElement, object: XmlElement | undefined): string {
  const qualifying = onlyChild(object, 'xades:QualifyingProperties');
  const identifier = descend(qualifying, 'xades:SignedProperties')?.attributes.get('Id');
  if (qualifying === undefined || identifier === undefined || object?.children.length !== 1) {
    throw shape('The signature has no signed properties');
  }
  if (qualifying.attributes.get('Target') !== `#${signature.attributes.get('Id')}`) {
    throw shape('The signed properties are about another signature');
  }
  return identifier;
}

function certificateIn(keyInfo: XmlElement | undefined): string {
  const [certificate, more] = keyInfo === undefined ? [] : elementsBelow(keyInfo, 'ds:X509Certificate');
  const value = textIn(certificate);
  if (value === undefined || more !== undefined) throw shape('KeyInfo does not have exactly one certificate');
  return value;
}

interface Identifiers {
  readonly properties: string;
  readonly keyInfo: string | undefined;
}

type Read = Pick<SignatureShape, 'references' | 'list' | 'properties'>;

/** One reference to the whole file, one to the signed properties, and perhaps one to KeyInfo. */
function readReferences(elements: readonly XmlElement[], identifiers: Identifiers): Read {
  const references = elements.map(readReference);
  const list = references.findIndex(({ uri }) => uri === '');
  const properties = references.findIndex(({ uri }) => uri === `#${identifiers.properties}`);
  if (list === -1 || properties === -1) throw shape('The signature does not cover the list and its properties');
  if (elements[properties]?.attributes.get('Type') !== SIGNED_PROPERTIES) throw shape('The reference has another type');
  if (references[list]?.transforms.join(' ') !== `${ENVELOPED} ${EXCLUSIVE_CANONICAL}`) {
    throw shape('The list is transformed in another way before it is signed');
  }
  references.forEach(({ uri, transforms }, position) => {
    if (position === list) return;
    const isKeyInfo = identifiers.keyInfo !== undefined && uri === `#${identifiers.keyInfo}`;
    if (position !== properties && !isKeyInfo) throw shape('The signature covers something else');
    if (transforms.some((one) => one !== EXCLUSIVE_CANONICAL && one !== CANONICAL) || transforms.length > 1) {
      throw shape('The properties are transformed in another way before they are signed');
    }
  });
  if (new Set(references.map(({ uri }) => uri)).size < references.length)
    throw shape('The signature covers a part twice');
  return { references, list, properties };
}

function readReference(element: XmlElement): SignedReference {
  const uri = element.attributes.get('URI');
  const names = element.children.map(({ name }) => name).join(' ');
  const known = names === 'ds:Transforms ds:DigestMethod ds:DigestValue' || names === 'ds:DigestMethod ds:DigestValue';
  if (element.name !== 'ds:Reference' || uri === undefined || !known) throw shape('A reference has another form');
  if (!BASE64.test(textIn(onlyChild(element, 'ds:DigestValue')) ?? '')) throw shape('A reference has no digest');
  const digestMethod = algorithmOf(onlyChild(element, 'ds:DigestMethod'));
  if (!DIGEST_METHODS.includes(digestMethod)) throw algorithm('A digest method is not allowed');
  const transforms = onlyChild(element, 'ds:Transforms')?.children.map(transformOf) ?? [];
  return { uri, digestMethod, transforms };
}

function transformOf(transform: XmlElement): string {
  if (transform.name !== 'ds:Transform') throw shape('A transform has another form');
  return algorithmOf(transform);
}

/** The algorithm of an element that has no parameters. */
function algorithmOf(element: XmlElement | undefined): string {
  const name = element?.attributes.get('Algorithm');
  if (element === undefined || name === undefined || element.children.length > 0) {
    throw shape('An algorithm is missing or has parameters');
  }
  return name;
}

function shape(detail: string): XmlListError {
  return new XmlListError('signature_shape', detail);
}

function algorithm(detail: string): XmlListError {
  return new XmlListError('signature_algorithm', detail);
}

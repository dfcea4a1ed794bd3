/** Elements of XML as plain values, without comments and processing instructions. Pure. */
import type { SaxesTagNS } from 'saxes';

export interface XmlElement {
  /** Prefix of the table below and local name; an unknown namespace is in braces. */
  readonly name: string;
  /** By name, in the same form; an attribute without namespace has no prefix. Namespace declarations are left out. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Text directly in the element, joined across comments and CDATA sections. */
  readonly text: string;
}

/** Namespaces of ETSI TS 119 612, XML Signature and XAdES, each with the prefix that it has here. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://uri.etsi.org/02231/v2#', 'tsl'],
  ['http://uri.etsi.org/02231/v2/additionaltypes#', 'more'],
  ['http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#', 'sie'],
  ['http://www.w3.org/2000/09/xmldsig#', 'ds'],
  ['http://uri.etsi.org/01903/v1.3.2#', 'xades'],
  ['http://www.w3.org/2001/XInclude', 'xi'],
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
]);
const DECLARATIONS = 'http://www.w3.org/2000/xmlns/';

export function nameOf({ uri, local }: { readonly uri: string; readonly local: string }): string {
  if (uri === '') return local;
  const prefix = PREFIXES.get(uri);
  return prefix === undefined ? `{${uri}}${local}` : `${prefix}:${local}`;
}

interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

export interface TreeBuilder {
  open(tag: SaxesTagNS): void;
  text(text: string): void;
  /** Closes the innermost open element. @returns it if it is the outermost one */
  close(): XmlElement | undefined;
}

/** Collects elements from the events of a parser. */
export function buildTree(): TreeBuilder {
  const path: Open[] = [];
  return {
    open: (tag) => {
      const attributes = Object.values(tag.attributes).filter(({ uri }) => uri !== DECLARATIONS);
      const named = new Map(attributes.map((attribute) => [nameOf(attribute), attribute.value]));
      path.push({ name: nameOf(tag), attributes: named, children: [], text: '' });
    },
    text: (text) => {
      const innermost = path.at(-1);
      if (innermost !== undefined) innermost.text += text;
    },
    close: () => {
      const closed = path.pop();
      const parent = path.at(-1);
      if (closed === undefined || parent === undefined) return closed;
      parent.children.push(closed);
      return undefined;
    },
  };
}

export function childrenNamed(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The only child with this name; undefined if it is missing or occurs several times. */
export function onlyChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  const [child, more] = childrenNamed(element, name);
  return more === undefined ? child : undefined;
}

/** Follows a path of only children. */
export function descend(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>(onlyChild, element);
}

/** All elements of this name below an element. */
export function elementsBelow(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsBelow(child, name)]);
}

/** Text without the white space around it; undefined if it is empty or the element contains elements. */
export function textIn(element: XmlElement | undefined): string | undefined {
  if (element === undefined || element.children.length > 0) return undefined;
  return element.text.trim() || undefined;
}

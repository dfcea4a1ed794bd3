/** The part of @xmldom/xmldom that finds a signature: its own types bring all names of browsers into the package. */

export interface XmlNode {
  readonly localName: string | null;
  readonly namespaceURI: string | null;
  readonly childNodes: ArrayLike<XmlNode>;
}

export class DOMParser {
  constructor(options: { readonly errorHandler: (level: string, message: string) => never });
  parseFromString(text: string, type: 'text/xml'): { readonly documentElement: XmlNode };
}

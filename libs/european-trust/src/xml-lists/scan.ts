/** Reads an XML file once before anything else does: only a plain file of bounded size goes on (ETSI TS 119 612, annex B). Pure. */
import { isUtf8 } from 'node:buffer';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { buildTree, nameOf, type XmlElement } from './xml-element.ts';
import { XmlListError, type XmlListProblem } from './xml-list-error.ts';

export interface ScanLimits {
  readonly bytes: number;
  readonly elements: number;
  readonly depth: number;
  /** Attributes of one element, namespace declarations included. */
  readonly attributes: number;
  /** Children of one element: copying a DOM takes time by their square. */
  readonly children: number;
}

/** The largest real list has 4.4 MB, 39,099 elements and a depth of 16. */
export const SCAN_LIMITS: ScanLimits = {
  bytes: 16 * 1024 * 1024,
  elements: 250_000,
  depth: 64,
  attributes: 64,
  children: 10_000,
};

export interface Scanned {
  /** Without byte order mark and leading blanks. */
  readonly text: string;
  /** The only `ds:Signature` in the file, a child of the root. */
  readonly signature: XmlElement;
}

/** What a reader does with the content. The depth of the root is 1. */
interface Listener {
  open(tag: SaxesTagNS, depth: number): void;
  text(text: string): void;
  comment(): void;
  close(depth: number): void;
}

const BYTE_ORDER_MARK = /^\uFEFF/;
const LEADING_BLANKS = /^[ \t\r\n]+/;
/** The attribute names that XML signature libraries treat as identifiers. */
const IDENTIFIERS: ReadonlySet<string> = new Set(['Id', 'ID', 'id']);
/** Size of one parsing step, so that a refusal near the start stops the work. */
const CHUNK = 65_536;

/**
 * Checks the file and finds its signature. Verifies nothing.
 * @throws XmlListError
 */
export function scanXml(bytes: Buffer, limits: ScanLimits = SCAN_LIMITS): Scanned {
  if (bytes.length > limits.bytes) throw new XmlListError('size', `The file has more than ${limits.bytes} bytes`);
  if (!isUtf8(bytes)) throw new XmlListError('encoding', 'The file is not UTF-8');
  const text = bytes.toString('utf8').replace(BYTE_ORDER_MARK, '').replace(LEADING_BLANKS, '');
  const finder = findSignature();
  parse(text, limits, finder.listener);
  const signature = finder.found();
  if (signature === undefined) throw new XmlListError('signature_missing', 'The list has no signature');
  return { text, signature };
}

/**
 * Reads text whose signature was verified, or an element of it.
 * @throws XmlListError
 */
export function readVerified(text: string, limits: ScanLimits = SCAN_LIMITS): XmlElement {
  const tree = buildTree();
  let root: XmlElement | undefined;
  parse(text, limits, {
    open: tree.open,
    text: tree.text,
    comment: () => undefined,
    close: () => {
      root = tree.close() ?? root;
    },
  });
  if (root === undefined) throw new XmlListError('not_well_formed', 'The file is empty');
  return root;
}

/** Keeps the elements of the signature only. */
function findSignature(): { readonly listener: Listener; found(): XmlElement | undefined } {
  const tree = buildTree();
  let inside = false;
  let signature: XmlElement | undefined;
  const listener: Listener = {
    open: (tag, depth) => {
      if (nameOf(tag) === 'ds:Signature') {
        if (inside || signature !== undefined) throw shape('The list has more than one signature');
        if (depth !== 2) throw shape('The signature is not a child of the root');
        inside = true;
      }
      if (inside) tree.open(tag);
    },
    text: (text) => {
      if (inside) tree.text(text);
    },
    comment: () => {
      if (inside) throw shape('The signature contains a comment');
    },
    close: () => {
      if (!inside) return;
      signature = tree.close();
      inside = signature === undefined;
    },
  };
  return { listener, found: () => signature };
}

function shape(detail: string): XmlListError {
  return new XmlListError('signature_shape', detail);
}

/** Feeds a strict parser, and refuses whatever a list has no use for. */
function parse(text: string, limits: ScanLimits, listener: Listener): void {
  const parser = new SaxesParser({ xmlns: true });
  refuseDangers(parser);
  const counts = { elements: 0, depth: 0, children: [0], identifiers: new Set<string>() };
  parser.on('opentag', (tag) => {
    countElement(tag, counts, limits);
    listener.open(tag, counts.depth);
  });
  parser.on('closetag', () => {
    listener.close(counts.depth);
    counts.depth -= 1;
    counts.children.pop();
  });
  parser.on('text', listener.text);
  parser.on('cdata', listener.text);
  parser.on('comment', listener.comment);
  for (let at = 0; at < text.length; at += CHUNK) parser.write(text.slice(at, at + CHUNK));
  parser.close();
}

/** Saxes expands the five entities of XML only and reports any other as an error. */
function refuseDangers(parser: SaxesParser<{ xmlns: true }>): void {
  const refuse = (problem: XmlListProblem, detail: string) => (): never => {
    throw new XmlListError(problem, detail);
  };
  parser.on('doctype', refuse('doctype', 'The file has a document type declaration'));
  parser.on('processinginstruction', refuse('processing_instruction', 'The file contains a processing instruction'));
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toUpperCase() !== 'UTF-8') {
      throw new XmlListError('encoding', 'The file does not declare UTF-8');
    }
  });
  parser.on('error', (error) => {
    throw new XmlListError('not_well_formed', 'The file is not well-formed XML', error);
  });
}

interface Counts {
  elements: number;
  depth: number;
  /** Number of children of each open element so far, the file first. */
  readonly children: number[];
  readonly identifiers: Set<string>;
}

function countElement(tag: SaxesTagNS, counts: Counts, limits: ScanLimits): void {
  counts.elements += 1;
  counts.depth += 1;
  if (counts.elements > limits.elements) {
    throw new XmlListError('too_many_elements', `The file has more than ${limits.elements} elements`);
  }
  if (counts.depth > limits.depth) throw new XmlListError('too_deep', `The file is deeper than ${limits.depth}`);
  const siblings = (counts.children.pop() ?? 0) + 1;
  counts.children.push(siblings, 0);
  if (siblings > limits.children) {
    throw new XmlListError('too_many_elements', `An element has more than ${limits.children} children`);
  }
  if (nameOf(tag).startsWith('xi:')) throw new XmlListError('xinclude', 'The file includes another file');
  const attributes = Object.values(tag.attributes);
  if (attributes.length > limits.attributes) {
    throw new XmlListError('too_many_elements', `An element has more than ${limits.attributes} attributes`);
  }
  for (const { local, value } of attributes) {
    if (!IDENTIFIERS.has(local)) continue;
    if (counts.identifiers.has(value)) throw new XmlListError('duplicate_id', 'Two elements have the same identifier');
    counts.identifiers.add(value);
  }
}

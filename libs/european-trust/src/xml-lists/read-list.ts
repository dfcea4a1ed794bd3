/** The content of a verified list (ETSI TS 119 612, 5.2 and 5.3). Pure. */
import type { ListPointer, XmlList } from './list-value.ts';
import { APPROACHES, LIST_TYPES, TSL_TAG } from './names.ts';
import { hasCriticalExtension, readServices } from './read-services.ts';
import { certificateOf, englishName, textsOf, timeOf } from './read-values.ts';
import { childrenNamed, elementsBelow, onlyChild, textIn, type XmlElement } from './xml-element.ts';
import { XmlListError } from './xml-list-error.ts';

export interface ReadRules {
  /** Values of TSLVersionIdentifier. Lists of today have 6, those before November 2023 have 5. */
  readonly versions: readonly number[];
}

/** A list covers at most six months (5.3.15); two days are for months of different length. */
const LONGEST = (184 + 2) * 86_400_000;
const WHOLE_NUMBER = /^[1-9]\d{0,14}$/;
const TERRITORY = /^[A-Z]{2}$/;

/** @throws XmlListError */
export function readList(root: XmlElement, rules: ReadRules): XmlList {
  const scheme = onlyChild(root, 'tsl:SchemeInformation');
  if (root.name !== 'tsl:TrustServiceStatusList' || root.attributes.get('TSLTag') !== TSL_TAG || scheme === undefined) {
    throw new XmlListError('list_shape', 'The file is not a trusted list');
  }
  const text = (name: string): string | undefined => textIn(onlyChild(scheme, name));
  if (!rules.versions.some((version) => text('tsl:TSLVersionIdentifier') === String(version))) {
    throw new XmlListError('list_version', 'The list has another version');
  }
  const sequence = text('tsl:TSLSequenceNumber');
  if (sequence === undefined || !WHOLE_NUMBER.test(sequence)) {
    throw new XmlListError('sequence_number', 'The sequence number is not a positive whole number');
  }
  const territory = text('tsl:SchemeTerritory');
  if (territory === undefined || !TERRITORY.test(territory)) {
    throw new XmlListError('list_territory', 'The list has no valid territory');
  }
  if (hasCriticalExtension(scheme, 'tsl:SchemeExtensions', new Set())) {
    throw new XmlListError('critical_extension', 'The list has a critical extension that is not understood');
  }
  return {
    type: typeOf(text('tsl:TSLType'), text('tsl:StatusDeterminationApproach')),
    territory,
    sequenceNumber: Number(sequence),
    ...datesOf(scheme),
    operator: englishName(onlyChild(scheme, 'tsl:SchemeOperatorName')),
    operatorNames: textsOf(onlyChild(scheme, 'tsl:SchemeOperatorName'), 'tsl:Name'),
    informationUris: textsOf(onlyChild(scheme, 'tsl:SchemeInformationURI'), 'tsl:URI'),
    pointers: childrenNamed(onlyChild(scheme, 'tsl:PointersToOtherTSL'), 'tsl:OtherTSLPointer').flatMap(readPointer),
    ...readServices(root),
  };
}

function typeOf(type: string | undefined, approach: string | undefined): XmlList['type'] {
  for (const name of ['list of lists', 'national list'] as const) {
    if (type === LIST_TYPES[name] && approach === APPROACHES[name]) return name;
  }
  throw new XmlListError('list_type', 'The list is neither a list of lists nor a national list');
}

function datesOf(scheme: XmlElement): Pick<XmlList, 'issuedAt' | 'nextUpdate'> {
  const issuedAt = timeOf(onlyChild(scheme, 'tsl:ListIssueDateTime'));
  const next = onlyChild(scheme, 'tsl:NextUpdate');
  if (issuedAt === undefined || next === undefined) throw new XmlListError('dates', 'The list has no usable dates');
  // 5.3.15: an empty element closes the list.
  if (next.children.length === 0 && next.text.trim() === '') return { issuedAt, nextUpdate: undefined };
  const nextUpdate = timeOf(onlyChild(next, 'tsl:dateTime'));
  if (nextUpdate === undefined || nextUpdate <= issuedAt || nextUpdate - issuedAt > LONGEST) {
    throw new XmlListError('dates', 'The next update is not within six months after the issue');
  }
  return { issuedAt, nextUpdate };
}

/** Leaves out a pointer without location or territory. The rest of the list stays usable. */
function readPointer(pointer: XmlElement): readonly ListPointer[] {
  const information = onlyChild(pointer, 'tsl:AdditionalInformation');
  const qualifiers = childrenNamed(information, 'tsl:OtherInformation').flatMap(({ children }) => children);
  const qualifier = (name: string): string => textIn(qualifiers.find((one) => one.name === name)) ?? '';
  const location = textIn(onlyChild(pointer, 'tsl:TSLLocation'));
  const territory = qualifier('tsl:SchemeTerritory');
  if (location === undefined || territory === '') return [];
  const identities = onlyChild(pointer, 'tsl:ServiceDigitalIdentities');
  const written = identities === undefined ? [] : elementsBelow(identities, 'tsl:X509Certificate');
  return [
    {
      location,
      territory,
      mimeType: qualifier('more:MimeType'),
      listType: qualifier('tsl:TSLType'),
      certificates: [...new Set(written.flatMap((one) => certificateOf(textIn(one)) ?? []))],
    },
  ];
}

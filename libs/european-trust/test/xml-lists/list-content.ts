/** Content of trusted lists for tests (ETSI TS 119 612, clause 5), each part replaceable. */

const LISTS = 'http://uri.etsi.org/TrstSvc/TrustedList';
export const QUALIFIED = 'http://uri.etsi.org/TrstSvc/Svctype/EAA/Q';
export const STATUS = { granted: `${LISTS}/Svcstatus/granted`, withdrawn: `${LISTS}/Svcstatus/withdrawn` };

export interface SchemeParts {
  readonly version: string;
  readonly sequence: string;
  readonly type: 'EUgeneric' | 'EUlistofthelists';
  readonly approach: string;
  readonly territory: string;
  readonly uris: readonly string[];
  readonly pointers: string;
  readonly issued: string;
  /** Content of NextUpdate. */
  readonly next: string;
  readonly extensions: string;
  readonly providers: string;
}

export function listContent(change: Partial<SchemeParts> = {}): string {
  const parts: SchemeParts = {
    version: '6',
    sequence: '12',
    type: 'EUgeneric',
    approach: change.type === 'EUlistofthelists' ? 'EUlistofthelists' : 'EUappropriate',
    territory: 'DE',
    uris: ['https://lists.example/about'],
    pointers: '',
    issued: '2026-10-01T00:00:00Z',
    next: '<dateTime>2027-03-01T00:00:00Z</dateTime>',
    extensions: '',
    providers: '',
    ...change,
  };
  const uris = parts.uris.map((uri) => `<URI xml:lang="en">${uri}</URI>`).join('');
  return (
    `<SchemeInformation><TSLVersionIdentifier>${parts.version}</TSLVersionIdentifier>` +
    `<TSLSequenceNumber>${parts.sequence}</TSLSequenceNumber><TSLType>${LISTS}/TSLType/${parts.type}</TSLType>` +
    `<SchemeOperatorName><Name xml:lang="de">Betreiber</Name><Name xml:lang="en">OPERATOR</Name></SchemeOperatorName>` +
    `<SchemeInformationURI>${uris}</SchemeInformationURI>` +
    `<StatusDeterminationApproach>${LISTS}/StatusDetn/${parts.approach}</StatusDeterminationApproach>` +
    `<SchemeTerritory>${parts.territory}</SchemeTerritory>${wrapped('PointersToOtherTSL', parts.pointers)}` +
    `<ListIssueDateTime>${parts.issued}</ListIssueDateTime><NextUpdate>${parts.next}</NextUpdate>` +
    `${wrapped('SchemeExtensions', parts.extensions)}</SchemeInformation>${wrapped('TrustServiceProviderList', parts.providers)}`
  );
}

function wrapped(name: string, content: string): string {
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

export interface PointerParts {
  readonly location: string;
  readonly territory: string;
  readonly type?: string;
  readonly mimeType?: string;
  readonly certificates: readonly string[];
}

export function pointer(parts: PointerParts): string {
  const { location, territory, type = 'EUgeneric', mimeType = 'application/vnd.etsi.tsl+xml', certificates } = parts;
  const other = (content: string): string => `<OtherInformation>${content}</OtherInformation>`;
  return (
    `<OtherTSLPointer><ServiceDigitalIdentities>${identity({ certificates })}</ServiceDigitalIdentities>` +
    `<TSLLocation>${location}</TSLLocation><AdditionalInformation>${other(`<TSLType>${LISTS}/TSLType/${type}</TSLType>`)}` +
    `${other(`<SchemeTerritory>${territory}</SchemeTerritory>`)}` +
    `${other(`<more:MimeType xmlns:more="http://uri.etsi.org/02231/v2/additionaltypes#">${mimeType}</more:MimeType>`)}` +
    `</AdditionalInformation></OtherTSLPointer>`
  );
}

export interface IdentityParts {
  readonly certificates?: readonly string[];
  readonly keyIdentifiers?: readonly string[];
}

export function identity({ certificates = [], keyIdentifiers = [] }: IdentityParts): string {
  const id = (name: string, value: string): string => `<DigitalId><${name}>${value}</${name}></DigitalId>`;
  const all = [
    ...certificates.map((one) => id('X509Certificate', one)),
    ...keyIdentifiers.map((one) => id('X509SKI', one)),
  ];
  return `<ServiceDigitalIdentity>${all.join('')}</ServiceDigitalIdentity>`;
}

export interface StateParts extends IdentityParts {
  readonly type?: string;
  readonly status?: string;
  readonly since?: string;
}

function state(parts: StateParts): string {
  const { type = QUALIFIED, status = STATUS.granted, since = '2026-01-01T00:00:00Z' } = parts;
  return (
    `<ServiceTypeIdentifier>${type}</ServiceTypeIdentifier><ServiceName><Name xml:lang="en">Attestations</Name></ServiceName>` +
    `${identity(parts)}<ServiceStatus>${status}</ServiceStatus><StatusStartingTime>${since}</StatusStartingTime>`
  );
}

export interface ServiceParts extends StateParts {
  /** Elements `Extension`. */
  readonly extensions?: string;
  readonly history?: readonly StateParts[];
}

export function service({ extensions = '', history = [], ...parts }: ServiceParts): string {
  const instances = history.map((one) => `<ServiceHistoryInstance>${state(one)}</ServiceHistoryInstance>`).join('');
  return (
    `<TSPService><ServiceInformation>${state(parts)}${wrapped('ServiceInformationExtensions', extensions)}` +
    `</ServiceInformation>${wrapped('ServiceHistory', instances)}</TSPService>`
  );
}

export function provider(services: readonly string[], name = 'Provider', extensions = ''): string {
  return (
    `<TrustServiceProvider><TSPInformation><TSPName><Name xml:lang="en">${name}</Name></TSPName>` +
    `<TSPTradeName><Name xml:lang="en">VATDE-123</Name></TSPTradeName>${wrapped('TSPInformationExtensions', extensions)}` +
    `</TSPInformation><TSPServices>${services.join('')}</TSPServices></TrustServiceProvider>`
  );
}

/** An XML trusted list's content, as a plain value that can be stored and sent between threads. */

export interface XmlList {
  readonly type: 'list of lists' | 'national list';
  /** Territory code, such as ES. EU for the list of lists. */
  readonly territory: string;
  readonly sequenceNumber: number;
  /** Milliseconds. */
  readonly issuedAt: number;
  /** Milliseconds; undefined for a closed list, which has no next update. */
  readonly nextUpdate: number | undefined;
  /** First English name of the operator, otherwise the first name. */
  readonly operator: string;
  readonly operatorNames: readonly string[];
  /** SchemeInformationURI, in the list's order. */
  readonly informationUris: readonly string[];
  readonly pointers: readonly ListPointer[];
  readonly entries: readonly ListEntry[];
  /** Services that could not be read and anchor nothing. */
  readonly skipped: readonly SkippedService[];
}

export interface ListPointer {
  readonly location: string;
  readonly territory: string;
  readonly mimeType: string;
  readonly listType: string;
  /** Certificates that may sign the list, base64 of the DER. */
  readonly certificates: readonly string[];
}

/** How a service is identified: certificates as base64 of the DER, key identifiers as base64, names as written. */
export interface ServiceIdentity {
  readonly certificates: readonly string[];
  readonly keyIdentifiers: readonly string[];
  readonly subjectNames: readonly string[];
}

export interface ServiceState extends ServiceIdentity {
  readonly serviceType: string;
  readonly status: string;
  /** Milliseconds. */
  readonly since: number;
}

export interface ListEntry extends ServiceState {
  /** The provider's place in the list. */
  readonly provider: number;
  /** First English name of the provider, otherwise the first name. */
  readonly entity: string;
  /** All names and trade names of the provider. */
  readonly entityNames: readonly string[];
  readonly service: string;
  /** Earlier states in the list's order, which should be newest first. */
  readonly history: readonly ServiceState[];
}

export interface SkippedService {
  readonly entity: string;
  readonly service: string;
  readonly problem: 'certificate' | 'state' | 'history' | 'critical extension';
}

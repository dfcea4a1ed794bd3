/** Object identifiers in certificates, each as the hexadecimal of its DER. */

/** Extensions (RFC 5280, 4.2). */
export const EXTENSION = {
  alternativeNames: '551d11',
  crlDistributionPoints: '551d1f',
  policies: '551d20',
  /** 2.5.29.56 (RFC 9608) */
  noRevocationAvailable: '551d38',
  /** 1.3.6.1.5.5.7.1.3 (RFC 3739, 3.2.6) */
  qualifiedStatements: '2b06010505070103',
  /** 1.3.6.1.5.5.7.1.1 */
  authorityInformation: '2b06010505070101',
  /** 1.3.6.1.4.1.11129.2.4.2 (RFC 6962, 3.3) */
  timestamps: '2b06010401d679020402',
  /** 0.4.0.194121.2.1 (ETSI EN 319 412-1, 5.2) */
  validityAssured: '04008bec490201',
} as const;

/** Access methods for a certificate's related services: 1.3.6.1.5.5.7.48 (RFC 5280, 4.2.2.1). */
export const ACCESS = { ocsp: '2b06010505073001', caIssuers: '2b06010505073002' } as const;

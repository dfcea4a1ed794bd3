/** URIs of ETSI TS 119 612 (annex D). */

export const TSL_TAG = 'http://uri.etsi.org/19612/TSLTag';

const LISTS = 'http://uri.etsi.org/TrstSvc/TrustedList';

export const LIST_TYPES = {
  'list of lists': `${LISTS}/TSLType/EUlistofthelists`,
  'national list': `${LISTS}/TSLType/EUgeneric`,
} as const;

export const APPROACHES = {
  'list of lists': `${LISTS}/StatusDetn/EUlistofthelists`,
  'national list': `${LISTS}/StatusDetn/EUappropriate`,
} as const;

export const XML_LIST_MIME_TYPE = 'application/vnd.etsi.tsl+xml';

const SERVICES = 'http://uri.etsi.org/TrstSvc/Svctype';

/** Services that issue electronic attestations of attributes. */
export const ATTESTATIONS = {
  qualified: `${SERVICES}/EAA/Q`,
  publicBody: `${SERVICES}/EAA/Pub-EAA`,
  other: `${SERVICES}/EAA`,
} as const;

export const GRANTED = `${LISTS}/Svcstatus/granted`;
/** Status of services that are not qualified. */
export const RECOGNISED = `${LISTS}/Svcstatus/recognisedatnationallevel`;
export const WITHDRAWN = `${LISTS}/Svcstatus/withdrawn`;

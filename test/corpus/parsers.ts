/** The parsers that read what strangers send, each with the errors that it may throw. Anything else is a defect. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ListError } from '@countersign/european-trust/lists/list-error';
import { readSignedList } from '@countersign/european-trust/lists/signed-list';
import { readCertificate } from '@countersign/european-trust/registration/read-certificate';
import { RegistrationError } from '@countersign/european-trust/registration/registration-error';
import { readCrl } from '@countersign/european-trust/revocation/read-crl';
import { UnusableRevocation } from '@countersign/european-trust/revocation/unusable';
import { openList } from '@countersign/european-trust/xml-lists/open-list';
import { XmlListError } from '@countersign/european-trust/xml-lists/xml-list-error';
import { CertificateError } from '@countersign/shared/crypto/certificate-error';
import { verifyCertificateChain } from '@countersign/shared/crypto/certificate-path';
import { parseJwe } from '@countersign/shared/crypto/jwe';
import { JweError } from '@countersign/shared/crypto/jwe-error';
import { parseJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { parseStrictJson } from '@countersign/shared/crypto/strict-json';
import { CborError } from '@countersign/shared/mdoc/cbor-error';
import { CoseError } from '@countersign/shared/mdoc/cose-error';
import { readCoseSign1 } from '@countersign/shared/mdoc/cose-sign1';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { readDeviceResponse } from '@countersign/verifier/mdoc/device-response';
import { MdocError } from '@countersign/verifier/mdoc/mdoc-error';
import { parseIsoMdocResponse } from '@countersign/verifier/presentation/iso-mdoc-response';
import { discloseClaims, parseDisclosures } from '@countersign/verifier/presentation/sd-jwt-disclosures';
import { parseSdJwtVc } from '@countersign/verifier/presentation/sd-jwt-verify';
import { parseDcqlQuery } from '@countersign/verifier/query/dcql-query';
import { PresentationError } from '@countersign/verifier/session/presentation-error';
import { ROOT } from '../cluster/cluster-processes.ts';

export interface Parser {
  /** The folder of its inputs. */
  readonly name: string;
  /** Refuses an input by one of `refusals`. */
  readonly parse: (input: Buffer) => unknown;
  readonly refusals: readonly (new (...arguments_: never[]) => Error)[];
  /** Parts that change more than single bytes do. */
  readonly tokens: readonly string[];
}

export const INPUTS = join(ROOT, 'test', 'corpus', 'inputs');
/** Within the validity of the certificates in the corpus. */
const NOW = Date.UTC(2026, 5, 1, 12);

/** A query has no error of its own: its findings are the caller's to report. */
class RefusedQuery extends Error {
  override readonly name = 'RefusedQuery';
}

const issuer = new X509Certificate(readFileSync(join(INPUTS, 'issuer.pem')));
const textOf = (input: Buffer): string => input.toString('utf8');
const JSON_TOKENS = ['{', '[', '"', ',', 'null', '1e999', '"__proto__":1,', '\\u0000', '\\ud800'];
const COMPACT_TOKENS = ['.', '..', '=', 'e30', 'bnVsbA', 'W10', '~'];
/** An array, a map, a tag, a break, null, a long text, a bignum. */
const CBOR_TOKENS = ['\x9f', '\xbf', '\xd8\x18', '\xff', '\xf6', '\x7b\x7f\xff\xff\xff', '\xc2\x41\x00'];
const DER_TOKENS = ['\x30\x80', '\x30\x84\xff\xff\xff\xff', '\x05\x00', '\x1f\xff\xff', '\xa0\x03\x02\x01\x02'];

export const parsers: readonly Parser[] = [
  { name: 'cbor', parse: (input) => readCbor(input), refusals: [CborError], tokens: CBOR_TOKENS },
  {
    name: 'cose',
    parse: (input) => readCoseSign1(readCbor(input)),
    refusals: [CborError, CoseError],
    tokens: CBOR_TOKENS,
  },
  { name: 'mdoc', parse: (input) => readDeviceResponse(input), refusals: [MdocError], tokens: CBOR_TOKENS },
  {
    name: 'iso-mdoc',
    parse: (input) => parseIsoMdocResponse({ response: input.toString('base64url') }),
    refusals: [PresentationError],
    tokens: CBOR_TOKENS,
  },
  { name: 'jwe', parse: (input) => parseJwe(textOf(input)), refusals: [JweError], tokens: COMPACT_TOKENS },
  {
    name: 'jwt',
    parse: (input) => parseJwt(textOf(input), { maxLength: 16_384 }),
    refusals: [JwtError],
    tokens: COMPACT_TOKENS,
  },
  {
    name: 'sd-jwt',
    parse: (input) => {
      const { issuerJwt, parts } = parseSdJwtVc(textOf(input));
      return discloseClaims(issuerJwt.payload, parseDisclosures(parts.disclosures));
    },
    refusals: [JwtError],
    tokens: COMPACT_TOKENS,
  },
  {
    name: 'dcql',
    parse: (input) => {
      const parsed = parseDcqlQuery(parseStrictJson(textOf(input)));
      if (!parsed.ok) throw new RefusedQuery(parsed.errors[0]?.detail);
    },
    refusals: [JwtError, RefusedQuery],
    tokens: JSON_TOKENS,
  },
  {
    name: 'x509',
    parse: (input) => verifyCertificateChain([input], [issuer], NOW),
    refusals: [CertificateError],
    tokens: DER_TOKENS,
  },
  {
    name: 'crl',
    parse: async (input) => [...(await readCrl(input, issuer, NOW)).entries()],
    refusals: [UnusableRevocation],
    tokens: DER_TOKENS,
  },
  {
    name: 'xml-list',
    parse: (input) => openList(input, 'itself'),
    refusals: [XmlListError],
    tokens: ['<!DOCTYPE a>', '<!--', ']]>', '&#0;', '&a;', '<?a?>', '</', ' Id="list"', 'xmlns=""', '\u{feff}'],
  },
  {
    name: 'json-list',
    parse: (input) => readSignedList(input, { serialisation: 'compact' }).read(),
    refusals: [ListError],
    tokens: COMPACT_TOKENS,
  },
  {
    name: 'registration',
    parse: (input) => readCertificate(textOf(input)),
    refusals: [RegistrationError],
    tokens: COMPACT_TOKENS,
  },
];

/** The content of a trust file and of the limits next to it. Pure. */
import type { X509Certificate } from 'node:crypto';
import { pemCertificates } from '../crypto/x509.ts';
import { isObject, type Json, type JsonObject, parseJson } from '../kernel/json.ts';
import { type AnchorLimits, type IssuerNames, UNLIMITED } from './trust-anchor.ts';

/** CA certificates in PEM. @throws Error without any, or if one isn't a CA */
export function parseAnchors(text: string): readonly X509Certificate[] {
  const found = pemCertificates(text);
  if (found.length === 0 || !found.every(({ ca }) => ca))
    throw new Error('The trust file has no CA certificates, or others too');
  return found;
}

/** PEM certificates of pinned signers. @throws Error without any */
export function parseCertificates(text: string): readonly X509Certificate[] {
  const found = pemCertificates(text);
  if (found.length === 0) throw new Error('The trust file contains no certificates');
  return found;
}

/**
 * `{"vct": [...], "doctype": [...], "names": "any"}`, at least one of them. An anchor limited to types of one format is
 * not trusted for the other. With `"pinned": true` the certificates belong to signers of the listed document types.
 * @throws Error for anything else
 */
export function parseLimits(text: string): AnchorLimits {
  const value = parseJson(text);
  return readLimits(isObject(value) ? value : {});
}

/** The limits of an entry that was written through the API. @throws Error as `parseLimits`; without a member there is no limit */
export function limitsOf(written: JsonObject): AnchorLimits {
  return Object.keys(written).length === 0 ? UNLIMITED : readLimits(written);
}

function readLimits({ vct, doctype, names, pinned = false }: JsonObject): AnchorLimits {
  if (typeof pinned !== 'boolean') throw new Error('pinned must be true or false');
  if (pinned && (vct !== undefined || names !== undefined || doctype === undefined)) {
    throw new Error('pinned certificates need doctype, and neither vct nor names: they sign only mdocs');
  }
  const isOpen = vct === undefined && doctype === undefined;
  if (isOpen && names === undefined) throw new Error('vct or doctype must be a list of types');
  const types = isOpen ? UNLIMITED : { vcts: typesIn('vct', vct), doctypes: typesIn('doctype', doctype) };
  const limits = { ...types, ...(names === undefined ? {} : { names: namesIn(names) }) };
  return pinned ? { ...limits, pinned } : limits;
}

function namesIn(value: Json): IssuerNames {
  if (value === 'certificate' || value === 'any') return value;
  const isList = Array.isArray(value) && value.length > 0;
  if (!isList || !value.every((one): one is string => typeof one === 'string' && one !== '')) {
    throw new Error('names must be certificate, any, or a list of values of iss');
  }
  return value;
}

function typesIn(member: string, value: Json | undefined): readonly string[] {
  const types = value ?? [];
  if (!Array.isArray(types) || !types.every((one): one is string => typeof one === 'string')) {
    throw new Error(`${member} must be a list of types`);
  }
  return types;
}

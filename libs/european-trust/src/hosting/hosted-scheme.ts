/** The scheme of a hosted list as written, and its violations of the type's rules. Pure. */
import { readUploadedCertificates } from '@countersign/shared/crypto/uploaded-certificates';
import { x5cElement } from '@countersign/shared/crypto/x509';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { HostedListBody } from '@countersign/shared/messages/hosted-list';
import { NATIONAL_LIST } from '../lists/national-list.ts';
import { type HostedScheme, hostedProfile } from './hosted-content.ts';

export type Written<T> = { readonly value: T } | { readonly findings: readonly FieldError[] };

/** Members that the type of a European list determines. */
const OF_OTHERS = ['issuance', 'revocation', 'approach', 'rules', 'territory'] as const;

/** @param before the scheme that is replaced @param now milliseconds */
export function writtenScheme(
  { revision: _, nextSigners, ...scheme }: HostedListBody,
  before: HostedScheme | undefined,
  now: number,
): Written<HostedScheme> {
  const next = nextSigners === undefined ? undefined : readUploadedCertificates(nextSigners, now);
  const findings = [
    ...typeFindings(scheme, before),
    ...(next?.findings ?? []).map((detail) => ({ pointer: '/nextSigners', detail })),
  ];
  if (findings.length > 0) return { findings };
  return { value: { ...scheme, nextSigners: (next?.certificates ?? []).map(x5cElement) } };
}

function typeFindings(
  scheme: Omit<HostedListBody, 'revision'>,
  before: HostedScheme | undefined,
): readonly FieldError[] {
  const { type, eu } = hostedProfile(scheme);
  if (type === NATIONAL_LIST.type) return [{ pointer: '/list', detail: 'is a list in XML, which is not hosted here' }];
  if (before !== undefined && type !== hostedProfile(before).type) {
    return [{ pointer: '/list', detail: `must stay ${before.list}: create another list for another type` }];
  }
  if (eu !== undefined) {
    const extra = OF_OTHERS.filter((name) => scheme[name] !== undefined);
    return extra.map((name) => ({ pointer: `/${name}`, detail: 'is not allowed: the type of the list sets it' }));
  }
  return (['issuance', 'territory'] as const).flatMap((name) =>
    scheme[name] === undefined
      ? [{ pointer: `/${name}`, detail: 'is required for a list that is not one of Europe' }]
      : [],
  );
}

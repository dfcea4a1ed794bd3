/** The form of a presentation request, and the request that it makes. Pure. */
import type { FieldFinding } from '../../api/problem.ts';

export interface RequestForm {
  readonly configuration: string;
  /** The wallet is on another device. */
  readonly crossDevice: boolean;
  /** Where the browser of this device goes back to. */
  readonly redirectUri: string;
  /** By which the case is found again; empty for none. */
  readonly reference: string;
}

/** The body of the request; undefined where the address to go back to is missing. */
export function presentationRequest(form: RequestForm): Readonly<Record<string, unknown>> | undefined {
  const { configuration, crossDevice } = form;
  const redirectUri = form.redirectUri.trim();
  const state = form.reference.trim();
  const body = { response_type: 'qrcode', requestId: configuration, ...(state === '' ? {} : { state }) };
  if (crossDevice) return { ...body, crossDevice: true };
  return redirectUri === '' ? undefined : { ...body, redirectUri };
}

/** The finding of the interface at the address to go back to. */
export function redirectError(findings: readonly FieldFinding[]): string | undefined {
  return findings.find(({ pointer }) => pointer === '/redirectUri')?.detail;
}

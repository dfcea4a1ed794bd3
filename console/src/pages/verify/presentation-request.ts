/** The form of a presentation request, and the resulting request. Pure. */
import type { FieldFinding } from '../../api/problem.ts';

export interface RequestForm {
  readonly configuration: string;
  /** The wallet is on another device. */
  readonly crossDevice: boolean;
  /** The address to which this device's browser returns. */
  readonly redirectUri: string;
  /** For finding the case again; may be empty. */
  readonly reference: string;
}

/** The body of the request; undefined if the return address is missing. */
export function presentationRequest(form: RequestForm): Readonly<Record<string, unknown>> | undefined {
  const { configuration, crossDevice } = form;
  const redirectUri = form.redirectUri.trim();
  const state = form.reference.trim();
  const body = { response_type: 'qrcode', requestId: configuration, ...(state === '' ? {} : { state }) };
  if (crossDevice) return { ...body, crossDevice: true };
  return redirectUri === '' ? undefined : { ...body, redirectUri };
}

/** The API's error about the return address. */
export function redirectError(findings: readonly FieldFinding[]): string | undefined {
  return findings.find(({ pointer }) => pointer === '/redirectUri')?.detail;
}

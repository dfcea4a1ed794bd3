import { missingParameter } from '../client/missing-parameter.ts';
import { text, type WalletParameters } from '../client/wallet-parameters.ts';

/** RFC 6749, 4.1.3. @throws ProtocolError `invalid_request` */
export function checkCodeGiven({ parameters }: WalletParameters): { readonly code: string } {
  const code = text(parameters, 'code');
  if (code === undefined) throw missingParameter(parameters, 'code');
  return { code };
}

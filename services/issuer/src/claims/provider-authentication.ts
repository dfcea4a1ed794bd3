/** How the server authenticates to an attribute provider: a header, OAuth client credentials, a client certificate. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { WrittenProvider } from '@countersign/shared/configuration-documents/attribute-providers';
import type { ProviderWebhook } from '@countersign/shared/flow-config/provider-webhook';
import { webhookRuleFindings } from '@countersign/shared/flow-config/webhook-config';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { Environment } from '@countersign/shared/settings/read-settings';

export interface AuthenticationContext {
  /** OUTBOUND_ALLOW */
  readonly allow: readonly string[];
  readonly environment: Environment;
}

type Authentication = Pick<WrittenProvider, 'auth' | 'oauth' | 'tls' | 'signingSecretEnv'>;

/** @param at pointer of the provider */
export function authenticationFindings(
  { auth, oauth, tls, signingSecretEnv }: Authentication,
  at: string,
  { allow, environment }: AuthenticationContext,
): readonly FieldError[] {
  const unset = (member: string, name: string | undefined): readonly FieldError[] =>
    name === undefined || (environment[name] ?? '') !== ''
      ? []
      : [{ pointer: `${at}/${member}`, detail: 'The variable is not set' }];
  return [
    ...unset('auth/valueEnv', auth?.valueEnv),
    ...unset('signingSecretEnv', signingSecretEnv),
    ...(auth === undefined || oauth === undefined
      ? []
      : [{ pointer: `${at}/oauth`, detail: 'auth and oauth exclude each other' }]),
    ...(oauth === undefined
      ? []
      : [...unset('oauth/clientSecretEnv', oauth.clientSecretEnv), ...oauthFindings(oauth, `${at}/oauth`, allow)]),
    ...(tls === undefined ? [] : tlsFindings(tls, `${at}/tls`)),
  ];
}

function oauthFindings(
  { tokenUrl, clientSecretEnv, clientSecretFile: file }: NonNullable<WrittenProvider['oauth']>,
  at: string,
  allow: readonly string[],
): readonly FieldError[] {
  const ofUrl = webhookRuleFindings({ url: tokenUrl }, at, allow);
  return [
    ...ofUrl.map(({ detail }) => ({ pointer: `${at}/tokenUrl`, detail })),
    ...((clientSecretEnv === undefined) === (file === undefined)
      ? [{ pointer: at, detail: 'Either clientSecretEnv or clientSecretFile is required' }]
      : []),
    ...(file === undefined || secretIn(file) !== undefined
      ? []
      : [{ pointer: `${at}/clientSecretFile`, detail: UNREADABLE }]),
  ];
}

function tlsFindings(
  { certificateFile, keyFile }: NonNullable<WrittenProvider['tls']>,
  at: string,
): readonly FieldError[] {
  const certificate = parsed(certificateFile, (text) => new X509Certificate(text));
  const key = parsed(keyFile, createPrivateKey);
  const unusable = (member: string): FieldError => ({ pointer: `${at}/${member}`, detail: UNREADABLE });
  if (certificate === undefined || key === undefined) {
    return [
      ...(certificate === undefined ? [unusable('certificateFile')] : []),
      ...(key === undefined ? [unusable('keyFile')] : []),
    ];
  }
  if (certificate.checkPrivateKey(key)) return [];
  return [{ pointer: `${at}/keyFile`, detail: "It is not the certificate's key" }];
}

const UNREADABLE = 'The file cannot be read, or has the wrong content';

/** What the webhook dispatcher needs; the secrets as they are now. @returns undefined if a file cannot be read */
export function authenticationOf(
  { auth, oauth, tls, signingSecretEnv }: Authentication,
  environment: Environment,
): Pick<ProviderWebhook, 'auth' | 'oauth' | 'tls' | 'signingSecret'> | undefined {
  const variable = (name: string | undefined) => (name === undefined ? undefined : environment[name]);
  const value = variable(auth?.valueEnv);
  const signingSecret = variable(signingSecretEnv);
  const clientSecret =
    oauth?.clientSecretFile === undefined ? variable(oauth?.clientSecretEnv) : secretIn(oauth.clientSecretFile);
  const [certificate, key] = [tls?.certificateFile, tls?.keyFile].map((file) => file && contentOf(file));
  if ((oauth !== undefined && clientSecret === undefined) || (tls !== undefined && !(certificate && key))) {
    return undefined;
  }
  return {
    ...(auth === undefined || value === undefined
      ? {}
      : { auth: { type: 'apiKey', config: { headerName: auth.headerName, value } } }),
    ...(oauth === undefined || clientSecret === undefined
      ? {}
      : {
          oauth: {
            tokenUrl: oauth.tokenUrl,
            clientId: oauth.clientId,
            clientSecret,
            ...(oauth.scope === undefined ? {} : { scope: oauth.scope }),
          },
        }),
    ...(certificate && key ? { tls: { certificate, key } } : {}),
    ...(signingSecret === undefined ? {} : { signingSecret }),
  };
}

/** Editors end a file with a line break. */
function secretIn(file: string): string | undefined {
  const text = contentOf(file)?.trim();
  return text === '' ? undefined : text;
}

function contentOf(file: string): string | undefined {
  return parsed(file, (text) => text);
}

/** Undefined if the file cannot be read or parsed: whoever asks reports it with its place. */
function parsed<T>(file: string, parse: (text: string) => T): T | undefined {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Checks the items of list settings, and settings that depend on each other. */
import { parseAllowList } from '../kernel/address.ts';
import { isRedirectTarget } from '../kernel/redirect-uri.ts';
import { engineTlsProblems } from './engine-tls.ts';
import { haipContradictions } from './haip-settings.ts';
import { addProductionFinding, type RawValue, type SettingsFindings } from './settings-findings.ts';
import { signerProblems } from './signer-problems.ts';
import { isWorkerCount, MAX_WORKERS } from './worker-count.ts';

/** Warning in production if the brokers require no login. */
export const KAFKA_WITHOUT_LOGIN =
  'KAFKA_USERNAME is not set, nor a client certificate: every client that reaches the brokers can read and write all events';

/** This server speaks no TLS itself. */
const HTTPS_WITHOUT_PROXY =
  "PUBLIC_URL is https, so a proxy ends TLS, but TRUST_PROXY is empty: limits treat all of the proxy's clients as one";

/** Warning for as long as two API keys are accepted. */
export const PREVIOUS_KEY_ACCEPTED =
  'AUTH_API_KEY_PREVIOUS is still accepted: remove it when all backends have changed to AUTH_API_KEY';

const MAX_TRIES = 20;
const MAX_PAUSE = 604800;

/** Adds the problems of list items. */
export function checkLists(values: Record<string, RawValue>, { problems }: SettingsFindings): void {
  const { bad } = parseAllowList(values.OUTBOUND_ALLOW as readonly string[]);
  if (bad.length > 0) {
    problems.push(`OUTBOUND_ALLOW accepts host, host:port, addresses and networks, not: ${bad.join(', ')}`);
  }
  const unknown = (values.REDIRECT_ALLOW as readonly string[]).filter((entry) => !isRedirectTarget(entry));
  if (unknown.length > 0)
    problems.push(`REDIRECT_ALLOW accepts host, host:port and scheme:, not: ${unknown.join(', ')}`);
  const pauses = values.WEBHOOK_SCHEDULE as readonly string[];
  const fit = (pause: string): boolean => /^\d{1,6}$/.test(pause) && Number(pause) <= MAX_PAUSE;
  if (pauses.length < 1 || pauses.length > MAX_TRIES || !pauses.every(fit)) {
    problems.push(`WEBHOOK_SCHEDULE must be 1 to ${MAX_TRIES} pauses of 0 to ${MAX_PAUSE} seconds`);
  }
}

/** Adds the problems of settings that depend on each other or on production. */
export function checkTogether(values: Record<string, RawValue>, findings: SettingsFindings): void {
  const { problems, production } = findings;
  if (!isWorkerCount(String(values.WORKERS)))
    problems.push(`WORKERS must be auto, or a number from 1 to ${MAX_WORKERS}`);
  problems.push(...engineTlsProblems(values), ...signerProblems(values, production));
  if (values.HAIP === true) problems.push(...haipContradictions(values, findings.given));
  if ((values.AUTH_CLIENT_SECRET === undefined) !== (values.JWT_SECRET === undefined)) {
    addProductionFinding(findings, 'AUTH_CLIENT_SECRET and JWT_SECRET are needed together; variant B is off');
  }
  checkPreviousKey(values, findings);
  checkPreviousMasterKey(values, findings);
  const publicUrl = String(values.PUBLIC_URL);
  const isHttps = publicUrl.startsWith('https:');
  if (!isHttps && production) problems.push('PUBLIC_URL must be https in production');
  if (isHttps && (values.TRUST_PROXY as readonly string[]).length === 0) findings.warnings.push(HTTPS_WITHOUT_PROXY);
  problems.push(...peopleProblems(values, production));
  if (!production) return;
  if (values.MASTER_KEY === undefined) problems.push('MASTER_KEY is needed in production');
  checkKafka(values, findings);
  // Only the gateway authenticates backends.
  if (findings.service !== undefined && findings.service !== 'gateway') return;
  const variantA = values.AUTH_API_KEY !== undefined;
  const variantB = values.AUTH_CLIENT_SECRET !== undefined && values.JWT_SECRET !== undefined;
  if (!variantA && !variantB) {
    problems.push(
      'AUTH_API_KEY (variant A), or AUTH_CLIENT_SECRET and JWT_SECRET (variant B), are needed in production',
    );
  }
}

/** The second API key, while the first one is changed. */
function checkPreviousKey(values: Record<string, RawValue>, { problems, warnings }: SettingsFindings): void {
  const { AUTH_API_KEY: present, AUTH_API_KEY_PREVIOUS: previous } = values;
  if (previous === undefined) return;
  if (present === undefined) problems.push('AUTH_API_KEY_PREVIOUS is set without AUTH_API_KEY');
  else if (present === previous)
    problems.push('AUTH_API_KEY_PREVIOUS is the same as AUTH_API_KEY: set it to the previous key');
  else warnings.push(PREVIOUS_KEY_ACCEPTED);
}

/**
 * With one key in both, a rotation that has not happened would look complete. Compared as bytes, the form in which they
 * are used.
 */
function checkPreviousMasterKey(values: Record<string, RawValue>, { problems }: SettingsFindings): void {
  const { MASTER_KEY: present, MASTER_KEY_PREVIOUS: previous } = values;
  if (present === undefined || previous === undefined) return;
  const [key, former] = [present, previous].map((text) => Buffer.from(String(text), 'base64url'));
  if (former !== undefined && key?.equals(former) === true) {
    problems.push('MASTER_KEY_PREVIOUS is the same as MASTER_KEY: set it to the previous key');
  }
}

/** User sign-in through OpenID Connect. */
function peopleProblems(values: Record<string, RawValue>, production: boolean): readonly string[] {
  const { MANAGEMENT_OIDC_ISSUER: issuer, MANAGEMENT_OIDC_ROLES: given = [] } = values;
  const mapping = given as readonly string[];
  const unknown = mapping.filter((entry) => !/^[^=].*=(viewer|operator|admin)$/.test(entry));
  const scope = String(values.MANAGEMENT_OIDC_SCOPE).split(' ');
  return [
    ...(unknown.length === 0
      ? []
      : [`MANAGEMENT_OIDC_ROLES accepts value=viewer, value=operator and value=admin, not: ${unknown.join(', ')}`]),
    ...(scope.includes('openid') ? [] : ['MANAGEMENT_OIDC_SCOPE must have the scope value openid']),
    ...(issuer === undefined || isProviderUrl(String(issuer), production)
      ? []
      : ['MANAGEMENT_OIDC_ISSUER must be an https address without query and fragment']),
    ...((issuer === undefined) === (values.MANAGEMENT_OIDC_CLIENT_ID === undefined)
      ? []
      : ['MANAGEMENT_OIDC_ISSUER and MANAGEMENT_OIDC_CLIENT_ID are needed together']),
  ];
}

function isProviderUrl(text: string, production: boolean): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url?.protocol === 'https:' || (url?.protocol === 'http:' && !production);
  return scheme && !/[?#]/.test(text) && url?.username === '' && url.password === '';
}

/** An isolated network may be a broker's only protection, so this is a warning and does not stop the start. */
function checkKafka(values: Record<string, RawValue>, { warnings }: SettingsFindings): void {
  const brokers = values.KAFKA_BROKERS as readonly string[];
  if (brokers.length === 0 || values.KAFKA_USERNAME !== undefined || values.KAFKA_TLS_CERT !== undefined) return;
  warnings.push(KAFKA_WITHOUT_LOGIN);
}

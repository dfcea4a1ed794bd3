/** What the terminal shows after the start. */
import type { Platform } from '@countersign/shared/runtime/service';
import type { Standalone } from './standalone.ts';

export interface Started extends Pick<Standalone, 'url' | 'secrets' | 'warnings'> {
  readonly platform: Pick<Platform, 'settings'>;
  /** How many workers handle requests; absent if this process does. */
  readonly workers?: number;
  /** How many problems the configuration has, as text; undefined without any. */
  readonly findings?: string | undefined;
}

/** Shows the file of generated secrets. The example requests read them from it, so they are never printed. */
export function startBanner({ url, platform, secrets, warnings, findings, workers }: Started): string {
  const { settings } = platform;
  const lines = [
    '',
    `  Countersign listens on ${settings.HOST}:${settings.PORT}`,
    `  Interface      ${url}`,
    ...(settings.CONSOLE === 'on' ? [`  Console        ${url}/console`] : []),
    `  Documents      ${url}/docs  (API: ${url}/docs/api.html, ${url}/openapi.json)`,
    `  Configuration  ${settings.CONFIG_FOLDER}`,
    `  Data           ${settings.DATA_FOLDER}`,
    ...(workers === undefined ? [] : [`  Workers        ${workers}`]),
    ...(secrets.fromFile.length === 0 ? [] : [`  Secrets        ${secrets.file} (${secrets.fromFile.join(', ')})`]),
    ...(findings === undefined
      ? []
      : [`  Warning        ${findings} in the configuration: npm run check-config shows them`]),
    ...warnings.map((warning) => `  Warning        ${warning}`),
  ];
  if (settings.AUTH_API_KEY !== undefined) {
    lines.push(
      '',
      '  An offer by variant A:',
      '',
      `  curl -s ${url}/vci/offer -H "x-api-key: ${secretText('AUTH_API_KEY', secrets)}" \\`,
      "    -H 'content-type: application/json' \\",
      `    -d '{"response_type":"uri","credentialConfigurationIds":["pid"],"flow":"pre_authorized_code"}'`,
    );
  }
  if (settings.AUTH_CLIENT_SECRET !== undefined && settings.JWT_SECRET !== undefined) {
    lines.push(
      '',
      '  The same by variant B:',
      '',
      `  TOKEN=$(curl -s ${url}/auth/token -d client_id=${settings.AUTH_CLIENT_ID} \\`,
      `    --data-urlencode "client_secret=${secretText('AUTH_CLIENT_SECRET', secrets)}" | node -pe 'JSON.parse(require("fs").readFileSync(0)).access_token')`,
      `  curl -s ${url}/issuer-management/offer -H "authorization: Bearer $TOKEN" \\`,
      "    -H 'content-type: application/json' \\",
      `    -d '{"response_type":"uri","credentialConfigurationIds":["pid"],"flow":"pre_authorized_code"}'`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** Shell text that expands to the secret: from the file, or from the variable. */
function secretText(name: string, secrets: Standalone['secrets']): string {
  if (!secrets.fromFile.includes(name)) return `$${name}`;
  return `$(node -pe 'JSON.parse(require("fs").readFileSync("${secrets.file}")).${name}')`;
}

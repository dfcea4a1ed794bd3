/** The webhooks in configurations, as a test call refers to them. Pure. */

export interface ConfiguredWebhook {
  readonly kind: 'presentation' | 'issuance' | 'refresh';
  readonly configurationId: string;
}

/** @param credentials of `GET /issuer-management` @param presentations of `GET /presentation-management` */
export function configuredWebhooks(
  credentials: readonly object[],
  presentations: readonly object[],
): readonly ConfiguredWebhook[] {
  return [
    ...presentations.flatMap((one) => (hasWebhook(one) ? [{ kind: 'presentation', ...idOf(one) } as const] : [])),
    ...credentials.flatMap((one) => [
      ...(hasWebhook(member(one, 'presentation_during_issuance')) ? [{ kind: 'issuance', ...idOf(one) } as const] : []),
      ...(hasWebhook(member(one, 'refresh')) ? [{ kind: 'refresh', ...idOf(one) } as const] : []),
    ]),
  ];
}

function member(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function hasWebhook(value: unknown): boolean {
  return typeof value === 'object' && value !== null && member(value, 'webhook') !== undefined;
}

function idOf(configuration: object): { readonly configurationId: string } {
  return { configurationId: String(member(configuration, 'id')) };
}

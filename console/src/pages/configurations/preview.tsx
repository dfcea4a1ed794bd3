/** What a user sees in a wallet: the credential in each language, or the requested claims. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { connection } from '../../api/connection.ts';
import { Badge } from '../../parts/badge.tsx';
import { ClaimValue } from '../../parts/claim-value.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Notice } from '../../parts/failure.tsx';
import { Select } from '../../parts/field.tsx';
import { session } from '../../state/session.ts';
import { language } from '../../state/settings.ts';
import { configurationTexts } from '../../text/configurations.ts';
import { type Asked, type AskedCredential, askedOf } from './asked-claims.ts';
import { type CredentialPreview, credentialPreview, type Face, inLanguage, nameIn } from './credential-preview.ts';

/** Minimum contrast of large text (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 3;

export function CredentialView({ configuration }: { readonly configuration: unknown }): JSX.Element {
  const preview = credentialPreview(configuration, { issuer: issuerAddress() });
  const said = configurationTexts();
  const [chosen, setChosen] = useState<string>();
  const face = inLanguage(preview.faces, chosen ?? language.value);
  const locale = face?.locale ?? language.value;
  return (
    <>
      {preview.faces.length < 2 ? null : (
        <Select
          label={said.previewLanguage}
          value={locale}
          onChange={setChosen}
          options={preview.faces.map((one) => ({ value: one.locale, text: one.locale || said.anyLanguage }))}
        />
      )}
      {face === undefined ? <Empty title={said.noDisplay}>{said.noDisplayHelp}</Empty> : <Card face={face} />}
      <Claims preview={preview} locale={locale} />
    </>
  );
}

/** Where images of the configuration folder of this tenant are. */
function issuerAddress(): string {
  const now = session.value;
  const tenant = now.state === 'in' ? now.tenant : 'default';
  return tenant === 'default' ? connection.base : `${connection.base}/${encodeURIComponent(tenant)}`;
}

export function Card({ face }: { readonly face: Face }): JSX.Element {
  const said = configurationTexts();
  const { name, description, background, text, contrast, logo, picture } = face;
  const isUnreadable = contrast !== undefined && contrast < LEAST_CONTRAST;
  return (
    <>
      <div
        class="wallet-card"
        lang={face.locale}
        style={{
          ...(background === undefined ? {} : { backgroundColor: background }),
          ...(text === undefined ? {} : { color: text }),
        }}
      >
        {picture === undefined ? null : <img class="wallet-picture" src={picture} alt="" />}
        {logo === undefined ? null : <img class="wallet-logo" src={logo} alt="" />}
        <p class="wallet-name">{name}</p>
        {description === undefined ? null : <p class="wallet-description">{description}</p>}
      </div>
      {contrast === undefined ? null : (
        <p class="small">
          {said.contrast(contrast.toFixed(1))}{' '}
          <Badge tone={isUnreadable ? 'bad' : 'good'}>{isUnreadable ? said.unreadable : said.readable}</Badge>
        </p>
      )}
    </>
  );
}

function Claims({ preview, locale }: { readonly preview: CredentialPreview; readonly locale: string }): JSX.Element {
  const said = configurationTexts();
  if (preview.claims.length === 0) return <p class="soft">{said.noClaims}</p>;
  const spaces = [...new Set(preview.claims.map(({ space }) => space))];
  return (
    <>
      {spaces.map((space) => (
        <section key={space ?? ''}>
          {space === undefined ? null : (
            <h4>
              <code>{space}</code>
            </h4>
          )}
          <dl class="wallet-claims">
            {preview.claims
              .filter((claim) => claim.space === space)
              .map(({ path, names, value, disclosable }) => (
                <div key={path}>
                  <dt>
                    {nameIn(names, locale) ?? <code>{path}</code>}{' '}
                    {disclosable ? null : <Badge>{said.alwaysShown}</Badge>}
                  </dt>
                  <dd>
                    <ClaimValue value={value} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </>
  );
}

export function QuestionView({
  configuration,
  issued,
}: {
  readonly configuration: unknown;
  readonly issued: readonly unknown[];
}): JSX.Element {
  return <AskedView asked={askedOf(configuration, { language: language.value, issued })} />;
}

export function AskedView({ asked }: { readonly asked: Asked }): JSX.Element {
  const said = configurationTexts();
  const { purpose, credentials, sets } = asked;
  if (credentials.length === 0) return <Empty title={said.asksNothing} />;
  return (
    <>
      {purpose === undefined ? (
        <Notice kind="info">{said.noPurpose}</Notice>
      ) : (
        <p>
          <strong>{said.purpose}:</strong> {purpose}
        </p>
      )}
      {credentials.map((credential) => (
        <AskedCredentialView key={credential.id} credential={credential} />
      ))}
      {sets.map(({ required, options }, index) => (
        <p key={index}>
          {required ? said.oneOf : said.maybeOneOf}{' '}
          {options.map((names) => names.join(` ${said.and} `)).join(` ${said.or} `)}
        </p>
      ))}
    </>
  );
}

function AskedCredentialView({ credential }: { readonly credential: AskedCredential }): JSX.Element {
  const said = configurationTexts();
  const { name, claims, claimSets, types } = credential;
  return (
    <section class="asked">
      <h3>{name}</h3>
      {types.map((type) => (
        <p key={type} class="small soft">
          <code>{type}</code>
        </p>
      ))}
      {claims.length === 0 ? (
        <p>{said.noAskedClaims}</p>
      ) : (
        <ul>
          {claims.map(({ path, name: claim, values }) => (
            <li key={path}>
              {claim ?? <code>{path}</code>}
              {values.length === 0 ? null : ` (${said.onlyValues} ${values.join(', ')})`}
            </li>
          ))}
        </ul>
      )}
      {claimSets.length === 0 ? null : (
        <p>
          {said.oneOf} {claimSets.map((paths) => paths.join(', ')).join(` ${said.or} `)}
        </p>
      )}
    </section>
  );
}

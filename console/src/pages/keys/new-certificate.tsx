/** Starts a certificate: the server creates the key, and the authority receives its certificate request. */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { AddForm, type FormParts } from '../../parts/add-form.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { certificateTexts } from '../../text/certificates.ts';
import { keyTexts } from '../../text/keys.ts';
import {
  type CertificateDraft,
  certifiedPurposes,
  EMPTY_CERTIFICATE,
  pathOfKeySet,
  requestFile,
  subjectOf,
} from './certificate-draft.ts';

export interface NewCertificateProps {
  readonly start: CertificateDraft;
  readonly onMade: () => Promise<void>;
}

export function NewCertificate({ start, onMade }: NewCertificateProps): JSX.Element {
  const said = certificateTexts();
  const make = async (draft: CertificateDraft): Promise<JSX.Element> => {
    const { request } = await call<{ request: string }>('POST', pathOfKeySet(draft), { body: subjectOf(draft) });
    await onMade();
    return (
      <>
        <p>{said.made}</p>
        <Snippet text={request} label={said.request} file={requestFile(draft)} />
      </>
    );
  };
  return (
    <AddForm
      title={said.title}
      submit={said.make}
      start={start}
      next={(draft) => draft}
      open={start !== EMPTY_CERTIFICATE}
      onAdd={make}
    >
      {(form) => <CertificateFields {...form} />}
    </AddForm>
  );
}

export function CertificateFields({ draft, edit, at }: FormParts<CertificateDraft>): JSX.Element {
  const said = certificateTexts();
  const field = (name: TextName, isRequired = false): JSX.Element => (
    <Field
      label={said[name]}
      {...helpOf(name)}
      required={isRequired}
      value={draft[name]}
      onInput={(value) => edit({ [name]: value })}
      error={at(`/${name}`)}
    />
  );
  return (
    <>
      <Field label={said.set} help={said.setHelp} required value={draft.set} onInput={(set) => edit({ set })} />
      <Select
        label={said.purpose}
        value={draft.purpose}
        onChange={(purpose) => edit({ purpose: purpose as CertificateDraft['purpose'] })}
        options={certifiedPurposes.map((value) => ({ value, text: keyTexts().purpose(value) }))}
      />
      {field('commonName', true)}
      <Select
        label={said.holder}
        value={draft.holder}
        onChange={(holder) => edit({ holder: holder as CertificateDraft['holder'] })}
        options={(['organization', 'person'] as const).map((value) => ({ value, text: said.holderOf(value) }))}
      />
      {draft.holder === 'organization' ? (
        <>
          {field('organization')}
          {field('organizationIdentifier')}
        </>
      ) : (
        <>
          {field('givenName')}
          {field('surname')}
          {field('serialNumber')}
        </>
      )}
      {field('country')}
      <Field
        label={said.contacts}
        help={said.contactsHelp}
        rows={2}
        value={draft.contacts}
        onInput={(contacts) => edit({ contacts })}
        error={at('/uris') ?? at('/emails')}
      />
      <Field
        label={said.hosts}
        help={said.hostsHelp}
        rows={2}
        value={draft.hosts}
        onInput={(hosts) => edit({ hosts })}
        error={at('/hosts')}
      />
    </>
  );
}

type TextName =
  | 'commonName'
  | 'organization'
  | 'organizationIdentifier'
  | 'givenName'
  | 'surname'
  | 'serialNumber'
  | 'country';

function helpOf(name: TextName): { readonly help?: string } {
  const said = certificateTexts();
  switch (name) {
    case 'commonName':
      return { help: said.commonNameHelp };
    case 'organizationIdentifier':
      return { help: said.organizationIdentifierHelp };
    case 'country':
      return { help: said.countryHelp };
    default:
      return {};
  }
}

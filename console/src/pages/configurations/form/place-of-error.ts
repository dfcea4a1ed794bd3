/** Which field of the form shows an error, and what it is called there. Pure. */
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import { presentationFormTexts } from '../../../text/presentation-form.ts';
import { type ClaimField, claimFields, fieldPlaces, pointersOf, schemaPlace, titleOf } from './claim-field.ts';
import type { Document } from './document.ts';
import { pointerOf } from './form-scope.ts';

export interface FieldPlace {
  /** Name of the field in the form. */
  readonly name: string;
  /** Undefined if the form has no field for it. */
  readonly label?: string;
}

export function placeOfError(document: Document, pointer: string): FieldPlace {
  const field = fieldAt(document, topFields(document), pointer);
  if (field !== undefined) return { name: pointerOf(schemaPlace(field.path)), label: titleOf(field) };
  const label = labelOf(pointer);
  return { name: pointer, ...(label === undefined ? {} : { label }) };
}

function topFields(document: Document): readonly ClaimField[] {
  if (!('config' in document)) return [];
  return fieldPlaces(document).flatMap((place) => claimFields(document, place));
}

/** The innermost field that an error is about. */
function fieldAt(document: Document, fields: readonly ClaimField[], pointer: string): ClaimField | undefined {
  for (const field of fields) {
    const inner = fieldAt(document, field.fields, pointer);
    if (inner !== undefined) return inner;
    if (pointersOf(document, field).some((place) => `${pointer}/`.startsWith(`${place}/`))) return field;
  }
  return undefined;
}

function labelOf(pointer: string): string | undefined {
  const said = configurationFormTexts();
  const asked = presentationFormTexts();
  const known: readonly (readonly [pattern: RegExp, label: string])[] = [
    [/^\/id$/, said.id],
    [/^\/config\/format$/, said.format],
    [/^\/config\/vct$/, said.vct],
    [/^\/config\/doctype$/, said.doctype],
    [/^\/config\/credential_definition(\/.*)?$/, said.types],
    [/\/display\/\d+\/name$/, said.name],
    [/\/display\/\d+\/description$/, said.description],
    [/\/background_color$/, said.background],
    [/\/text_color$/, said.textColour],
    [/\/logo(\/.*)?$/, said.logo],
    [/\/background_image(\/.*)?$/, said.picture],
    [/^\/lifetime$/, said.lifetime],
    [/\/credential_reuse_policy(\/.*)?$/, said.batch],
    [/^\/refresh(\/.*)?$/, said.refresh],
    [/^\/attribute_provider$/, said.attributeProvider],
    [/^\/one_active(\/.*)?$/, said.oneActive],
    [/^\/short_lived$/, said.short_lived],
    [/^\/sign_in$/, said.sign_in],
    [/^\/wallet_initiated$/, said.wallet_initiated],
    [/^\/presentation_during_issuance(\/.*)?$/, said.presentation],
    [/^\/keys$/, said.keys],
    [/^\/disclosure_policy(\/.*)?$/, said.disclosurePolicy],
    [/^\/attestation_scheme(\/.*)?$/, said.scheme],
    [/^\/dcql_query(\/.*)?$/, asked.asked],
    [/^\/registrationCert(\/.*)?$/, asked.purpose],
    [/^\/webhook(\/.*)?$/, asked.webhook],
    [/^\/retention$/, asked.retention],
    [/^\/raw(\/.*)?$/, asked.raw],
    [/^\/redirectOrigins(\/.*)?$/, asked.redirectOrigins],
    [/^\/origins(\/.*)?$/, asked.origins],
  ];
  return known.find(([pattern]) => pattern.test(pointer))?.[1];
}

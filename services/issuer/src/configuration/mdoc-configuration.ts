/** The part of a credential configuration that ISO mdoc decides: doctype, namespaces, element types (OpenID4VCI 1.0, A.2). Pure. */
import {
  MDOC_ALGORITHMS,
  MDOC_BINDING_METHODS,
  mdocEntry,
} from '@countersign/shared/configuration-documents/credential-entry';
import {
  type ElementTypes,
  elementTypesOf,
  namedElements,
} from '@countersign/shared/configuration-documents/mdoc-members';
import { compileMembers } from '@countersign/shared/configuration-documents/member-findings';
import type { SigningAlgorithm } from '@countersign/shared/crypto/keys';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import { COSE_NUMBER } from '@countersign/shared/mdoc/cose-algorithms';
import {
  MDL_DOCTYPE,
  MDL_MANDATORY,
  MDL_NAMESPACE,
  PID_DOCTYPE,
  PID_NAMESPACE,
  standardElementType,
} from '@countersign/shared/mdoc/element-types';
import {
  type CommonConfiguration,
  type ConfigurationContext,
  describedPaths,
  type FormatPart,
  object,
} from './common-configuration.ts';
import { documentFindings, documentRules } from './document-rules.ts';
import { sdJwtMemberErrors } from './members-of-format.ts';
import { proofTypesFindings } from './proof-types.ts';

interface MdocPart extends Pick<CommonConfiguration, 'batchSize' | 'withoutStatus' | 'rules' | 'needsSignerPlace'> {
  readonly format: 'mso_mdoc';
  /** What its key must sign with; default ES256. */
  readonly algorithm?: SigningAlgorithm;
  readonly doctype: string;
  /** The namespaces that its credentials may have, each with the elements that the configuration names. */
  readonly nameSpaces: ReadonlyMap<string, ReadonlySet<string>>;
  /** Types that the configuration gives, by namespace and element. */
  readonly elementTypes: ElementTypes;
  /** Namespaces whose elements the device may sign itself. */
  readonly deviceNameSpaces?: readonly string[];
  /** Whether the protected header contains the signer's certificate; undefined: as the tenant's profile specifies. */
  readonly protectedCertificate?: boolean;
}

export type MdocConfiguration = CommonConfiguration & MdocPart;

const checkEntry = compileMembers(mdocEntry, ['format', 'doctype']);

/** The part of a configuration with the right shape, `<PUBLIC_URL>` replaced, and its errors. */
export function mdocPart(value: JsonObject, { id }: Pick<ConfigurationContext, 'id'>): FormatPart<MdocPart> {
  const config = object(value.config);
  const algorithms = config.credential_signing_alg_values_supported ?? MDOC_ALGORITHMS.ES256;
  const doctype = typeof config.doctype === 'string' ? config.doctype : '';
  const nameSpaces = nameSpacesOf(value, doctype);
  const elementTypes = elementTypesOf(value);
  const rules = documentRules(doctype);
  const { protected_certificate: named } = value;
  const protectedCertificate = typeof named === 'boolean' ? { protectedCertificate: named } : {};
  return {
    part: {
      format: 'mso_mdoc',
      algorithm: algorithmOfNumbers(algorithms),
      doctype,
      nameSpaces,
      elementTypes,
      ...protectedCertificate,
      ...deviceNameSpacesOf(value),
      ...(doctype === MDL_DOCTYPE ? { needsSignerPlace: true as const } : {}),
      ...(rules === undefined ? {} : { rules, withoutStatus: rules.longestLife, batchSize: rules.batchSize }),
    },
    type: { doctype },
    methods: {
      credential_signing_alg_values_supported: algorithms,
      cryptographic_binding_methods_supported: config.cryptographic_binding_methods_supported ?? MDOC_BINDING_METHODS,
    },
    checks: [
      () => [...checkEntry(config, '/config'), ...proofTypesFindings(config.proof_types_supported)],
      () => checkMembers(value),
      () => checkDeviceNameSpaces(value, nameSpaces),
      () => checkPaths(config),
      () => documentFindings(doctype, id, value),
      (isClear) => (isClear('/element_types') ? checkNameSpaces(nameSpaces) : []),
    ],
    findings: [...typeFindings(elementTypes), ...mandatoryFindings(doctype, object(value.claims))],
  };
}

/** Numbers of no algorithm are a finding of the entry. */
function algorithmOfNumbers(numbers: Json): SigningAlgorithm {
  const names = Object.keys(MDOC_ALGORITHMS) as readonly SigningAlgorithm[];
  return names.find((alg) => Array.isArray(numbers) && numbers.includes(COSE_NUMBER[alg])) ?? 'ES256';
}

function deviceNameSpacesOf({ device_namespaces: named }: JsonObject): Pick<MdocPart, 'deviceNameSpaces'> {
  if (!Array.isArray(named) || named.length === 0) return {};
  return { deviceNameSpaces: named.filter((one) => typeof one === 'string') };
}

const WITHOUT = {
  frame: 'Remove disclosureFrame: every mdoc element is disclosable anyway',
  type: 'An mdoc has no type metadata',
};

function checkMembers(value: JsonObject): FieldError[] {
  return [
    ...Object.entries(object(value.claims)).flatMap(([namespace, elements]) =>
      isObject(elements)
        ? []
        : [
            {
              pointer: `/claims/${escapePointer(namespace)}`,
              detail: 'Claims of an mdoc are {namespace: {element: value}}',
            },
          ],
    ),
    ...sdJwtMemberErrors(value, WITHOUT),
  ];
}

/** A device must not state what the issuer states. */
function checkDeviceNameSpaces(value: JsonObject, nameSpaces: ReadonlyMap<string, unknown>): FieldError[] {
  const named = Array.isArray(value.device_namespaces) ? value.device_namespaces : [];
  return named.flatMap((one: Json, index) =>
    typeof one === 'string' && nameSpaces.has(one)
      ? [{ pointer: `/device_namespaces/${index}`, detail: 'The issuer signs the elements of this namespace' }]
      : [],
  );
}

function checkNameSpaces(nameSpaces: ReadonlyMap<string, unknown>): FieldError[] {
  if (nameSpaces.size > 0) return [];
  const detail = "Add this doctype's namespaces to claims, element_types or config.credential_metadata.claims";
  return [{ pointer: '/claims', detail }];
}

/** OpenID4VCI 1.0, Appendix C: the path of an mdoc claim starts with namespace and element. */
function checkPaths(config: JsonObject): FieldError[] {
  return describedPaths(config).flatMap((path, index) =>
    typeof path[0] === 'string' && typeof path[1] === 'string'
      ? []
      : [
          {
            pointer: `/config/credential_metadata/claims/${index}/path`,
            detail: "An mdoc claim's path must start with the namespace and the element",
          },
        ],
  );
}

/** Every namespace that the configuration names, with its elements. The doctypes with a table of types have their own. */
function nameSpacesOf(value: JsonObject, doctype: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (namespace: string, elements: readonly string[]): void => {
    found.set(namespace, new Set([...(found.get(namespace) ?? []), ...elements]));
  };
  if (doctype === MDL_DOCTYPE) add(MDL_NAMESPACE, []);
  if (doctype === PID_DOCTYPE) add(PID_NAMESPACE, []);
  const rules = documentRules(doctype);
  if (rules !== undefined) return new Map([[rules.namespace, new Set()]]);
  for (const [namespace, elements] of namedElements(value)) add(namespace, elements);
  for (const [namespace, element] of describedPaths(object(value.config))) {
    if (typeof namespace === 'string') add(namespace, typeof element === 'string' ? [element] : []);
  }
  return found;
}

/** A type that differs from the standard's: wallets and verifiers expect the standard's. */
function typeFindings(types: ElementTypes): FieldError[] {
  return [...types].flatMap(([namespace, elements]) =>
    [...elements].flatMap(([element, type]) => {
      const standard = standardElementType(namespace, element);
      if (standard === undefined || fits(type, standard)) return [];
      const pointer = `/element_types/${escapePointer(namespace)}/${escapePointer(element)}`;
      return [{ pointer, detail: `Its namespace's standard defines this element as ${nameOf(standard)}` }];
    }),
  );
}

type StandardType = NonNullable<ReturnType<typeof standardElementType>>;

function fits(type: Json | undefined, standard: StandardType): boolean {
  return standard === 'date' ? type === 'full-date' || type === 'tdate' : type === nameOf(standard);
}

function nameOf(standard: StandardType): string {
  if (typeof standard === 'object') return 'items' in standard ? 'array' : 'map';
  return standard === 'date' ? 'full-date or tdate' : standard;
}

/** ISO/IEC 18013-5, 7.2.1. Without static claims, the offer's claims are not known here. */
function mandatoryFindings(doctype: string, claims: JsonObject): FieldError[] {
  if (doctype !== MDL_DOCTYPE || Object.keys(claims).length === 0) return [];
  const elements = claims[MDL_NAMESPACE] ?? {};
  if (!isObject(elements)) return [];
  return MDL_MANDATORY.filter((name) => !Object.hasOwn(elements, name)).map((name) => ({
    pointer: `/claims/${MDL_NAMESPACE}/${name}`,
    detail: 'Every mDL has this element (ISO/IEC 18013-5)',
  }));
}

/**
 * The circuits of zero-knowledge proofs over mdocs that this server accepts (`longfellow-libzk-v1`). Versions up to 5 have a
 * known flaw, and version 6 proves with 86 bits and proofs that no page may post. Pure.
 */
import type { CborKey, CborMap, CborValue } from '@countersign/shared/mdoc/cbor-value';

export const ZK_SYSTEM = 'longfellow-libzk-v1';

export interface Circuit {
  readonly version: number;
  /** Number of elements that a proof is about. */
  readonly attributes: number;
  /** Of the circuit's id, hexadecimal. */
  readonly hash: string;
  readonly blockEncHash: number;
  readonly blockEncSig: number;
}

export const circuits: readonly Circuit[] = [
  {
    version: 7,
    attributes: 1,
    hash: '8d079211715200ff06c5109639245502bfe94aa869908d31176aae4016182121',
    blockEncHash: 4151,
    blockEncSig: 4096,
  },
];

export function zkSystemId({ hash }: Circuit): string {
  return `${ZK_SYSTEM}_${hash}`;
}

/** The circuit that a response names; undefined if the request did not have it. */
export function circuitNamed(id: unknown): Circuit | undefined {
  return circuits.find((circuit) => zkSystemId(circuit) === id);
}

/** The ItemsRequest's `zkRequest` (ISO/IEC 18013-5 second edition; EU TS 13). Wallets must not send a plain document. */
export function zkRequest(): CborMap {
  const specs = circuits.map((circuit) =>
    mapOfTexts({
      zkSystemId: zkSystemId(circuit),
      system: ZK_SYSTEM,
      params: mapOfTexts({
        version: circuit.version,
        circuit_hash: circuit.hash,
        num_attributes: circuit.attributes,
        block_enc_hash: circuit.blockEncHash,
        block_enc_sig: circuit.blockEncSig,
      }),
    }),
  );
  return mapOfTexts({ systemSpecs: specs, zkRequired: true });
}

/** What a request adds if only a proof is accepted. */
export function zkInfo(zeroKnowledge: 'required' | undefined): Readonly<Record<string, CborValue>> | undefined {
  return zeroKnowledge === undefined ? undefined : { zkRequest: zkRequest() };
}

function mapOfTexts(members: Readonly<Record<string, CborValue>>): CborMap {
  return new Map<CborKey, CborValue>(Object.entries(members));
}

/** Verifies a response with a zero-knowledge proof: comparisons, the issuer's chain, then the proof. */
import { decodeBase64url } from '@countersign/shared/crypto/base64url';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { verifySigner } from '../mdoc/verify-document.ts';
import { anchorsForDoctype } from '../presentation/issuer-trust.ts';
import { mdocRefusal } from '../presentation/mdoc-refusals.ts';
import type { VerifiedResponse, VerifyResponseOptions } from '../presentation/verify-response.ts';
import type { MdocQuery } from '../query/dcql-credential.ts';
import type { VerifyProof } from './proof-verifier.ts';
import { type AskedElement, readZkResponse, refused, type ZkStatement } from './read-zk-response.ts';

/**
 * Verifies the only presentation of a response. There is no status: a proof has none.
 * @throws PresentationError; ProtocolError `temporarily_unavailable`
 */
export async function verifyZeroKnowledge(
  options: VerifyResponseOptions,
  verifyProof: VerifyProof | undefined,
): Promise<VerifiedResponse> {
  const [presented] = options.presented;
  const [text = ''] = presented?.presentations ?? [];
  if (presented?.query.format !== 'mso_mdoc') throw refused('query');
  const bytes = decodeBase64url(text);
  if (bytes === undefined) throw refused('not_base64url');
  const statement = readZkResponse(bytes, askedOf(presented.query), options.now);
  const key = issuerKey(statement, options);
  const [transcript] = options.sessionTranscripts();
  if (verifyProof === undefined || transcript === undefined) throw refused('not_requested');
  const { circuit, proof, docType, namespace, element, value, timestamp } = statement;
  const holds = await verifyProof({
    circuit: circuit.hash,
    doc_type: docType,
    namespace,
    element,
    value,
    timestamp,
    ...key,
    transcript: transcript.toString('base64url'),
    proof: proof.toString('base64url'),
  });
  if (!holds) throw refused('does_not_hold');
  const values = { [namespace]: { [element]: value } };
  return { credentials: [{ id: presented.query.id, values }], statuses: [], chains: [], codes: [] };
}

function askedOf({ doctype, claims: [claim] = [] }: MdocQuery): AskedElement {
  const [namespace, element] = claim?.path ?? [];
  return { docType: doctype, namespace: String(namespace), element: String(element) };
}

/** The key of the signer that the wallet names, if its chain leads to an anchor for this type. */
function issuerKey({ docType, x5chain, timestamp }: ZkStatement, options: VerifyResponseOptions) {
  const { anchors, listed, now, known } = options;
  const found = listed?.({
    key: x5chain.map((der) => der.toString('base64')).join(),
    chain: () => [],
    format: 'mso_mdoc',
    types: [docType],
    issuedAt: Date.parse(timestamp),
  });
  const trusted = anchorsForDoctype([...anchors, ...(found ?? [])], docType);
  const signer = mdocRefusal(() => verifySigner({ docType, x5chain }, { anchors: trusted, now, known }));
  const { x, y } = publicJwkOf(signer.publicKey);
  return { x: String(x), y: String(y) };
}

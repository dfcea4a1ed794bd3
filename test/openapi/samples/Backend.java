import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.BothVariantsApi;
import org.openapitools.client.api.VariantBApi;
import org.openapitools.client.model.Delivery;
import org.openapitools.client.model.IssuanceConfig;
import org.openapitools.client.model.OfferRequest;
import org.openapitools.client.model.OfferRequestTxCode;
import org.openapitools.client.model.OfferResponse;
import org.openapitools.client.model.PresentationRequest;
import org.openapitools.client.model.PresentationRequestResponse;
import org.openapitools.client.model.Session;
import org.openapitools.client.model.SessionStatus;
import org.openapitools.client.model.StoredCredentialConfig;
import org.openapitools.client.model.TokenRequest;
import org.openapitools.client.model.TokenResponse;

/** A backend of variant B: arguments are the server's address and the client secret. */
public class Backend {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    VariantBApi tenant = new VariantBApi(client);
    TokenResponse login = tenant.postAuthToken(new TokenRequest().clientId("root").clientSecret(args[1]));
    client.setRequestInterceptor(
        request -> request.header("authorization", "Bearer " + login.getAccessToken()));
    tenant = new VariantBApi(client);
    BothVariantsApi both = new BothVariantsApi(client);

    StoredCredentialConfig stored =
        both.postIssuerManagement(
            new IssuanceConfig()
                .id("badge-java")
                .config(Map.of("format", "dc+sd-jwt", "vct", "https://issuer.example.com/badge", "scope", "badge-java"))
                .claims(Map.of("name", "Erika Mustermann", "address", Map.of("locality", "Berlin")))
                .disclosureFrame(Map.of("_sd", List.of("name"))),
            null, null);
    OfferRequest wanted =
        new OfferRequest()
            .responseType(OfferRequest.ResponseTypeEnum.URI)
            .credentialConfigurationIds(new java.util.LinkedHashSet<>(List.of("badge-java")))
            .claims(Map.of("badge-java", Map.of("name", "Max Mustermann", "address", Map.of("locality", "Köln"))))
            .flow(OfferRequest.FlowEnum.PRE_AUTHORIZED_CODE)
            .txCode(new OfferRequestTxCode(true))
            .state("order-java");
    OfferResponse offer = tenant.postIssuerManagementOffer(wanted, "order-java-offer");
    PresentationRequestResponse request =
        tenant.postPresentationManagementRequest(
            new PresentationRequest()
                .responseType(PresentationRequest.ResponseTypeEnum.QRCODE)
                .requestId("name-check"),
            null);
    Session session = both.getSessionSessionId(offer.getSession(), null);
    List<Delivery> deliveries = both.getSessionSessionIdDeliveries(offer.getSession());
    String problem = "";
    try {
      tenant.postIssuerManagementOffer(
          wanted.credentialConfigurationIds(new java.util.LinkedHashSet<>(List.of("no-such-thing"))),
          null);
    } catch (ApiException refused) {
      JsonNode body = JSON.getDefault().getMapper().readTree(refused.getResponseBody());
      problem = body.get("type").asText();
    }
    System.out.println(
        JSON.getDefault()
            .getMapper()
            .writeValueAsString(
                Map.of(
                    "stored", stored.getId(),
                    "link", offer.getUri(),
                    "txCode", offer.getTxCode(),
                    "qr", request.getUri().substring(0, 21),
                    "status", session.getStatus() == SessionStatus.CREATED ? "created" : "other",
                    "state", session.getState(),
                    "deliveries", deliveries.size(),
                    "problem", problem)));
  }
}

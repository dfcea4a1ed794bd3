/**
 * A wallet on eudi-lib-jvm-openid4vci-kt, driven over standard input and output. One line of input is one flow, as JSON; the
 * last line of output of a flow is its outcome. In between the program writes what a person or the test has to do, and reads
 * a line when it is done.
 */
import com.nimbusds.jose.JOSEObjectType
import com.nimbusds.jose.JWSAlgorithm
import com.nimbusds.jose.JWSHeader
import com.nimbusds.jose.crypto.ECDSASigner
import com.nimbusds.jose.jwk.Curve
import com.nimbusds.jose.jwk.ECKey
import com.nimbusds.jose.jwk.gen.ECKeyGenerator
import com.nimbusds.jwt.JWTClaimsSet
import com.nimbusds.jwt.SignedJWT
import eu.europa.ec.eudi.openid4vci.*
import io.ktor.client.HttpClient
import io.ktor.client.engine.java.Java
import io.ktor.client.plugins.contentnegotiation.ContentNegotiation
import io.ktor.serialization.kotlinx.json.json
import java.io.FileInputStream
import java.net.URI
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.security.KeyStore
import java.security.cert.CertificateFactory
import java.time.Instant
import java.util.Date
import java.util.UUID
import javax.net.ssl.SSLContext
import javax.net.ssl.TrustManagerFactory
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.*

private const val REDIRECT = "https://wallet.example/callback"

/** @param arguments file of the CA that the server's certificate is under, PEM */
fun main(arguments: Array<String>) {
    val tls = trusting(arguments[0])
    while (true) {
        val line = readlnOrNull() ?: break
        val flow = Json.parseToJsonElement(line).jsonObject
        val outcome = runCatching { runBlocking { Flow(flow, tls).run() } }
        say(outcome.getOrElse { buildJsonObject { put("failed", it.toString()) } })
    }
}

/** What the input asks for: `link`, `txCode`, `dpop`, `batch`, `attestation`, `key`, `challengeEndpoint`, `refresh`. */
class Flow(private val asked: JsonObject, private val tls: SSLContext) {
    private val keys = List(asked["batch"]?.jsonPrimitive?.int ?: 1) { newKey() }
    private val factory: KtorHttpClientFactory = {
        HttpClient(Java) {
            engine { config { sslContext(tls) } }
            install(ContentNegotiation) { json(Json { ignoreUnknownKeys = true }) }
        }
    }

    suspend fun run(): JsonObject {
        val issuer = Issuer.make(config(), text("link") ?: "", factory).getOrThrow()
        var authorized = authorize(issuer)
        val configuration = issuer.credentialOffer.credentialConfigurationIdentifiers.first()
        val signers = keys.map(::signer)
        val (afterRequest, first) =
            with(issuer) { authorized.request(payload(authorized, configuration), signers).getOrThrow() }
        authorized = afterRequest
        val (credentials, notification) = when (first) {
            is SubmissionOutcome.Success -> first.credentials to first.notificationId
            is SubmissionOutcome.Failed -> throw first.error
            is SubmissionOutcome.Deferred -> {
                ask("deferred", first.transactionId.value)
                // A wallet comes back when its access token has ended: the library then refreshes by itself.
                if (flag("refresh")) authorized = authorized.copy(timestamp = Instant.EPOCH)
                val (later, outcome) = with(issuer) { authorized.queryForDeferredCredential(first.transactionId).getOrThrow() }
                check(!flag("refresh") || later.accessToken != authorized.accessToken) { "The access token is the same" }
                authorized = later
                check(outcome is DeferredCredentialQueryOutcome.Issued) { outcome.toString() }
                outcome.credentials to outcome.notificationId
            }
        }
        if (notification != null) {
            with(issuer) { authorized.notify(CredentialIssuanceEvent.Accepted(notification, null)).getOrThrow() }
        }
        return buildJsonObject {
            putJsonArray("credentials") { credentials.forEach { add((it.credential as Credential.Str).value) } }
            putJsonArray("keys") { keys.forEach { add(Json.parseToJsonElement(it.toPublicJWK().toJSONString())) } }
            put("grant", authorized.grant.name)
            put("bound", authorized.accessToken is AccessToken.DPoP)
            put("refreshable", authorized.refreshToken != null)
            put("notified", notification != null)
        }
    }

    private fun config() = OpenId4VCIConfig(
        client = client(),
        authFlowRedirectionURI = URI(REDIRECT),
        keyGenerationConfig =
            KeyGenerationConfig.ecOnly(Curve.P_256),
        credentialResponseEncryptionPolicy = CredentialResponseEncryptionPolicy.SUPPORTED,
        dPoPSigner = if (flag("dpop")) signer(newKey()) else null,
        clientAttestationPoPBuilder = text("challengeEndpoint")?.let(::challenged) ?: ClientAttestationPoPBuilder.Default,
    )

    private fun client(): Client {
        val attestation = text("attestation") ?: return Client.Public("eudi-wallet")
        val key = ECKey.parse(text("key"))
        val spec = ClientAttestationPoPJWTSpec(JWSAlgorithm.ES256, jwsSigner = ECDSASigner(key))
        return Client.Attested(ClientAttestationJWT(SignedJWT.parse(attestation)), spec)
    }

    /** The builder that comes with the library knows no challenge; its interface lets a wallet bring one that does. */
    private fun challenged(endpoint: String) = object : ClientAttestationPoPBuilder {
        override fun Client.Attested.attestationPoPJWT(clock: java.time.Clock, authServerId: java.net.URL): ClientAttestationPoPJWT {
            val request = HttpRequest.newBuilder(URI(endpoint)).POST(HttpRequest.BodyPublishers.noBody()).build()
            val http = java.net.http.HttpClient.newBuilder().sslContext(tls).build()
            val answer = http.send(request, HttpResponse.BodyHandlers.ofString()).body()
            val challenge = Json.parseToJsonElement(answer).jsonObject.getValue("attestation_challenge").jsonPrimitive.content
            val now = clock.instant()
            val header = JWSHeader.Builder(popJwtSpec.signingAlgorithm).type(JOSEObjectType(popJwtSpec.typ)).build()
            val claims = JWTClaimsSet.Builder()
                .issuer(id).jwtID(UUID.randomUUID().toString()).audience(authServerId.toString())
                .issueTime(Date.from(now)).expirationTime(Date.from(now.plusSeconds(300)))
                .claim("challenge", challenge).build()
            return ClientAttestationPoPJWT(SignedJWT(header, claims).apply { sign(popJwtSpec.jwsSigner) })
        }
    }

    private suspend fun authorize(issuer: Issuer): AuthorizedRequest = with(issuer) {
        if (credentialOffer.grants is Grants.PreAuthorizedCode) {
            return authorizeWithPreAuthorizationCode(text("txCode")).getOrThrow()
        }
        val prepared = prepareAuthorizationRequest().getOrThrow()
        val back = Json.parseToJsonElement(ask("open", prepared.authorizationCodeURL.toString())).jsonObject
        val (code, state) = listOf("code", "state").map { back.getValue(it).jsonPrimitive.content }
        with(prepared) { authorizeWithAuthorizationCode(AuthorizationCode(code), state).getOrThrow() }
    }

    private fun payload(authorized: AuthorizedRequest, id: CredentialConfigurationIdentifier): IssuanceRequestPayload {
        val identifier = authorized.credentialIdentifiers?.get(id)?.firstOrNull()
        return if (identifier == null) IssuanceRequestPayload.ConfigurationBased(id)
        else IssuanceRequestPayload.IdentifierBased(id, identifier)
    }

    private fun text(name: String): String? = asked[name]?.jsonPrimitive?.contentOrNull
    private fun flag(name: String): Boolean = asked[name]?.jsonPrimitive?.booleanOrNull == true
}

private fun newKey(): ECKey = ECKeyGenerator(Curve.P_256).generate()

private fun signer(key: ECKey): PopSigner.Jwt =
    PopSigner.jwtPopSigner(key, JWSAlgorithm.ES256, JwtBindingKey.Jwk(key.toPublicJWK()))

/** Asks the test to do something. @return the line it answers */
private fun ask(what: String, value: String): String {
    say(buildJsonObject { put("asks", what); put("value", value) })
    return readln()
}

private fun say(line: JsonObject) {
    println(line)
    System.out.flush()
}

private fun trusting(file: String): SSLContext {
    val certificate = FileInputStream(file).use { CertificateFactory.getInstance("X.509").generateCertificate(it) }
    val store = KeyStore.getInstance(KeyStore.getDefaultType()).apply { load(null); setCertificateEntry("ca", certificate) }
    val trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm()).apply { init(store) }
    return SSLContext.getInstance("TLS").apply { init(null, trust.trustManagers, null) }
}

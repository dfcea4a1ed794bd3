/** Has DSS, the Commission's library for signatures, judge trusted lists. One line for each thing that it finds, with tabs between words. */
import eu.europa.esig.dss.model.DSSException;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.model.tsl.LOTLInfo;
import eu.europa.esig.dss.model.tsl.OtherTSLPointer;
import eu.europa.esig.dss.model.tsl.TLInfo;
import eu.europa.esig.dss.model.tsl.TrustService;
import eu.europa.esig.dss.model.tsl.TrustServiceProvider;
import eu.europa.esig.dss.model.tsl.TrustServiceStatusAndInformationExtensions;
import eu.europa.esig.dss.model.x509.CertificateToken;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.client.http.DSSFileLoader;
import eu.europa.esig.dss.spi.tsl.TrustedListsCertificateSource;
import eu.europa.esig.dss.spi.x509.CommonCertificateSource;
import eu.europa.esig.dss.tsl.function.OfficialJournalSchemeInformationURI;
import eu.europa.esig.dss.tsl.job.TLValidationJob;
import eu.europa.esig.dss.tsl.source.LOTLSource;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class TrustedLists {
  private static String location;
  private static String journal;
  private static CommonCertificateSource signers;
  private static Map<String, String> files;

  /** The first argument is the file for the output. Each other one is a file of lines: a word and its values, with spaces between. */
  public static void main(String[] arguments) throws Exception {
    System.setOut(new PrintStream(arguments[0]));
    for (String job : Arrays.copyOfRange(arguments, 1, arguments.length)) {
      signers = new CommonCertificateSource();
      files = new HashMap<>();
      for (String line : Files.readAllLines(Path.of(job))) read(line.split(" "));
      judge();
      say("end");
    }
  }

  private static void read(String[] words) throws Exception {
    switch (words[0]) {
      case "location" -> location = words[1];
      case "journal" -> journal = words[1];
      case "signer" -> signers.addCertificate(DSSUtils.loadCertificateFromBase64EncodedString(words[1]));
      case "keystore" -> readKeystore(words[1]);
      case "file" -> files.put(words[1], words[2]);
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  private static void readKeystore(String file) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      store.load(in, "password".toCharArray());
    }
    for (String alias : Collections.list(store.aliases())) {
      CertificateToken one = new CertificateToken((X509Certificate) store.getCertificate(alias));
      signers.addCertificate(one);
      say("signer", base64(one));
    }
  }

  private static void judge() {
    LOTLSource source = new LOTLSource();
    source.setUrl(location);
    source.setCertificateSource(signers);
    source.setSigningCertificatesAnnouncementPredicate(new OfficialJournalSchemeInformationURI(journal));
    source.setPivotSupport(true);
    source.setTLVersions(List.of(5, 6));
    TLValidationJob job = new TLValidationJob();
    job.setListOfTrustedListSources(source);
    job.setOfflineDataLoader((DSSFileLoader) url -> {
      if (!files.containsKey(url)) throw new DSSException("not served");
      return new FileDocument(files.get(url));
    });
    job.setTrustedListCertificateSource(new TrustedListsCertificateSource());
    job.offlineRefresh();
    for (LOTLInfo lotl : job.getSummary().getLOTLInfos()) report(lotl);
  }

  private static void report(LOTLInfo lotl) {
    say("lotl", verdict(lotl));
    for (TLInfo pivot : lotl.getPivotInfos()) say("pivot", verdict(pivot), pivot.getUrl());
    if (lotl.getParsingCacheInfo().isResultExist()) {
      for (OtherTSLPointer pointer : lotl.getParsingCacheInfo().getTlOtherPointers()) {
        for (CertificateToken one : pointer.getSdiCertificates()) {
          say("pointer", pointer.getSchemeTerritory(), pointer.getTSLLocation(), base64(one));
        }
      }
    }
    for (TLInfo list : lotl.getTLInfos()) {
      if (list.getParsingCacheInfo().isResultExist()) reportList(list);
    }
  }

  private static void reportList(TLInfo list) {
    String territory = list.getParsingCacheInfo().getTerritory();
    say("list", verdict(list), territory);
    for (TrustServiceProvider provider : list.getParsingCacheInfo().getTrustServiceProviders()) {
      for (TrustService service : provider.getServices()) {
        TrustServiceStatusAndInformationExtensions today = service.getStatusAndInformationExtensions().getLatest();
        for (CertificateToken one : service.getCertificates()) {
          say("anchor", territory, today.getType(), today.getStatus(), base64(one));
        }
      }
    }
  }

  private static String verdict(TLInfo info) {
    return info.getValidationCacheInfo().isResultExist() ? info.getValidationCacheInfo().getIndication().name() : "NONE";
  }

  private static String base64(CertificateToken token) {
    return Base64.getEncoder().encodeToString(token.getEncoded());
  }

  private static void say(String... words) {
    System.out.println(String.join("\t", words));
  }
}

/** Has DSS, the Commission's library for signatures, judge signed lists in JSON (JAdES). One line for each list, with tabs between words. */
import eu.europa.esig.dss.enumerations.Indication;
import eu.europa.esig.dss.enumerations.SubIndication;
import eu.europa.esig.dss.model.DSSException;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.simplereport.SimpleReport;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.validation.SignedDocumentValidator;
import eu.europa.esig.dss.validation.reports.Reports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Date;
import java.util.List;

public class HostedLists {
  /** Arguments: the time of validation in milliseconds, and a file of lines: a trusted certificate as base64 of its DER, and a file. */
  public static void main(String[] arguments) throws Exception {
    Date time = new Date(Long.parseLong(arguments[0]));
    for (String line : Files.readAllLines(Path.of(arguments[1]))) {
      String[] words = line.split(" ");
      System.out.println(String.join("\t", judge(words[0], words[1], time)));
    }
  }

  private static List<String> judge(String trusted, String file, Date time) {
    CommonTrustedCertificateSource anchors = new CommonTrustedCertificateSource();
    anchors.addCertificate(DSSUtils.loadCertificateFromBase64EncodedString(trusted));
    CommonCertificateVerifier verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(anchors);
    try {
      SignedDocumentValidator validator = SignedDocumentValidator.fromDocument(new FileDocument(file));
      validator.setCertificateVerifier(verifier);
      validator.setValidationTime(time);
      return verdict(validator.validateDocument());
    } catch (DSSException | UnsupportedOperationException error) {
      return List.of("NOT_A_SIGNATURE", "", "", "");
    }
  }

  private static List<String> verdict(Reports reports) {
    SimpleReport report = reports.getSimpleReport();
    String id = report.getFirstSignatureId();
    if (id == null) return List.of("NOT_A_SIGNATURE", "", "", "");
    Indication indication = report.getIndication(id);
    SubIndication reason = report.getSubIndication(id);
    List<String> structure = reports.getDiagnosticData().getSignatureById(id).getStructuralValidationMessages();
    return List.of(
        indication.name(),
        reason == null ? "" : reason.name(),
        report.getSignatureFormat(id).toString(),
        String.join("; ", structure));
  }
}

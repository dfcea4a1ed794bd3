/** Whole issuances on one process: `npm test` runs the flows of test/e2e on five services. */
import '../e2e/issuance.test.ts';

/** The fresh database of a test file. Defined next to the database code, because tests of the platform import it from there. */
export { openTestDatabase, PATIENT_CONNECT, type TestDatabase } from '../../server/platform/base/db/test-database.ts';
export { testFolder } from '../../server/platform/base/db/test-folder.ts';

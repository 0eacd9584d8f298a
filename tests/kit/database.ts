/** The fresh database of a test file; it lives beside the database because tests of the platform use it from there. */
export { openTestDatabase, PATIENT_CONNECT, type TestDatabase } from '../../server/platform/db/test-database.ts';
export { testFolder } from '../../server/platform/db/test-folder.ts';

export { CONTACT_COLUMN, type ContactChannel, contactKey, maskContact, openContact, readEmail, sealedContact } from './contacts.ts';
export { lockProfile, type Profile, readProfile, sealProfile, writeProfile } from './profile.ts';

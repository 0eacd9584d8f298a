export { noteMissingTraits } from './backfill.ts';
export { linksFeature } from './feature.ts';
export { areLinked, type Link, linkedMembers } from './links.ts';
export { birthDate, mailboxOf, personName } from './normalise.ts';
export { TRAIT_KINDS, type TraitKind } from './tables.ts';
export { browserOf, newBrowser, noteIdentity, notePlace } from './traits.ts';

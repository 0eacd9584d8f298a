export { consumeFacts } from './consume.ts';
export { createFactStream, type FactRange, type FactSource, type FactStream, MEMBER_FACTS } from './fact-stream.ts';
export { factsFeature } from './feature.ts';
export { noteVerified } from './member-facts.ts';

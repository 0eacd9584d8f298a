export { consumeFacts } from './consume.ts';
export { createFactStream, type FactRange, type FactSource, type FactStream } from './fact-stream.ts';
export { factsFeature } from './feature.ts';

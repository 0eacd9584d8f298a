export { createFactStream, type FactRange, type FactStream } from './fact-stream.ts';
export { factsFeature } from './feature.ts';

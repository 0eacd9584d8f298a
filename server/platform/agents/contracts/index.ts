export { type ContractOrder, type Contracts, createContracts, isKindOn } from './contracts.ts';
export { agentContractsFeature } from './feature.ts';
export { readTerms, storeTerms, windowKindOf } from './terms.ts';

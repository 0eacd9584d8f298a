export { type ContractListProps, endForm, WageContracts } from './console/wage-contracts.tsx';
export { type ContractOrder, type Contracts, createContracts, isKindOn, wagePage } from './contracts.ts';
export { agentContractsFeature } from './feature.ts';
export type { RunningContract } from './store.ts';
export { presentTerms, readTerms, storeTerms, windowKindOf } from './terms.ts';

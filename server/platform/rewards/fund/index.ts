export { Fundings, fundingForms, newFundingId } from './console/funding.tsx';
export { fundFeature } from './feature.ts';
export { createFund, type Fund, type Funding, REWARDS, WAGES } from './fund.ts';
export { readUnfunded, type Unfunded, type UnfundedList } from './unfunded.ts';

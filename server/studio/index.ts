import type { Studio, StudioDeps } from './contract.ts';

export type { Studio, StudioDeps, StudioPolicy } from './contract.ts';

export declare function createStudio<Tables>(deps: StudioDeps<Tables>): Studio;

export { authorize } from './authorize.ts';
export { type BoundCall, bind, type CallContext } from './binding.ts';
export type { Caller } from './caller.ts';
export { createHttp, type HttpDeps } from './http.ts';
export { holdsNul, refuseForbiddenNames } from './read-input.ts';
export type { JudgePlace, Place } from './region.ts';
export { createTranslate, type Translate } from './translate-text.ts';

export { authorize } from './authorize.ts';
export { type BoundCall, bind, bindPicture, bindSigned, bindSignedPicture, bindStream, bindUpload, type CallContext } from './binding.ts';
export type { Caller } from './caller.ts';
export { createHttp, type HttpDeps } from './http.ts';
export { holdsNul, refuseForbiddenNames } from './read-input.ts';
export { isClosedByRegion, type JudgePlace, type Place } from './region.ts';
export { createTranslate, type Translate } from './translate-text.ts';

export { dataKeyFeature } from './feature.ts';
export { DataKeyError, type DataKeys, type GivenKeys, hasNoKey, openDataKeys } from './open.ts';
export { createRotation, type Rotation } from './rotate.ts';
export { SEALED_COLUMNS } from './sealed-columns.ts';

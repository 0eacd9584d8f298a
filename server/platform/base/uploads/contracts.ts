import type { UploadPurpose } from '../../../../shared/api/upload-purposes.ts';
import type { Executor } from '../db/index.ts';

export { UPLOAD_PURPOSES, type UploadPurpose } from '../../../../shared/api/upload-purposes.ts';

export interface Picture {
  readonly memberId: string;
  readonly purpose: UploadPurpose;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Uploads {
  /**
   * Claims the member's new uploads permanently, in the caller's transaction. Refuses with `upload_not_found` for uploads of other members,
   * claimed ones, or another purpose; `upload_too_many` above three.
   */
  claim(executor: Executor, memberId: string, purpose: UploadPurpose, uploadIds: readonly string[]): Promise<void>;
  /** The re-encoded picture; undefined without a picture. */
  read(executor: Executor, uploadId: string): Promise<Picture | undefined>;
}

/** With the calls that store and show pictures. */
export interface UploadService extends Uploads {
  /** Re-encodes the picture and stores it for a day unless it is claimed. Refuses invalid pictures and too many uploads. */
  store(memberId: string, purpose: UploadPurpose, bytes: Buffer): Promise<{ id: string; width: number; height: number }>;
  /** Removes a picture that its owner has replaced. */
  drop(executor: Executor, memberId: string, uploadId: string): Promise<void>;
  /** Removes uploads that were not claimed within a day. */
  sweep(): Promise<void>;
}

import type { UploadPurpose } from '../../../shared/api/upload-purposes.ts';
import type { Executor } from '../db/database.ts';

export { UPLOAD_PURPOSES, type UploadPurpose } from '../../../shared/api/upload-purposes.ts';

export interface Picture {
  readonly memberId: string;
  readonly purpose: UploadPurpose;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Uploads {
  /**
   * Takes the member's fresh uploads for good, inside the caller's transaction. Refuses with `upload_not_found` what is not
   * the member's, was taken before, or was made for something else; `upload_too_many` above three.
   */
  claim(executor: Executor, memberId: string, purpose: UploadPurpose, uploadIds: readonly string[]): Promise<void>;
  /** The picture, re-encoded; undefined when there is none. */
  read(executor: Executor, uploadId: string): Promise<Picture | undefined>;
}

/** The same for the calls that pictures come in and are shown by. */
export interface UploadKeeper extends Uploads {
  /** Makes the picture anew and keeps it for a day, unless it is claimed. Refuses what is none, and who brings too many. */
  take(memberId: string, purpose: UploadPurpose, bytes: Buffer): Promise<{ id: string; width: number; height: number }>;
  /** Removes a picture that its owner no longer uses. */
  drop(executor: Executor, memberId: string, uploadId: string): Promise<void>;
  /** Removes what nobody has claimed within a day. */
  sweep(): Promise<void>;
}

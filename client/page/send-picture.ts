import type { UploadPurpose } from '../../shared/api/upload-purposes.ts';
import { uploadImage } from '../../shared/api/uploads/calls.ts';
import { MAX_IMAGE_BYTES } from '../../shared/constants.ts';

export type SentPicture = { readonly id: string } | { readonly code: string; readonly message: string };

/** Locale key of a problem that is known before the upload. */
export function problemOf(file: Blob): 'errors.upload_not_image' | 'errors.upload_too_large' | undefined {
  if (file.type !== 'image/png' && file.type !== 'image/jpeg') return 'errors.upload_not_image';
  return file.size > MAX_IMAGE_BYTES ? 'errors.upload_too_large' : undefined;
}

/** Uploads one picture and reports the progress from 0 to 1, which `fetch` cannot. Never throws. */
export function sendPicture(
  file: Blob,
  purpose: UploadPurpose,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<SentPicture> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const fail = () => resolve({ code: 'upstream_unavailable', message: '' });
    request.open(uploadImage.method, `${uploadImage.path}?purpose=${purpose}`);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(read(request.responseText, request.status));
    request.onerror = fail;
    request.onabort = fail;
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

/** Address of a member's own picture. */
export function pictureHref(id: string): string {
  return `${uploadImage.path}?id=${encodeURIComponent(id)}`;
}

function read(text: string, status: number): SentPicture {
  try {
    const answer = JSON.parse(text) as { success?: boolean; value?: { id: string }; code?: string; message?: string };
    if (answer.success && answer.value) return { id: answer.value.id };
    return { code: answer.code ?? 'upstream_unavailable', message: answer.message ?? '' };
  } catch {
    return { code: status === 429 ? 'too_many_requests' : 'upstream_unavailable', message: '' };
  }
}

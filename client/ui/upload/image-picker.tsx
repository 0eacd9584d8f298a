import { useId, useRef } from 'react';
import type { UploadPurpose } from '../../../shared/api/upload-purposes.ts';
import { MAX_IMAGES } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { pictureHref } from '../../page/send-picture.ts';
import { Button } from '../button.tsx';
import controls from '../controls.module.css';
import { Icon } from '../icon.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { FileInput } from './file-input.tsx';
import styles from './image-picker.module.css';
import { isUploading, type Picture, usePictures } from './use-pictures.ts';

/** Locale keys of the picker; an island that renders one must declare them. */
export const PICKER_TEXTS = [
  'upload.choose',
  'upload.hint',
  'upload.remove',
  'upload.sending',
  'upload.sent',
  'errors.upload_not_image',
  'errors.upload_too_large',
  'errors.upload_too_many',
  'errors.too_many_requests',
  'errors.upstream_unavailable',
] as const;

export interface ImagePickerProps {
  readonly t: Translate;
  /** Name of the field in the call: `images`, `proofs`. A form without script needs `encType="multipart/form-data"`. */
  readonly name: string;
  readonly purpose: UploadPurpose;
  readonly label: string;
  /** Text after the label of an optional field. */
  readonly optional?: string;
  readonly error: string | undefined;
  readonly maxImages?: number;
  /** Ids of the uploaded pictures; while `busy`, some are still uploading. */
  readonly onChange: (ids: readonly string[], busy: boolean) => void;
}

/** Up to three pictures, uploaded as soon as they are selected. Without script it is the file input of its form. */
export function ImagePicker({ t, name, purpose, label, optional, error, maxImages = MAX_IMAGES, onChange }: ImagePickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { list, add, remove } = usePictures(t, purpose, maxImages, onChange);
  const taken = list.filter(({ problem }) => problem === '').length;
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {label} {optional ? <span className={controls.optional}>{optional}</span> : null}
      </label>
      <FileInput
        ref={input}
        choose={t('upload.choose')}
        id={id}
        name={name}
        accept="image/png,image/jpeg"
        multiple={maxImages > 1}
        aria-describedby={`${id}-hint ${id}-error`}
        aria-invalid={error ? true : undefined}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          // Lets the same file be selected again after it was removed.
          currentTarget.value = '';
        }}
      />
      <p className={controls.hint} id={`${id}-hint`}>
        {t('upload.hint', { max: maxImages })}
      </p>
      {list.length > 0 ? (
        <ul className={styles.list}>
          {list.map((picture) => (
            <PictureRow
              key={picture.key}
              t={t}
              picture={picture}
              onRemove={() => {
                remove(picture.key);
                input.current?.focus();
              }}
            />
          ))}
        </ul>
      ) : null}
      <p className={controls.error} id={`${id}-error`} aria-live="polite">
        {error && taken === 0 ? (
          <>
            <Icon name="triangle-alert" small />
            {error}
          </>
        ) : null}
      </p>
    </div>
  );
}

function PictureRow({ t, picture, onRemove }: { readonly t: Translate; readonly picture: Picture; readonly onRemove: () => void }) {
  const { id, name, progress, problem } = picture;
  const percent = Math.round(progress * 100);
  return (
    <li className={styles.row}>
      {id ? (
        <img className={styles.preview} src={pictureHref(id)} alt="" width={48} height={48} decoding="async" />
      ) : (
        <span className={styles.preview}>
          <Icon name={problem ? 'triangle-alert' : 'upload'} />
        </span>
      )}
      <span className={styles.what}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>
        <span className={problem ? styles.problem : styles.state} role="status">
          {problem || t(isUploading(picture) ? 'upload.sending' : 'upload.sent')}
        </span>
        {isUploading(picture) ? <ProgressBar percent={percent} label={name} /> : null}
      </span>
      <Button variant="ghost" dense iconOnly icon="x" onClick={onRemove}>
        {t('upload.remove', { name })}
      </Button>
    </li>
  );
}

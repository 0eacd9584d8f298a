import { type ChangeEvent, type FormEvent, useState } from 'react';
import { MAX_IMAGE_BYTES, MAX_IMAGES } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import controls from '../../ui/controls.module.css';
import { FileInput } from '../../ui/upload/file-input.tsx';

const TYPES = ['image/png', 'image/jpeg'];

/** Pictures of the receipt, checked before upload. They are sent with the form, with or without script. */
export function ProofField({ t, required }: { readonly t: Translate; readonly required: boolean }) {
  const [problem, setProblem] = useState('');
  const [names, setNames] = useState('');
  const check = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    setNames(files.map(({ name }) => name).join(', '));
    const code = problemOf(files);
    const text = code === undefined ? '' : t(`errors.${code}`);
    // Blocks the submit; `refuse` shows the text at the field.
    target.setCustomValidity(text);
    setProblem(text);
  };
  // The browser's own message is in the browser's language, not in that of the page.
  const refuse = (event: FormEvent<HTMLInputElement>) => {
    event.preventDefault();
    const { validity } = event.currentTarget;
    if (validity.valueMissing) setProblem(t('errors.field_required'));
    event.currentTarget.focus();
  };
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor="deposit-proofs">
        {t('deposit.proof')}
      </label>
      <FileInput
        choose={t('upload.choose')}
        chosen={names}
        id="deposit-proofs"
        name="proofs"
        accept={TYPES.join()}
        multiple
        required={required}
        onChange={check}
        onInvalid={refuse}
        aria-describedby="deposit-proofs-hint deposit-proofs-error"
        aria-invalid={problem === '' ? undefined : true}
      />
      <p className={controls.hint} id="deposit-proofs-hint">
        {t(required ? 'deposit.proofRequiredHint' : 'deposit.proofHint')}
      </p>
      <p className={controls.error} id="deposit-proofs-error" aria-live="polite">
        {problem}
      </p>
    </div>
  );
}

function problemOf(files: readonly File[]): 'upload_too_many' | 'upload_not_image' | 'upload_too_large' | undefined {
  if (files.length > MAX_IMAGES) return 'upload_too_many';
  if (files.some(({ type }) => !TYPES.includes(type))) return 'upload_not_image';
  return files.some(({ size }) => size > MAX_IMAGE_BYTES) ? 'upload_too_large' : undefined;
}

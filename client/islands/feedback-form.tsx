import { useEffect, useRef, useState } from 'react';
import { feedbackSend } from '../../shared/api/system-calls.ts';
import { REMARK_MAX_LENGTH } from '../../shared/constants.ts';
import type { FeedbackFormProps } from '../lib/inbox/props.ts';
import { formAction } from '../lib/paths.ts';
import { ACTION_TEXTS, useAction } from '../lib/security/use-action.ts';
import { Button } from '../lib/ui/button.tsx';
import { FormMessage } from '../lib/ui/form-message.tsx';
import { ImagePicker, PICKER_TEXTS } from '../lib/upload/image-picker.tsx';
import type { IslandContext } from '../runtime/island.ts';
import controls from '../styles/controls.module.css';
import styles from './feedback-form.module.css';

export const texts = [
  ...ACTION_TEXTS,
  ...PICKER_TEXTS,
  'common.optional',
  ...['feedbackContent', 'feedbackHint', 'feedbackLeft', 'feedbackImages', 'feedbackSend'].map((name) => `inbox.${name}`),
];

/** A letter to customer service: at most as long as a remark, counted in characters as people see them. */
export default function FeedbackForm({ t, form, page }: FeedbackFormProps & IslandContext) {
  const [content, setContent] = useState(form?.values.content ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  // What was typed before the form woke.
  useEffect(() => setContent(field.current?.value ?? ''), []);
  const [pictures, setPictures] = useState<{ readonly ids: readonly string[]; readonly busy: boolean }>({ ids: [], busy: false });
  const action = useAction(t, form?.message);
  const left = REMARK_MAX_LENGTH - [...content].length;
  return (
    <form
      className={controls.form}
      method="post"
      action={formAction('feedback.send')}
      encType="multipart/form-data"
      onSubmit={(event) => {
        event.preventDefault();
        if (content.trim() === '' || left < 0 || pictures.busy) return;
        // The history below is the server's: the page shows it anew, with the letter in it.
        action.run(feedbackSend, { body: { content: content.trim(), images: [...pictures.ids] } }, () => location.assign(`${page}&sent=1`));
      }}
    >
      <input type="hidden" name="back" value={`${page}&sent=1`} />
      <FormMessage text={action.problem} />
      <div className={controls.field}>
        <label className={controls.label} htmlFor="feedback-content">
          {t('inbox.feedbackContent')}
        </label>
        <textarea
          className={controls.input}
          id="feedback-content"
          name="content"
          rows={4}
          required
          maxLength={REMARK_MAX_LENGTH}
          ref={field}
          defaultValue={form?.values.content}
          onChange={(event) => setContent(event.target.value)}
          aria-invalid={form?.errors.content ? true : undefined}
          aria-describedby="feedback-hint"
        />
        <p className={styles.hint} id="feedback-hint">
          {content === '' ? t('inbox.feedbackHint', { max: REMARK_MAX_LENGTH }) : t('inbox.feedbackLeft', { count: left })}
        </p>
        <p className={controls.error}>{form?.errors.content}</p>
      </div>
      <ImagePicker
        t={t}
        name="images"
        purpose="feedback"
        label={t('inbox.feedbackImages')}
        optional={t('common.optional')}
        error={form?.errors.images}
        onChange={(ids, busy) => setPictures({ ids, busy })}
      />
      <Button type="submit" variant="primary" disabled={action.busy || pictures.busy} aria-busy={action.busy}>
        {t('inbox.feedbackSend')}
      </Button>
    </form>
  );
}

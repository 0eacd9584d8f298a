import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ticketOpen } from '../../../shared/api/inbox/calls.ts';
import { feedbackSend } from '../../../shared/api/system/calls.ts';
import { formAction } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import { ImagePicker } from '../../ui/upload/image-picker.tsx';
import { useAction } from '../security/use-action.ts';
import { ANOTHER_PICTURE } from './another-picture.ts';
import { AnotherPicture, GuestFields } from './guest-fields.tsx';
import { MessageField } from './message-field.tsx';
import type { FeedbackFormProps } from './props.ts';
import { sentHref, wholeNumber } from './sent-href.ts';

/**
 * A message to customer service. The length counts grapheme clusters. Visitors without an account post it as a plain
 * form.
 */
export default function FeedbackForm({ t, languageTag, call, maxLength, form, back, guest }: FeedbackFormProps & IslandContext) {
  const [content, setContent] = useState(form?.values.content ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  // Text typed before hydration.
  useEffect(() => setContent(field.current?.value ?? ''), []);
  const [pictures, setPictures] = useState<{ readonly ids: readonly string[]; readonly busy: boolean }>({ ids: [], busy: false });
  const action = useAction(t, form?.message);
  const [missing, setMissing] = useState(false);
  const left = maxLength - [...content.trim()].length;
  const send = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    if (event.nativeEvent.submitter?.getAttribute('name') === ANOTHER_PICTURE) return;
    if (content.trim() === '' || left < 0 || pictures.busy) {
      event.preventDefault();
      setMissing(content.trim() === '');
      return field.current?.focus();
    }
    if (guest) return;
    event.preventDefault();
    const input = { body: { content: content.trim(), images: [...pictures.ids] } };
    // The list below is rendered by the server, so the page is reloaded to include the new message.
    if (call === 'ticket.open') action.run(ticketOpen, input, ({ number }) => location.assign(sentHref(back, number)));
    else action.run(feedbackSend, input, () => location.assign(sentHref(back, '1')));
  };
  return (
    <form
      className={controls.form}
      method="post"
      action={formAction(call)}
      encType={guest ? undefined : 'multipart/form-data'}
      noValidate
      onSubmit={send}
    >
      <input type="hidden" name="back" value={call === 'ticket.open' ? back : sentHref(back, '1')} />
      <FormMessage text={action.problem} />
      <MessageField
        label={t('inbox.feedbackContent')}
        text={form?.values.content ?? ''}
        error={missing ? t('errors.field_required') : (form?.errors.content ?? '')}
        hint={hint(t, content, left, wholeNumber(maxLength, languageTag))}
        tooLong={left < 0}
        field={field}
        onChange={(text) => {
          setMissing(false);
          setContent(text);
        }}
      />
      {guest ? (
        <GuestFields t={t} captcha={guest.captcha} form={form} />
      ) : (
        <ImagePicker
          t={t}
          name="images"
          purpose="feedback"
          label={t('inbox.feedbackImages')}
          optional={t('common.optional')}
          error={form?.errors.images}
          onChange={(ids, busy) => setPictures({ ids, busy })}
        />
      )}
      <Button type="submit" variant="primary" disabled={action.busy || pictures.busy} aria-busy={action.busy}>
        {t('inbox.feedbackSend')}
      </Button>
      {guest ? <AnotherPicture t={t} /> : null}
    </form>
  );
}

function hint(t: IslandContext['t'], content: string, left: number, maxLength: string): string {
  if (content === '') return t('inbox.feedbackHint', { max: maxLength });
  return left < 0 ? t('inbox.feedbackOver', { count: -left }) : t('inbox.feedbackLeft', { count: left });
}

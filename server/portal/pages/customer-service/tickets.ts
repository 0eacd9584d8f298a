import type { FeedbackFormProps } from '../../../../client/islands/customer-service/props.ts';
import { pictureHref } from '../../../../client/page/send-picture.ts';
import { ticketOpen } from '../../../../shared/api/inbox/calls.ts';
import type { Feedback } from '../../../../shared/api/inbox/schemas.ts';
import { feedbackSend } from '../../../../shared/api/system/calls.ts';
import { captchaImage } from '../../../../shared/api/verification/calls.ts';
import { REMARK_MAX_LENGTH, TICKET_MAX_LENGTH } from '../../../../shared/constants.ts';
import type { TicketView } from '../../../../views/components/tickets.tsx';
import type { FormState, Upstream, Visitor } from '../../contracts.ts';
import { CallRefused } from '../call-value.ts';
import { shownTime } from '../shown-time.ts';
import { captchaKey, drawCaptcha } from '../sign-in/captcha.ts';
import { formView } from '../site.ts';

/** The customer service form in the variant that the platform supports: with a ticket number, or the short one. */
export function ticketForm(features: Readonly<Record<string, boolean>>, form: FormState | undefined, back: string): FeedbackFormProps {
  const call = features.tickets === true ? 'ticket.open' : 'feedback.send';
  return {
    call,
    maxLength: call === 'ticket.open' ? TICKET_MAX_LENGTH : REMARK_MAX_LENGTH,
    form: form && (form.call === ticketOpen.id || form.call === feedbackSend.id) ? formView(form) : null,
    back,
    guest: null,
  };
}

/** Captcha of a visitor without an account; a new one for each page. */
export async function guestCaptcha(upstream: Upstream, visitor: Visitor): Promise<{ readonly key: string; readonly image: string }> {
  const key = captchaKey();
  const answer = await drawCaptcha(upstream, visitor, key);
  if (!answer.success) throw new CallRefused(captchaImage.id, answer);
  return { key, image: answer.value };
}

/** Ticket number in the address of a page after a message was sent. */
export function sentNumber(query: URLSearchParams, form: FormState | undefined): string | null {
  const sent = query.get('sent') ?? '';
  return form === undefined && /^(?:1|\d{8})$/.test(sent) ? sent : null;
}

export function ticketView({ id, number, content, images, date, answer }: Feedback, timeZone: string): TicketView {
  return {
    id,
    number,
    content,
    images: images.map(pictureHref),
    dateText: shownTime(date, timeZone),
    answer: answer && { text: answer.text, dateText: shownTime(answer.date, timeZone) },
  };
}

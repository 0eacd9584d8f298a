import type { BodyOf } from '../../../../shared/api/client-call.ts';
import { feedbackList, ticketOpen } from '../../../../shared/api/inbox/contract.ts';
import { feedbackSend } from '../../../../shared/api/system/contract.ts';
import { REMARK_MAX_LENGTH, TICKET_MAX_LENGTH } from '../../../../shared/constants.ts';
import { type BoundCall, bind, type CallContext } from '../../base/http/index.ts';
import type { HumanCheck } from '../../identity/verification/index.ts';
import type { Feedback } from './feedback.ts';

export function feedbackRoutes({ feedback, human }: { feedback: Feedback; human: HumanCheck }): readonly BoundCall[] {
  const send = async (caller: CallContext, { content, contact = '', images, ...proof }: BodyOf<typeof ticketOpen>, maxLength: number) => {
    if (!caller.actor) await human.require('feedback', proof, caller);
    return feedback.send(caller.actor?.memberId ?? null, { content, contact, images }, maxLength);
  };
  return [
    bind(feedbackSend, async (caller, { body }) => {
      await send(caller, body, REMARK_MAX_LENGTH);
      return {};
    }),
    bind(ticketOpen, async (caller, { body }) => ({ number: await send(caller, body, TICKET_MAX_LENGTH) })),
    bind(feedbackList, ({ actor }, { query: { pageNo } }) => feedback.page(actor.memberId, pageNo)),
  ];
}

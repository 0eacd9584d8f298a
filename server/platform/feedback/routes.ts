import { feedbackList } from '../../../shared/api/inbox-calls.ts';
import { feedbackSend } from '../../../shared/api/system-calls.ts';
import { type BoundCall, bind, bindSigned } from '../http/binding.ts';
import type { HumanCheck } from '../verification/contracts.ts';
import type { Feedback } from './feedback.ts';

export function feedbackRoutes({ feedback, human }: { feedback: Feedback; human: HumanCheck }): readonly BoundCall[] {
  return [
    bind(feedbackSend, async (caller, { body: { content, contact = '', images, ...proof } }) => {
      if (!caller.actor) await human.require('feedback', proof, caller);
      await feedback.send(caller.actor?.memberId ?? null, { content, contact, images });
      return {};
    }),
    bindSigned(feedbackList, ({ actor }, { query: { pageNo } }) => feedback.page(actor.memberId, pageNo)),
  ];
}

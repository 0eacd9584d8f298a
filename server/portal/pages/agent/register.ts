import { randomInt } from 'node:crypto';
import { INVITATION_PATH } from '../../../../shared/api/agent-tree/constants.ts';
import { agentDesk, downlineRegister, linkCreate, linkSwitch } from '../../../../shared/api/agent-tree/contract.ts';
import { zonedText } from '../../../../shared/time.ts';
import type { RegisterDownlineView } from '../../../../views/pages/agent/register.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { formView } from '../site.ts';
import type { VisitorInput } from '../visitor-input.ts';

const FORMS: readonly string[] = [downlineRegister.id, linkCreate.id, linkSwitch.id];

/** `/agent/agentRegister`: new accounts, invitation links, and the newest accounts. `?done=` names the form that was just sent. */
export async function agentRegister({
  upstream,
  visitor,
  query,
  form,
  origin,
  timeZone,
}: VisitorInput): Promise<RegisterDownlineView | RefusedPage> {
  const answer = await upstream.call(agentDesk, {}, visitor);
  if (!answer.success) return refusedBy(answer);
  const { links, newest, ...desk } = answer.value;
  const posted = form && FORMS.includes(form.call) ? formView(form) : null;
  const done = posted ? null : query.get('done');
  return {
    desk,
    links: links.map((link) => ({
      ...link,
      url: `${origin}${INVITATION_PATH}/${link.code}`,
      createdText: zonedText(link.createdAt, timeZone),
    })),
    newest: newest.map((account) => ({ ...account, createdText: zonedText(account.createdAt, timeZone) })),
    form: posted,
    done: done === 'account' || done === 'link' ? done : null,
    password: proposePassword(),
  };
}

const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A first password that satisfies the usual rules; the agent may change it. */
function proposePassword(): string {
  const random = Array.from({ length: 10 }, () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)]).join('');
  return `A${random}7`;
}

import type { FormFieldView, SecurityAvatarProps, SecurityFormProps } from '../../../../client/islands/security/props.ts';
import { memberInfo } from '../../../../shared/api/accounts/contract.ts';
import type { ValueOf } from '../../../../shared/api/client-call.ts';
import { profileGet } from '../../../../shared/api/profile/contract.ts';
import { securityState } from '../../../../shared/api/security/contract.ts';
import { avatarHref, STATIC_AVATARS } from '../../../../shared/avatars.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { NICKNAME_MAX, type ProfileField } from '../../../../shared/rules/profile-fields.ts';
import type { ProfileView } from '../../../../views/pages/profile/profile.tsx';
import { callOr } from '../call-value.ts';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { formView } from '../site.ts';
import type { VisitorInput } from '../visitor-input.ts';

const PAGE = '/member/profile';
type Profile = ValueOf<typeof profileGet>;
type ProfileDetail = Profile['fields'][number];

const AUTO_COMPLETE: Readonly<Partial<Record<ProfileField, string>>> = {
  payeeName: 'name',
  birthday: 'bday',
  nationality: 'country-name',
  address: 'street-address',
  occupation: 'organization-title',
};
const DIGITS: readonly ProfileField[] = ['whatsapp', 'zalo', 'qqNum'];

/** `/member/profile`: the member's appearance and details. */
export async function profile(input: VisitorInput): Promise<ProfileView | RefusedPage> {
  const { upstream, visitor, context, form } = input;
  const { t } = context;
  const [answer, info, security] = await Promise.all([
    upstream.call(profileGet, {}, visitor),
    callOr(upstream, memberInfo, {}, visitor, null),
    callOr(upstream, securityState, {}, visitor, null),
  ]);
  if (!answer.success) return refusedBy(answer);
  const { avatarType, avatar, fields, nickname } = answer.value;
  const avatarProps: SecurityAvatarProps = {
    avatarType,
    avatar,
    icons: STATIC_AVATARS.map((name) => ({ avatar: name, url: avatarHref('STATIC', name), name: t(`profile.icon_${name}`) })),
    form: form?.call === 'profile.avatar' ? formView(form) : null,
    page: PAGE,
  };
  const open = fields.filter(({ fixed }) => !fixed);
  return {
    account: visitor.session?.account ?? '',
    nickname,
    avatarUrl: avatarHref(avatarType, avatar),
    level: info?.memberLabel[0]?.labelName ?? null,
    avatar: avatarProps,
    appearance: appearance(input, answer.value),
    details: open.length > 0 ? details(input, open) : null,
    fixed: fields.filter(({ fixed }) => fixed).map(({ name, value }) => ({ label: t(`profile.field_${name}`), value })),
    mobile: security?.mobile ?? null,
    email: security?.email ?? null,
  };
}

function appearance(input: VisitorInput, { nickname, showWins }: Profile): SecurityFormProps {
  const { t } = input.context;
  return {
    call: 'profile.appearance',
    title: t('profile.appearanceTitle'),
    text: '',
    fields: [
      {
        name: 'nickname',
        type: 'text',
        label: t('profile.nickname'),
        hint: t('profile.nicknameHint', { max: NICKNAME_MAX }),
        value: nickname,
        autoComplete: 'nickname',
        maxLength: NICKNAME_MAX,
        required: true,
      },
      { name: 'showWins', type: 'tick', label: t('profile.showWins'), hint: t('profile.showWinsHint'), value: showWins ? 'true' : '' },
    ],
    submit: t('profile.appearanceSave'),
    ...formOutcome(input, 'profile.appearance', 'appearance'),
    successPath: `${PAGE}?done=appearance`,
  };
}

function details(input: VisitorInput, open: readonly ProfileDetail[]): SecurityFormProps {
  const { t } = input.context;
  return {
    call: 'profile.update',
    title: t('profile.detailsTitle'),
    text: t('profile.detailsText'),
    fields: open.map((field) => fieldView(t, field)),
    submit: t('profile.detailsSave'),
    ...formOutcome(input, 'profile.update', 'details'),
    successPath: `${PAGE}?done=details`,
  };
}

function fieldView(t: Translate, { name, value, maxLength }: ProfileDetail): FormFieldView {
  const once = name === 'payeeName' || name === 'birthday' || name === 'idNumber';
  return {
    name,
    type: name === 'birthday' ? 'date' : DIGITS.includes(name) ? 'digits' : 'text',
    label: t(`profile.field_${name}`),
    value,
    maxLength,
    ...(AUTO_COMPLETE[name] && { autoComplete: AUTO_COMPLETE[name] }),
    ...(once && { hint: t('profile.onceHint') }),
  };
}

/** Result of the form of the page that was just posted or completed. */
function formOutcome({ form, query, context }: VisitorInput, call: string, formName: string): Pick<SecurityFormProps, 'form' | 'doneText'> {
  const posted = form?.call === call ? formView(form) : null;
  return { form: posted, doneText: !form && query.get('done') === formName ? context.t('profile.saved') : '' };
}

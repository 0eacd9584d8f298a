import { useEffect, useState } from 'react';
import { profileAvatar } from '../../../shared/api/profile/calls.ts';
import { avatarHref } from '../../../shared/avatars.ts';
import { problemText } from '../../page/call.ts';
import { formAction } from '../../page/paths.ts';
import { problemOf, sendPicture } from '../../page/send-picture.ts';
import { toast } from '../../page/toasts.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import display from '../../ui/display.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import { FileInput } from '../../ui/upload/file-input.tsx';
import { callConfirmed, wasCancelled } from '../sign-in/call-confirmed.ts';
import styles from './avatar.module.css';
import { AvatarCrop } from './avatar-crop.tsx';
import type { SecurityAvatarProps } from './props.ts';
import base from './security.module.css';

/** Selects one of the built-in avatars, or a square section of the member's own picture. */
export default function SecurityAvatar({ t, avatarType, avatar, icons, form, page }: SecurityAvatarProps & IslandContext) {
  const { chosen, picture, state, choose, open, send, cancel } = useAvatar(t, { avatarType, avatar }, form?.message ?? '');
  return (
    <section className={`${display.card} ${base.card}`} aria-labelledby="avatar-title">
      <h2 className={base.title} id="avatar-title">
        {t('profile.avatarTitle')}
      </h2>
      <FormMessage text={state.problem} />
      <form className={base.card} method="post" action={formAction('profile.avatar')} autoComplete="off" aria-busy={state.busy}>
        <input type="hidden" name="back" value={page} />
        <input type="hidden" name="avatarType" value="STATIC" />
        <fieldset className={styles.avatars}>
          <legend className={controls.label}>{t('profile.avatarDrawn')}</legend>
          {icons.map((icon) => (
            <label key={icon.avatar} className={styles.choice}>
              <input
                type="radio"
                name="avatar"
                value={icon.avatar}
                aria-label={icon.name}
                checked={chosen.avatarType === 'STATIC' && chosen.avatar === icon.avatar}
                onChange={() => void choose('STATIC', icon.avatar)}
              />
              <img src={icon.url} alt="" width={80} height={80} loading="lazy" />
            </label>
          ))}
        </fieldset>
        <div className={styles.plain}>
          <Button type="submit">{t('profile.avatarSave')}</Button>
        </div>
      </form>
      <form className={styles.own} method="post" encType="multipart/form-data" action={formAction('profile.avatar')}>
        <input type="hidden" name="back" value={page} />
        <input type="hidden" name="avatarType" value="CUSTOM" />
        <label className={controls.label} htmlFor="avatar-file">
          {t('profile.avatarOwn')}
        </label>
        {chosen.avatarType === 'CUSTOM' ? (
          <img src={avatarHref('CUSTOM', chosen.avatar)} alt="" className={styles.current} width={80} height={80} />
        ) : null}
        <FileInput
          choose={t('upload.choose')}
          id="avatar-file"
          name="pictures"
          accept="image/png,image/jpeg"
          aria-describedby="avatar-hint"
          onChange={({ currentTarget }) => void open(currentTarget.files?.[0])}
        />
        <p className={controls.hint} id="avatar-hint">
          {t('profile.avatarOwnHint')}
        </p>
        {picture ? (
          <AvatarCrop t={t} picture={picture} busy={state.busy} onCropped={(square) => void send(square)} onCancel={cancel} />
        ) : null}
        <div className={styles.plain}>
          <Button type="submit">{t('profile.avatarSend')}</Button>
        </div>
      </form>
    </section>
  );
}

type Avatar = Pick<SecurityAvatarProps, 'avatarType' | 'avatar'>;

/** The chosen avatar, the picture that is being cropped, and the calls that store either. */
function useAvatar(t: IslandContext['t'], initial: Avatar, problem: string) {
  const [chosen, setChosen] = useState(initial);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [state, setState] = useState({ busy: false, problem });
  useEffect(() => () => picture?.close(), [picture]);
  const fail = (answer: { readonly code?: string; readonly message: string }) => setState({ busy: false, problem: problemText(t, answer) });

  async function choose(type: 'CUSTOM' | 'STATIC', name: string): Promise<void> {
    const before = chosen;
    setChosen({ avatarType: type, avatar: name });
    setState({ busy: true, problem: '' });
    const answer = await callConfirmed(profileAvatar, { body: { avatarType: type, avatar: name } });
    if (!answer.success) {
      setChosen(before);
      return wasCancelled(answer) ? setState({ busy: false, problem: '' }) : fail(answer);
    }
    setChosen(answer.value);
    showEverywhere(avatarHref(answer.value.avatarType, answer.value.avatar));
    setPicture(null);
    setState({ busy: false, problem: '' });
    toast('done', t('profile.avatarSaved'));
  }
  async function open(file: File | undefined): Promise<void> {
    if (!file) return;
    const found = problemOf(file);
    const bitmap = found ? null : await createImageBitmap(file).catch(() => null);
    setState({ busy: false, problem: bitmap ? '' : t(found ?? 'errors.upload_not_image') });
    setPicture(bitmap);
  }
  async function send(square: Blob): Promise<void> {
    setState({ busy: true, problem: '' });
    const sent = await sendPicture(square, 'avatar', () => undefined, AbortSignal.timeout(60_000));
    if ('id' in sent) return choose('CUSTOM', sent.id);
    fail(sent);
  }
  return { chosen, picture, state, choose, open, send, cancel: () => setPicture(null) };
}

/** Updates the copies of the picture that the server rendered elsewhere on the page. */
function showEverywhere(href: string): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-avatar]')) image.src = href;
}

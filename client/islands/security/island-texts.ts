import { textKeys } from '../../runtime/text-keys.ts';
import type { IslandTexts } from '../island-props.ts';
import { ACTION_TEXTS } from './use-action.ts';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  'security-avatar': textKeys(
    {
      common: 'cancel',
      upload: 'choose',
      errors: 'upload_not_image upload_too_large',
      profile: `avatarTitle avatarDrawn avatarSave avatarOwn avatarOwnHint avatarSend avatarPreview avatarUse avatarSaved avatar_zoom
    avatar_x avatar_y`,
    },
    ACTION_TEXTS,
  ),
  'security-contact': textKeys(
    {
      common: 'ok',
      errors: 'confirmation_required field_format field_mobile_invalid mobile_missing',
      verify: `mobile country countryChoose countrySearch countryNone sendCode sendAgainIn codeSent codeReady codeNotSent outbox`,
      security: `contactTitleMobile contactTitleEmail contactTextMobile contactTextEmail contactCurrent contactNewEmail
    contactEmailRequired contactCode contactCodeRequired contactCodeSent contactSave contactSaved contactOldTold back`,
    },
    ACTION_TEXTS,
  ),
  'security-form': ACTION_TEXTS,
  'security-passkeys': textKeys(
    {
      security: `passkeysTitle passkeysIntro passkeysEmpty passkeysEmptyText passkeyAdded passkeyUsed passkeyNotUsed passkeySynced
    passkeyJustNow passkeyName passkeyNameHint passkeyNameRequired passkeyAdd passkeyDone passkeyExists passkeyNotMade
    passkeyUnsupported passkeyNeedsScript passkeyRemove passkeyRemoveOf passkeyRemoveText passkeyRemoveDo passkeyRemoved
    passkeyMost`,
    },
    ACTION_TEXTS,
  ),
  'security-payouts': textKeys(
    {
      profile: `payoutListTitle payoutCount payoutNone payoutNoneText payoutAdded payoutReady payoutRemove payoutRemoveOf
    payoutRemoveText payoutRemoveDo payoutRemoved`,
    },
    ACTION_TEXTS,
  ),
  'security-sessions': textKeys(
    {
      security: `rowSessions sessionCurrent sessionUnknown sessionSeen sessionSince sessionEnd sessionEndOf sessionEndText sessionEndDo
    sessionEnded sessionsOnly othersEnd othersEndText othersEndDo othersEnded`,
    },
    ACTION_TEXTS,
  ),
  'security-totp': textKeys(
    {
      common: 'copy copied cancel',
      errors: 'code_missing',
      security: `totpTitle totpIntro totpStart totpConfirmFirst totpApps totpCode totpHint totpFinish stepScan stepScanAlt stepKey
    stepKeyFacts stepCode totpOn totpSince totpLeft totpTurnedOn totpTurnedOff totpRemove totpRemoveText totpRemoveDo
    codesRenew codesRenewText codesRenewDo codesTitle codesText codesCopy codesCopied codesNotCopied codesDownload
    codesPrint codesSaved codesDone codesFileTitle codesFileText`,
    },
    ACTION_TEXTS,
  ),
};

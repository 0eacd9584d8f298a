import type { Migration } from 'kysely';
import * as ledger from './001-ledger.ts';
import * as ledgerPost from './002-ledger-post.ts';
import * as vendors from './003-vendors.ts';
import * as cashier from './004-cashier.ts';
import * as accounts from './010-accounts.ts';
import * as games from './011-games.ts';
import * as content from './012-content.ts';
import * as access from './020-access.ts';
import * as lobby from './030-lobby.ts';
import * as events from './031-events.ts';
import * as contentOfLobby from './032-content.ts';
import * as chat from './033-chat.ts';
import * as ledgerAccounts from './040-ledger.ts';
import * as protection from './041-protection.ts';
import * as deposits from './042-deposits.ts';
import * as withdrawals from './043-withdrawals.ts';
import * as transfers from './044-transfers.ts';
import * as records from './045-records.ts';
import * as profile from './046-profile.ts';
import * as inbox from './047-inbox.ts';
import * as operatorConsole from './048-console.ts';
import * as protectionRead from './049-protection-read.ts';
import * as operatorDesk from './050-operator-desk.ts';
import * as transferTimes from './051-transfer-times.ts';
import * as sentBack from './052-sent-back.ts';
import * as partReversed from './053-part-reversed.ts';
import * as recordSums from './054-record-sums.ts';
import * as siteChanges from './055-site-changes.ts';
import * as logCheckpoint from './056-log-checkpoint.ts';
import * as merchantFile from './057-merchant-file.ts';
import * as jobRun from './058-job-run.ts';
import * as suspense from './061-suspense.ts';
import * as vendorRooms from './066-vendor-rooms.ts';
import * as contentPictures from './068-content-pictures.ts';
import * as placeOfPlay from './069-place-of-play.ts';
import * as ledgerSpeed from './070-ledger-speed.ts';
import * as liveScores from './074-live-scores.ts';
import * as vendorLook from './075-vendor-look.ts';
import * as publishedFacts from './077-published-facts.ts';
import * as dataKey from './080-data-key.ts';
import * as writeProbe from './081-write-probe.ts';
import * as enrolmentSessions from './084-enrolment-sessions.ts';
import * as memberLinks from './085-member-links.ts';
import * as accountReviews from './086-account-reviews.ts';
import * as stakeAtRisk from './087-stake-at-risk.ts';
import * as paymentPasswordTries from './088-payment-password-tries.ts';
import * as contests from './090-contests.ts';
import * as feedbackNumber from './098-feedback-number.ts';
import * as runningPaymentTries from './120-running-payment-tries.ts';
import * as waivedTurnover from './121-waived-turnover.ts';

/** Migrations by name, run in the order of their names. A landed migration is never edited. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-ledger': ledger,
  '002-ledger-post': ledgerPost,
  '003-vendors': vendors,
  '004-cashier': cashier,
  '010-accounts': accounts,
  '011-games': games,
  '012-content': content,
  '020-access': access,
  '030-lobby': lobby,
  '031-events': events,
  '032-content': contentOfLobby,
  '033-chat': chat,
  '040-ledger': ledgerAccounts,
  '041-protection': protection,
  '042-deposits': deposits,
  '043-withdrawals': withdrawals,
  '044-transfers': transfers,
  '045-records': records,
  '046-profile': profile,
  '047-inbox': inbox,
  '048-console': operatorConsole,
  '049-protection-read': protectionRead,
  '050-operator-desk': operatorDesk,
  '051-transfer-times': transferTimes,
  '052-sent-back': sentBack,
  '053-part-reversed': partReversed,
  '054-record-sums': recordSums,
  '055-site-changes': siteChanges,
  '056-log-checkpoint': logCheckpoint,
  '057-merchant-file': merchantFile,
  '058-job-run': jobRun,
  '061-suspense': suspense,
  '066-vendor-rooms': vendorRooms,
  '068-content-pictures': contentPictures,
  '069-place-of-play': placeOfPlay,
  '070-ledger-speed': ledgerSpeed,
  '074-live-scores': liveScores,
  '075-vendor-look': vendorLook,
  '077-published-facts': publishedFacts,
  '080-data-key': dataKey,
  '081-write-probe': writeProbe,
  '084-enrolment-sessions': enrolmentSessions,
  '085-member-links': memberLinks,
  '086-account-reviews': accountReviews,
  '087-stake-at-risk': stakeAtRisk,
  '088-payment-password-tries': paymentPasswordTries,
  '090-contests': contests,
  '098-feedback-number': feedbackNumber,
  '120-running-payment-tries': runningPaymentTries,
  '121-waived-turnover': waivedTurnover,
};

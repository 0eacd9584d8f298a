import type { ContractPreviewProps, LinkActionsProps, NextWageProps } from './agent/props.ts';
import type { FeedbackFormProps } from './customer-service/props.ts';
import type { DepositProps } from './deposit/props.ts';
import type { GameFrameProps, GameGridProps, LotteryLobbyProps, MatchListProps, MyGamesProps, PvpRoomsProps } from './games/props.ts';
import type { DomainRoutesProps } from './notices/props.ts';
import type { AccountRecordProps, BettingRecordProps } from './records/props.ts';
import type { MissionListProps, PointConvertProps, PointRedeemProps, RaffleCheckProps, RewardListProps } from './rewards/props.ts';
import type { SearchBoxProps } from './search/props.ts';
import type {
  SecurityAvatarProps,
  SecurityContactProps,
  SecurityFormProps,
  SecurityPasskeysProps,
  SecurityPayoutsProps,
  SecuritySessionsProps,
  SecurityTotpProps,
} from './security/props.ts';
import type {
  ConsentBarProps,
  DrawerProps,
  GameDropdownProps,
  HeaderBarProps,
  InstallAppProps,
  LanguageMenuProps,
  ThemeToggleProps,
  ToastHostProps,
} from './shell/props.ts';
import type { ModalHostProps } from './sign-in/props.ts';
import type { MyWalletProps, TransferProps } from './transfer/props.ts';
import type { WithdrawProps } from './withdrawal/props.ts';

/**
 * Props of every island by name: the contract between page loaders and `client/islands/<feature>/<name>.island.tsx`. Plain JSON. Money
 * is in wire form (islands format it with `shared/money`). Dates of the first render are formatted by the server as
 * text.
 */
export interface IslandPropsByName {
  readonly 'header-bar': HeaderBarProps;
  readonly 'modal-host': ModalHostProps;
  readonly 'game-dropdown': GameDropdownProps;
  readonly drawer: DrawerProps;
  readonly 'language-menu': LanguageMenuProps;
  readonly 'theme-toggle': ThemeToggleProps;
  readonly 'game-grid': GameGridProps;
  readonly 'my-games': MyGamesProps;
  readonly 'search-box': SearchBoxProps;
  readonly 'lottery-lobby': LotteryLobbyProps;
  readonly 'match-list': MatchListProps;
  readonly 'pvp-rooms': PvpRoomsProps;
  readonly 'game-frame': GameFrameProps;
  readonly deposit: DepositProps;
  readonly withdraw: WithdrawProps;
  readonly 'my-wallet': MyWalletProps;
  readonly 'point-convert': PointConvertProps;
  readonly 'point-redeem': PointRedeemProps;
  readonly 'reward-list': RewardListProps;
  readonly 'mission-list': MissionListProps;
  readonly 'raffle-check': RaffleCheckProps;
  readonly 'link-actions': LinkActionsProps;
  readonly 'contract-preview': ContractPreviewProps;
  readonly 'next-wage': NextWageProps;
  readonly 'transfer-person': TransferProps;
  readonly 'betting-record': BettingRecordProps;
  readonly 'account-record': AccountRecordProps;
  readonly 'toast-host': ToastHostProps;
  readonly 'install-app': InstallAppProps;
  readonly 'consent-bar': ConsentBarProps;
  readonly 'domain-routes': DomainRoutesProps;
  readonly 'security-totp': SecurityTotpProps;
  readonly 'security-passkeys': SecurityPasskeysProps;
  readonly 'security-sessions': SecuritySessionsProps;
  readonly 'security-contact': SecurityContactProps;
  readonly 'security-form': SecurityFormProps;
  readonly 'security-payouts': SecurityPayoutsProps;
  readonly 'security-avatar': SecurityAvatarProps;
  readonly 'feedback-form': FeedbackFormProps;
}
export type IslandName = keyof IslandPropsByName;

/** Locale keys that the server sends with an island; plural forms by their base key. An island without texts has no entry. */
export type IslandTexts = { readonly [Name in IslandName]?: readonly string[] };

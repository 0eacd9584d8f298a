import { ANNOUNCEMENT_TYPES } from '../../../../shared/api/publishing/constants.ts';
import {
  agentAnnouncements,
  availablePromotions,
  contentPicture,
  helpCenter,
  listAnnouncements,
  vipLevels,
} from '../../../../shared/api/publishing/contract.ts';
import { languageOf } from '../../../../shared/i18n/languages.ts';
import type { Database } from '../../base/db/index.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { STORED_TYPE } from '../../base/uploads/index.ts';
import { presentLevel, readMerchant } from '../../merchant/index.ts';
import { type OpenDeps, openTo } from './open-promotions.ts';
import { readPicture } from './pictures.ts';
import { presentArticle, presentBanner, presentNotice, presentPages, presentPopup, presentPromotion } from './present.ts';
import { type ContentKind, findAgentNotices, findPublishedContent } from './reads.ts';

const PICTURE_SECONDS = 30 * 86_400;
const KIND_OF: Readonly<Record<(typeof ANNOUNCEMENT_TYPES)[number], ContentKind>> = {
  B: 'banner',
  PL: 'notice',
  PU: 'popup',
  PR: 'promotion',
  H: 'help',
};

interface PublishedDeps extends OpenDeps {
  readonly db: Database;
}

/** Published content: announcements, help, promotions, VIP levels. */
export function publishedRoutes(deps: PublishedDeps): readonly BoundCall[] {
  const { db, clock, merchant } = deps;
  const readPublished = (kinds: readonly ContentKind[], pageLanguage: string, requestedLanguage: string | undefined) =>
    findPublishedContent(
      db,
      merchant,
      kinds,
      requestedLanguage === undefined ? pageLanguage : languageOf(requestedLanguage).code,
      clock.now(),
    );
  return [
    bind(listAnnouncements, async ({ language }, { query }) => {
      const items = await readPublished(kindsOf(query.types), language, query.language);
      const of = (kind: ContentKind) => items.filter((item) => item.kind === kind);
      return {
        player: of('notice').map(presentNotice),
        banners: of('banner').map(presentBanner),
        popup: of('popup').map(presentPopup),
        promotion: of('promotion').map(presentPromotion),
        help: of('help').map(presentNotice),
      };
    }),
    bind(agentAnnouncements, async ({ language }) => ({
      notices: (await findAgentNotices(db, merchant, language, clock.now())).map(presentNotice),
    })),
    bind(contentPicture, async (_caller, { query }) => {
      const bytes = await readPicture(db, query.id, query.size);
      if (!bytes) throw new Refusal('upload_not_found');
      // A changed picture has a new id.
      return { type: STORED_TYPE, bytes, publicSeconds: PICTURE_SECONDS };
    }),
    bind(helpCenter, async ({ language }, { query }) => {
      const items = await readPublished(['help', 'legal'], language, query.language);
      const shown = query.language === undefined ? language : languageOf(query.language).code;
      return {
        articles: items.filter(({ kind }) => kind === 'help').map(presentArticle),
        pages: presentPages(
          items.filter(({ kind }) => kind === 'legal'),
          shown,
        ),
      };
    }),
    bind(availablePromotions, async ({ actor }) => {
      const open = await openTo(deps, db, { id: actor.memberId, type: actor.type });
      return { availablePromo: [...open], availablePromoCount: open.length };
    }),
    bind(vipLevels, async () => {
      const { settings } = await readMerchant(db, merchant);
      const { currency, currencySymbol, vip } = settings;
      return {
        currency,
        currencySymbol,
        keepMonths: vip.keepMonths,
        giftDays: vip.giftDays,
        levels: settings.vipLevels.map((level, index) => presentLevel(level, index, settings)),
      };
    }),
  ];
}

function kindsOf(types: string | undefined): readonly ContentKind[] {
  const requestedTypes = types?.split(',');
  return ANNOUNCEMENT_TYPES.filter((type) => !requestedTypes || requestedTypes.includes(type)).map((type) => KIND_OF[type]);
}

import { createHash } from 'node:crypto';
import { type BrandStyle, brandSheet, iconGround } from '../../../shared/brand/theme.ts';
import type { Theme } from '../../../shared/constants.ts';
import type { GeneratedFile } from '../edge/static-files.ts';

/** A served picture: cleaned SVG. Width and height in its own units. */
export interface BrandPicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** The site's branding from the merchant file, independent of the platform. */
export interface Branding {
  readonly name: string;
  readonly style: BrandStyle;
  readonly theme: Theme;
  readonly pictures: { readonly mark: BrandPicture; readonly logo?: Readonly<Record<Theme, BrandPicture>> };
  /** Codes, in the order of the menu. */
  readonly languages: readonly string[];
  readonly language: string;
  readonly hosts?: { readonly images: readonly string[]; readonly launch: readonly string[] };
  /** Sanitized HTML of legal pages by page and language. */
  readonly legal: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Address of a picture for a page, and its displayed size. */
export interface DisplayedPicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** The merchant's branding, ready to be served. */
export interface Brand {
  /** Address of the style sheet that follows the build's own. */
  readonly sheet: string;
  /** The style sheet, and the files that replace those of the build. */
  readonly files: readonly GeneratedFile[];
  readonly mark: BrandPicture;
  /** Prefix of the names of this merchant's cookies. */
  readonly cookiePrefix: string;
  /** Background of icons on a home screen. */
  readonly iconGround: string;
  logo(theme: Theme): DisplayedPicture | undefined;
  /** Sanitized HTML of legal pages by page and language. */
  readonly legal: Branding['legal'];
}

const MARK = '/brand/mark.svg';
const FAVICON = '/favicon.svg';
const LOGO_HEIGHT = 32;
const HASH_LENGTH = 10;

export function createBrand({ style, pictures: { mark, logo }, legal }: Branding, merchant: string): Brand {
  const css = brandSheet(style);
  const sheet = `/brand/theme-${hashOf(css)}.css`;
  const svg = (address: string, picture: BrandPicture, isFixed: boolean): GeneratedFile => ({
    address,
    content: picture.svg,
    isImmutable: isFixed,
  });
  const logoAddress = (picture: BrandPicture) => `/brand/logo-${hashOf(picture.svg)}.svg`;
  return {
    sheet,
    files: [
      { address: sheet, content: css, isImmutable: true },
      // These addresses are in manifests and favourites, so they do not change with the content.
      ...[MARK, FAVICON].map((address) => svg(address, mark, false)),
      ...Object.values(logo ?? {}).map((picture) => svg(logoAddress(picture), picture, true)),
    ],
    mark,
    cookiePrefix: `${merchant}_`,
    iconGround: iconGround(style.hue),
    logo(theme) {
      const picture = logo?.[theme];
      const width = picture && Math.round((picture.width / picture.height) * LOGO_HEIGHT);
      return picture && width !== undefined ? { src: logoAddress(picture), width, height: LOGO_HEIGHT } : undefined;
    },
    legal,
  };
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, HASH_LENGTH);
}

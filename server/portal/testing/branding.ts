import type { Branding, BrandPicture } from '../brand/brand.ts';

const picture = (colour: string, width = 32): BrandPicture => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 32"><rect width="${width}" height="32" fill="${colour}"/></svg>`,
  width,
  height: 32,
});

/** Branding of a merchant as its file would give it. */
export function testBranding(differing: Partial<Branding> = {}): Branding {
  return {
    name: 'Harbour',
    style: { hue: 215, radius: 0.5 },
    theme: 'light',
    pictures: { mark: picture('#004488'), logo: { dark: picture('#ffffff', 128), light: picture('#002244', 128) } },
    languages: ['TH', 'EN'],
    language: 'TH',
    hosts: { images: ['https://img.harbour.example'], launch: [] },
    legal: { terms: { EN: '<p>Our own terms.</p>', TH: '<p>ข้อกำหนดของเรา</p>' } },
    ...differing,
  };
}

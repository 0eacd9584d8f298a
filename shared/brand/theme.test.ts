import { describe, expect, it } from 'vitest';
import { contrast, hexOf } from '../colour.ts';
import { brandColours, brandSheet, lowContrastPairs, RECIPE, type Recipe } from './theme.ts';

describe('colours', () => {
  it('have the contrast of WCAG', () => {
    expect(contrast('#000', '#fff')).toBeCloseTo(21);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(contrast('#fff', '#fff')).toBe(1);
  });

  it('convert from OKLCH as browsers do', () => {
    expect(hexOf([1, 0, 0])).toBe('#ffffff');
    expect(hexOf([0, 0, 0])).toBe('#000000');
    // Corners of sRGB, values from CSS Color 4.
    expect(hexOf([0.627955, 0.257683, 29.2339])).toBe('#ff0000');
    expect(hexOf([0.452014, 0.313214, 264.052])).toBe('#0000ff');
    // Outside the gamut: lower chroma, same hue.
    expect(hexOf([0.8, 0.4, 150])).toMatch(/^#[0-9a-f]{6}$/);
  });
});

describe('a brand', () => {
  it('is readable with every hue, in both themes', () => {
    for (let hue = 0; hue < 360; hue++) expect(lowContrastPairs(hue), `hue ${hue}`).toEqual([]);
  });

  it('that is too faint is reported, with the pair', () => {
    const faint: Recipe = { ...RECIPE, light: { ...RECIPE.light, 'accent-text': [0.7, 0.12] } };
    for (let hue = 0; hue < 360; hue += 30)
      expect(lowContrastPairs(hue, faint)).toContainEqual(
        expect.objectContaining({ theme: 'light', fore: 'accent-text', back: 'bg-1', least: 4.5 }),
      );
  });

  it('changes only its own colors and radii', () => {
    expect(brandSheet({ hue: 230, radius: 1 })).not.toMatch(/radius|--bg|--text/);
    expect(brandSheet({ hue: 230, radius: 1.5 })).toContain('--radius-control:15px');
    expect(brandColours(0, 'dark')).not.toEqual(brandColours(230, 'dark'));
  });
});

/** A multiplier of the stake as text: "×50,000", "×1.5", "×8". */
export function timesText(multiplier: string | number): string {
  const [whole = '', part = ''] = String(multiplier).split('.');
  const decimals = part.replace(/0+$/, '');
  return `×${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${decimals && `.${decimals}`}`;
}

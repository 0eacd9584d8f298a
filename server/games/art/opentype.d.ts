/** The part of opentype.js that the artwork uses; the package brings no types. */
declare module 'opentype.js' {
  interface PathCommand {
    readonly type: 'M' | 'L' | 'C' | 'Q' | 'Z';
    readonly x?: number;
    readonly y?: number;
    readonly x1?: number;
    readonly y1?: number;
    readonly x2?: number;
    readonly y2?: number;
  }
  interface Font {
    getPath(text: string, x: number, y: number, size: number): { readonly commands: readonly PathCommand[] };
    getAdvanceWidth(text: string, size: number): number;
  }
  const opentype: { parse(bytes: ArrayBuffer): Font };
  export default opentype;
}

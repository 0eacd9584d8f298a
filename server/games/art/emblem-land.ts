import type { Palette } from './palette.ts';
import { disc, line, oval, path, poly, round, sparkle, times } from './shapes.ts';

const CAPS = 'stroke-linecap="round"';
const JOIN = 'stroke-linejoin="round"';

/** A snowy peak with a lake. */
export function mountain(colours: Palette): string {
  return disc(40, -46, 32, 'url(#face)') + foothill(colours) + peak(colours) + snow() + lake(colours);
}

function foothill({ accent }: Palette): string {
  return (
    poly(
      [
        [-104, 64],
        [-46, -24],
        [0, 64],
      ],
      accent[1],
    ) +
    poly(
      [
        [-46, -24],
        [0, 64],
        [-40, 64],
      ],
      accent[0],
    ) +
    poly(
      [
        [-46, -24],
        [-64, 4],
        [-50, 0],
        [-42, 12],
        [-34, -2],
      ],
      '#fff',
    )
  );
}

function peak({ accent }: Palette): string {
  return (
    poly(
      [
        [-62, 66],
        [14, -78],
        [98, 66],
      ],
      accent[2],
    ) +
    poly(
      [
        [14, -78],
        [98, 66],
        [26, 66],
        [34, 10],
      ],
      accent[0],
    ) +
    poly(
      [
        [14, -78],
        [34, 10],
        [26, 66],
        [-6, 66],
      ],
      accent[1],
    )
  );
}

/** The snow of the peak, and the rim around both. */
function snow(): string {
  return (
    poly(
      [
        [14, -78],
        [-16, -22],
        [-2, -32],
        [6, -12],
        [18, -30],
        [28, -14],
        [34, -34],
        [48, -20],
      ],
      '#fff',
    ) +
    poly(
      [
        [14, -78],
        [48, -20],
        [34, -34],
        [28, -14],
      ],
      '#b9c4d8',
    ) +
    poly(
      [
        [-62, 66],
        [14, -78],
        [98, 66],
      ],
      'none',
      `stroke="url(#rim)" stroke-width="4" ${JOIN}`,
    )
  );
}

function lake({ accent, metal }: Palette): string {
  return (
    oval(0, 74, 104, 20, accent[3]) +
    oval(0, 72, 96, 14, accent[4], 'opacity=".55"') +
    line('M-60 74H-10M6 80H58M-30 84H16', '#fff', 3, `${CAPS} opacity=".8"`) +
    line('M-104 74A104 20 0 0 0 104 74', metal[2], 3.5)
  );
}

/** A pyramid with a shining tip. */
export function pyramid(colours: Palette): string {
  const { metal, accent, ink } = colours;
  const course = (index: number) =>
    line(
      `M${round(-14 - index * 15.4)} ${-26 + index * 22}L${round(6 + index * 3.2)} ${round(-18 + index * 24.5)}L${round(14 + index * 15.4)} ${-26 + index * 22}`,
      ink,
      1.8,
      'opacity=".35"',
    );
  return (
    times(12, (index) =>
      path('M-3 -50L0 -106L3 -50Z', metal[4], `opacity=".5" transform="translate(0 -58) rotate(${index * 30}) translate(0 58) scale(.9)"`),
    ) +
    poly(
      [
        [0, -80],
        [-92, 68],
        [24, 88],
      ],
      metal[2],
    ) +
    poly(
      [
        [0, -80],
        [92, 68],
        [24, 88],
      ],
      metal[0],
    ) +
    times(5, course) +
    poly(
      [
        [0, -80],
        [-26, -38],
        [7, -31],
      ],
      accent[4],
    ) +
    poly(
      [
        [0, -80],
        [26, -38],
        [7, -31],
      ],
      accent[2],
    ) +
    line('M-26 -38L7 -31L26 -38', metal[4], 3) +
    poly(
      [
        [0, -80],
        [92, 68],
        [24, 88],
        [-92, 68],
      ],
      'none',
      `stroke="url(#rim)" stroke-width="4" ${JOIN}`,
    ) +
    path('M-22 80L-18 52L-4 55L-2 83Z', ink) +
    sparkle(0, -80, 26, '#fff') +
    sparkle(-50, -20, 10, metal[4])
  );
}

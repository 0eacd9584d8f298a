import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import styles from './avatar.module.css';

const SIDE = 512;
const MAX_ZOOM = 4;

interface CropArea {
  readonly zoom: number;
  /** Share of the free space on that axis, from 0 to 1. */
  readonly x: number;
  readonly y: number;
}
const CENTERED: CropArea = { zoom: 1, x: 0.5, y: 0.5 };
const AXES = ['zoom', 'x', 'y'] as const;

interface AvatarCropProps {
  readonly t: Translate;
  readonly picture: ImageBitmap;
  readonly busy: boolean;
  readonly onCropped: (square: Blob) => void;
  readonly onCancel: () => void;
}

/** Selects the square of a picture by dragging it or with the three sliders. */
export function AvatarCrop({ t, picture, busy, onCropped, onCancel }: AvatarCropProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cut, setCut] = useState(CENTERED);
  useEffect(() => draw(canvas.current, picture, cut), [picture, cut]);

  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    const side = Math.min(picture.width, picture.height) / cut.zoom;
    const moved = (by: number, whole: number) => (whole > side ? (-by / width) * (side / (whole - side)) : 0);
    setCut((before) => ({
      ...before,
      x: clamp(before.x + moved(event.movementX, picture.width)),
      y: clamp(before.y + moved(event.movementY, picture.height)),
    }));
  };
  return (
    <div className={styles.crop}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        width={SIDE}
        height={SIDE}
        role="img"
        aria-label={t('profile.avatarPreview')}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      />
      <div className={styles.sliders}>
        {AXES.map((axis) => (
          <label key={axis} className={styles.slider}>
            {t(`profile.avatar_${axis}`)}
            <input
              type="range"
              min={axis === 'zoom' ? 1 : 0}
              max={axis === 'zoom' ? MAX_ZOOM : 1}
              step={0.01}
              value={cut[axis]}
              onChange={({ currentTarget }) => {
                const value = Number(currentTarget.value);
                setCut((before) => ({ ...before, [axis]: value }));
              }}
            />
          </label>
        ))}
        <div className={styles.buttons}>
          <Button variant="primary" busy={busy} onClick={() => canvas.current?.toBlob((blob) => blob && onCropped(blob), 'image/png')}>
            {t('profile.avatarUse')}
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        </div>
      </div>
    </div>
  );
}

function draw(canvas: HTMLCanvasElement | null, picture: ImageBitmap, { zoom, x, y }: CropArea): void {
  const side = Math.min(picture.width, picture.height) / zoom;
  const context = canvas?.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, SIDE, SIDE);
  context.drawImage(picture, (picture.width - side) * x, (picture.height - side) * y, side, side, 0, 0, SIDE, SIDE);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Text that a stored picture must not contain: a script, a place. */
export const CANARY = 'canary-4711';
const SCRIPT = Buffer.from(`<script>alert('${CANARY}')</script>`);

export function png(width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#12806a' } })
    .png()
    .toBuffer();
}

export function jpeg(width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#12806a' } })
    .jpeg()
    .toBuffer();
}

/** A photo with place, author and orientation. */
export async function photo(): Promise<Buffer> {
  return sharp(await jpeg(40, 30))
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: CANARY }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
    .toBuffer();
}

/** A chunk of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body) >>> 0);
  return Buffer.concat([head, body, check]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, 0], 8);
  return chunk('IHDR', data);
}
const END = chunk('IEND', Buffer.alloc(0));

/** A small file with huge dimensions. */
function bomb(width: number, height: number): Buffer {
  const rows = deflateSync(Buffer.alloc(Math.min(height, 4_000) * (width * 3 + 1)), { level: 9 });
  return Buffer.concat([SIGNATURE, header(width, height), chunk('IDAT', rows), END]);
}

function withChunk(picture: Buffer, type: string, data: Buffer): Buffer {
  const after = SIGNATURE.length + 25;
  return Buffer.concat([picture.subarray(0, after), chunk(type, data), picture.subarray(after)]);
}

/** After the first marker of a JPEG. */
function withSegment(picture: Buffer, marker: number, data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([picture.subarray(0, 2), Buffer.from([0xff, marker]), length, data, picture.subarray(2)]);
}

const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert('${CANARY}')</script></svg>`);
const webp = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer();
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** With other bytes at the start of its pixels. */
function broken(picture: Buffer): Buffer {
  const pixels = picture.indexOf('IDAT') + 'IDAT'.length;
  return Buffer.concat([picture.subarray(0, pixels + 4), Buffer.from([0, 1, 2, 3, 4, 5]), picture.subarray(pixels + 10)]);
}

/** Files that are no picture, of other formats, or damaged: refused. */
export async function hostileFiles(): Promise<Readonly<Record<string, Buffer>>> {
  const [one, two] = [await png(), await jpeg()];
  return {
    'nothing at all': Buffer.alloc(0),
    'one byte': Buffer.from([0x89]),
    zeros: Buffer.alloc(4_096),
    text: Buffer.from('a picture'),
    html: Buffer.concat([Buffer.from('<!doctype html>'), SCRIPT]),
    'svg with a script': svg,
    'svg behind a byte order mark': Buffer.concat([Buffer.from('\ufeff'), svg]),
    gif: gif,
    'gif with a script': Buffer.concat([Buffer.from('GIF89a/*'), SCRIPT]),
    webp: await webp(),
    bmp: Buffer.from('424d3a000000000000003600000028000000010000000100000001001800', 'hex'),
    tiff: Buffer.from('49492a0008000000', 'hex'),
    ico: Buffer.from('000001000100101000000100', 'hex'),
    heif: Buffer.from('0000001c667479706865696300000000', 'hex'),
    avif: Buffer.from('0000001c667479706176696600000000', 'hex'),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj <</JS (app.alert)>>'),
    zip: Buffer.from('504b0304140000000800', 'hex'),
    gzip: Buffer.from('1f8b0800000000000003', 'hex'),
    elf: Buffer.from('7f454c4602010100', 'hex'),
    'shell script': Buffer.from('#!/bin/sh\nrm -rf /'),
    php: Buffer.from(`<?php echo '${CANARY}'; ?>`),
    postscript: Buffer.from('%!PS-Adobe-3.0 EPSF-3.0'),
    'the head of a png and no more': SIGNATURE,
    'the head of a jpg and no more': Buffer.from([0xff, 0xd8, 0xff]),
    'the head of a png before a script': Buffer.concat([SIGNATURE, SCRIPT]),
    'the head of a png before an svg': Buffer.concat([SIGNATURE, svg]),
    'the head of a jpg before html': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), SCRIPT]),
    'a png without pixels': Buffer.concat([SIGNATURE, header(10, 10), END]),
    'a png of no size': Buffer.concat([SIGNATURE, header(0, 0), END]),
    'a png cut off': (
      await sharp({
        create: { width: 200, height: 200, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
      })
        .png()
        .toBuffer()
    ).subarray(0, 900),
    'a jpg cut off': two.subarray(0, two.length / 2),
    'a png with broken sums': broken(one),
  };
}

/** Pictures above the pixel limit: refused. */
export function bombs(): Readonly<Record<string, Buffer>> {
  return {
    'a png of 16,000 by 16,000': bomb(16_000, 16_000),
    'a png of 5,000 by 5,000': bomb(5_000, 5_000),
    'a png that says 2,000,000,000 wide': Buffer.concat([
      SIGNATURE,
      header(2_000_000_000, 1),
      chunk('IDAT', deflateSync(Buffer.alloc(64))),
      END,
    ]),
  };
}

/** Pictures with embedded or appended data: stored without it. */
export async function stuffedPictures(): Promise<Readonly<Record<string, Buffer>>> {
  const [one, two] = [await png(), await jpeg()];
  return {
    'a png with a script behind it': Buffer.concat([one, SCRIPT]),
    'a png with a zip behind it': Buffer.concat([one, Buffer.from('504b0304', 'hex'), Buffer.from(CANARY)]),
    'a png with text in it': withChunk(one, 'tEXt', Buffer.from(`Comment\0${SCRIPT}`)),
    'a png with a php line in its palette of words': withChunk(one, 'iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0<x>${CANARY}</x>`)),
    'a jpg with a comment': withSegment(two, 0xfe, SCRIPT),
    'a jpg with an application segment': withSegment(two, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x>${CANARY}</x>`)),
    'a jpg with html behind it': Buffer.concat([two, Buffer.from('<html>'), SCRIPT]),
    'a photo that says where it was taken': await photo(),
  };
}

import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT}`;

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`, 'Edge, Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera, Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/150.0.0.0 Safari/537.36`, 'Chrome, Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari, macOS',
  ],
  [`${IOS} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari, iPhone'],
  [`${IOS} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`, 'Chrome, iPhone'],
  [`${IOS} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 'Firefox, iPhone'],
  [`${IOS} EdgiOS/138.0 Mobile/15E148 Safari/605.1.15`, 'Edge, iPhone'],
  [`${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36`, 'Chrome, Android'],
  [`${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36 EdgA/138.0.0.0`, 'Edge, Android'],
  [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet, Android'],
  [`${ANDROID} Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36 Line/15.10.0/IAB`, 'LINE, Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`, 'Chrome, ChromeOS'],
  ['SomethingElse/1.0 (Windows NT 10.0)', 'Windows'],
  ['curl/8.5.0', ''],
  ['', ''],
])('%s is called %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));

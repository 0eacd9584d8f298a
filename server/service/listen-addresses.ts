import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import type { ListenAddress } from './listen.ts';

/** The build puts `server`, `client` and `geo` side by side into `dist`; this file is bundled into `dist/server`. */
export const CLIENT_DIR = fileURLToPath(new URL('../client', import.meta.url));
export const GEO_DIR = fileURLToPath(new URL('../geo', import.meta.url));

export const portalAddress = ({ port, host }: Config): ListenAddress => ({ port, host, portName: 'PORT', hostName: 'HOST' });

export const adminAddress = ({ adminPort, deploy }: Config): ListenAddress => ({
  port: adminPort,
  host: deploy.adminHost,
  portName: 'ADMIN_PORT',
  hostName: 'ADMIN_HOST',
});

export const platformAddress = ({ deploy }: Config): ListenAddress => ({
  port: deploy.platformPort,
  host: deploy.platformHost,
  portName: 'PLATFORM_PORT',
  hostName: 'PLATFORM_HOST',
});

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { depositCreate } from '../../shared/api/deposit/calls.ts';
import { type AcmePayments, startAcme } from './acme-payments.ts';
import { solvedChallenge } from './challenge.ts';
import { accepted, type Credentials, type Player, signIn } from './player.ts';
import { type Service, startService } from './service.ts';

/** The built product as a merchant with a file of its own runs it: no demo, no built-in games, an outside payment provider. */
export interface OwnMerchant {
  readonly service: Service;
  /** Path of the merchant file. */
  readonly file: string;
  /** Registers a member whose deposit of this amount is paid. */
  member(name: string, deposit: string): Promise<{ readonly credentials: Credentials; readonly player: Player }>;
  /** A deposit of the member, in whole units, that is paid. */
  pay(player: Player, amount: string): Promise<void>;
  close(): Promise<void>;
}

export interface OwnMerchantInput {
  /** Keys of the merchant file that differ. */
  readonly file?: object;
  /** Values of its deposit method that differ, in its currency. */
  readonly method?: object;
  /** Further deposit methods. */
  readonly methods?: readonly object[];
  readonly env?: Readonly<Record<string, string>>;
}

const PAYMENT_KEY = 'the-key-that-acme-and-the-merchant-share';
const PASSWORD = 'Reef-Garden-41';

/** Usually in baht, with English and Thai. */
export async function openOwnMerchant(input: OwnMerchantInput = {}): Promise<OwnMerchant> {
  let site = '';
  const acme = await startAcme({ secret: PAYMENT_KEY, callbackUrl: () => `${site}/payments/acme`, now: Date.now });
  const folder = mkdtempSync(join(tmpdir(), 'lagoon-own-'));
  const file = join(folder, 'atoll.json');
  writeFileSync(join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>');
  writeFileSync(file, JSON.stringify({ ...merchantFile(acme, input), ...input.file }));
  const env = { MERCHANT_FILE: file, PAYMENT_SECRET_ACME: PAYMENT_KEY, ADDRESS_ALLOW: '127.0.0.1', ...input.env };
  const service = await startService({ dataDir: join(folder, 'data'), env });
  site = service.url;
  return {
    service,
    file,
    async member(name, deposit) {
      const credentials = { username: name, password: PASSWORD };
      await register(site, credentials);
      const player = await signIn(site, credentials);
      await pay(acme, player, deposit);
      return { credentials, player };
    },
    pay: (player, amount) => pay(acme, player, amount),
    async close() {
      await service.stop();
      await acme.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function merchantFile({ url }: AcmePayments, { method, methods = [] }: OwnMerchantInput): object {
  return {
    code: 'atoll',
    brand: { name: 'Atoll', hue: 190, mark: 'mark.svg' },
    languages: ['EN', 'TH'],
    language: 'EN',
    payments: {
      providers: [{ code: 'acme', url: `${url}/page` }],
      channels: [{ code: 'ATOLL_QR', kind: 'QR', name: 'QR', provider: 'acme', min: '100', max: '50000', ...method }, ...methods],
    },
    requests: { stream: 10_000, page: 10_000, 'own-page': 10_000, read: 10_000, login: 1_000, register: 1_000 },
    settings: { currency: 'THB', currencySymbol: '฿', timeZone: 'Asia/Bangkok', protection: { jurisdiction: 'CW' } },
  };
}

async function register(site: string, credentials: Credentials): Promise<void> {
  const fields = { back: '/index', ...credentials, agreed: 'on', ...(await solvedChallenge(site, 'register')) };
  const answer = await fetch(`${site}/form/member.register`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: site },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`the registration answered ${answer.status}: ${await answer.text()}`);
}

async function pay(acme: AcmePayments, player: Player, amount: string): Promise<void> {
  const body = { channel: 'ATOLL_QR', amount, reference: randomUUID() };
  const { instructions } = accepted(await player.call(depositCreate, { body }));
  acme.payDeposit(instructions?.payUrl ?? '', `${amount}.0000`);
  const answers = await acme.deliver();
  if (answers.some((answer) => answer !== '200 OK')) throw new Error(`the payment was answered ${answers.join(', ')}`);
}

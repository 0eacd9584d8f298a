import type { ForeignGame } from './games.ts';

const TEXTS = {
  EN: {
    left: 'Left shell',
    right: 'Right shell',
    stake: 'Stake',
    ready: 'Where is the pearl?',
    won: 'Won',
    lost: 'Lost',
    refused: 'Refused',
  },
  TH: { left: 'หอยซ้าย', right: 'หอยขวา', stake: 'เดิมพัน', ready: 'ไข่มุกอยู่ที่ไหน', won: 'ชนะ', lost: 'แพ้', refused: 'ถูกปฏิเสธ' },
} as const;

export interface PageInput {
  readonly game: ForeignGame;
  readonly language: string;
  readonly theme: string;
  /** The vendor's own session, not the token of the wallet. */
  readonly session: string;
  /** Balance of the player, a decimal with four digits. */
  readonly balance: string;
  readonly currency: string;
  /** Chosen room or match, shown under the name. */
  readonly place: string | undefined;
}

/** The page of a game. It shows the amount of the portal's `balance` message, if there is one. */
export function gamePage({ game, language, theme, session, balance, currency, place }: PageInput): string {
  const texts = TEXTS[language as keyof typeof TEXTS] ?? TEXTS.EN;
  const colours = theme === 'light' ? 'background:#eef6f8;color:#123' : 'background:#0b2830;color:#eef6f8';
  return `<!doctype html><html lang="${language.toLowerCase()}"><head><meta charset="utf-8"><title>${game.name}</title>
<meta name="viewport" content="width=device-width"><style>
body{margin:0;min-height:100vh;display:grid;place-content:center;gap:16px;text-align:center;font:18px system-ui;${colours}}
button{font:inherit;padding:14px 20px;border:0;border-radius:12px;background:hsl(${game.hue} 60% 35%);color:#fff}
input{font:inherit;width:6em;padding:8px}h1{margin:0;color:hsl(${game.hue} 60% 60%)}
</style></head><body>
<h1>${game.name}</h1>${place === undefined ? '' : `<p id="place">${place}</p>`}<p id="balance">${balance} ${currency}</p>
<label>${texts.stake} <input id="stake" value="10.00" inputmode="decimal"></label>
<div><button id="left">${texts.left}</button> <button id="right">${texts.right}</button></div>
<p id="says" role="status">${texts.ready}</p>
<script>
const portal = location.ancestorOrigins?.[0] ?? new URL(document.referrer || location.href).origin;
const post = (type, more) => ${game.isQuiet ? 'undefined' : 'true'} && window.parent.postMessage({ lagoon: 1, type, ...more }, portal);
const $ = (id) => document.getElementById(id);
const four = (text) => { const [whole, part = ''] = text.split('.'); return whole + '.' + part.padEnd(4, '0'); };
let paused = false;
addEventListener('message', ({ source, data }) => {
  if (${game.isQuiet === true} || source !== window.parent || data?.lagoon !== 1) return;
  if (data.type === 'balance') $('balance').textContent = data.balance + ' ${currency}';
  if (data.type === 'pause') paused = true;
  if (data.type === 'resume') paused = false;
  if (data.type === 'pause' || data.type === 'resume') post('ready');
});
async function play(shell) {
  if (paused) return;
  const stake = $('stake').value;
  $('left').disabled = $('right').disabled = true;
  post('round-started', { stake: four(stake) });
  const answer = await fetch('/play', { method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session: '${session}', key: crypto.randomUUID(), stake, shell }) });
  const round = await answer.json();
  const texts = ${JSON.stringify(texts)};
  $('says').textContent = round.won ? texts.won + ' ' + round.won : round.refused ? texts.refused + ': ' + round.refused : texts.lost;
  $('left').disabled = $('right').disabled = false;
  post('round-ended');
  post('round-shown');
}
$('left').onclick = () => play('left');
$('right').onclick = () => play('right');
post('ready');
</script></body></html>`;
}

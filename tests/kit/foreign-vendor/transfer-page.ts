/** The page of a game with one button, played with the balance that the vendor keeps. */
export function transferGamePage({ session, balance, currency }: { session: string; balance: string; currency: string }): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tide Wheel</title>
<meta name="viewport" content="width=device-width"><style>
body{margin:0;min-height:100vh;display:grid;place-content:center;gap:16px;text-align:center;font:18px system-ui;background:#0b2830;color:#eef6f8}
button{font:inherit;padding:14px 20px;border:0;border-radius:12px;background:hsl(190 60% 35%);color:#fff}
</style></head><body>
<h1>Tide Wheel</h1><p id="balance">${balance} ${currency}</p>
<button id="spin">Spin for 10</button><p id="says" role="status">Ready</p>
<script>
const $ = (id) => document.getElementById(id);
$('spin').onclick = async () => {
  $('spin').disabled = true;
  const answer = await fetch('/play', { method: 'POST', body: JSON.stringify({ session: '${session}', stake: '10' }) });
  const round = await answer.json();
  $('says').textContent = round.status;
  if (round.balance) $('balance').textContent = round.balance + ' ${currency}';
  $('spin').disabled = false;
};
</script></body></html>`;
}

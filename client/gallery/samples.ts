import type { Game } from '../../shared/api/games/schemas.ts';
import type { Banner } from '../../shared/api/publishing/schemas.ts';

/** A picture without a server. */
function picture(from: string, to: string, width: number, height: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export const BANNER: Banner = {
  id: 'sample',
  groupName: 'sample',
  title: 'A banner with a title',
  text: 'One sentence about what is offered, and to whom.',
  action: 'Open',
  href: '#banner',
  imageUrl: picture('#0b5c6b', '#0a0e18', 1040, 320),
  tone: 'dark',
};

const GAME: Game = {
  gameId: 'SAMPLE_GAME',
  nodeId: 'SAMPLE_GAME',
  vassalage: 'SAMPLE',
  accountTypeName: 'Sample vendor',
  gameName: 'Sample game',
  nodeName: 'Sample game',
  showIcon: picture('#5b2a86', '#0b5c6b', 300, 400),
  supportPlay: 0,
  gameType: 'classic',
  gameCategory: 'RNG',
  rtp: '96.12',
  rtpMost: null,
  volatility: 'high',
  mostWin: '4003.45',
  minBet: '0.1000',
  lineNum: 20,
  isHot: false,
  isNew: false,
  maintenance: false,
};

export const GAMES: readonly Game[] = [
  GAME,
  { ...GAME, gameId: 'SAMPLE_HOT', gameName: 'A hot game with a name of two lines', isHot: true, rtp: '97.30', rtpMost: '98.94' },
  { ...GAME, gameId: 'SAMPLE_NEW', gameName: 'New, without figures', isNew: true, rtp: null, volatility: null, mostWin: null },
  { ...GAME, gameId: 'SAMPLE_CLOSED', gameName: 'Under maintenance', maintenance: true },
];

export const PROSE =
  '<h2>A heading</h2><p>A paragraph with <strong>strong</strong> text and <a href="#prose">a link</a>.</p>' +
  '<ul><li>First item</li><li>Second item</li></ul><table><thead><tr><th>Level</th><th>Rate</th></tr></thead>' +
  '<tbody><tr><td>Drift</td><td>0.40 %</td></tr><tr><td>Reef</td><td>0.60 %</td></tr></tbody></table>';

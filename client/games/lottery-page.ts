import './lib/studio.css';
import './lottery/lottery.css';
import './lottery/board.css';
import './lottery/items.css';
import './lottery/chase.css';
import './lottery/sheet.css';
import './lottery/plain.css';
import { startLottery } from './lottery/start-lottery.ts';

startLottery();

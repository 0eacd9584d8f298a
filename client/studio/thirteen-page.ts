import './lib/studio.css';
import './lib/cards.css';
import './rooms/room-lobby.css';
import './rooms/room-table.css';
import { startRoom } from './rooms/start-room.ts';

startRoom();

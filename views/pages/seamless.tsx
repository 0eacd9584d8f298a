import '../../client/styles/index.css';
import { GamePage, type GamePageProps } from './game.tsx';

/** The frame of a vendor in seamless mode: the same frame, header only. */
export function SeamlessPage(props: GamePageProps) {
  return <GamePage {...props} />;
}

import { TransferPage } from './transfer-page.tsx';

/** Transfer to the member's agent, or from an agent to a direct member or agent. */
export default TransferPage;

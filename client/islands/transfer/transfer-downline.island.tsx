import { TransferPage } from './transfer-page.tsx';

/** Transfer from an agent to a direct member or agent. */
export default TransferPage;

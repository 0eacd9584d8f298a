import { TransferPage } from './transfer-page.tsx';

/** Transfer to the member's agent. */
export default TransferPage;

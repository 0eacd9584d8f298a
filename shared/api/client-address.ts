/** Client address as the portal determined it; the platform trusts it from its portals only. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/** Password of the demo's accounts. Printed at start and documented, so operators of a public site may not use it. */
export const DEMO_PASSWORD = 'Lagoon-demo-1';

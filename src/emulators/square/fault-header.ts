/** How a route tells the transport what should happen to its response; never sent. */
export const FAULT_HEADER = 'x-emulator-fault'

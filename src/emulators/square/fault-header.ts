/** How a route tells the transport what is to happen to its answer; never sent. */
export const FAULT_HEADER = 'x-emulator-fault'

/** For reading several tables as of the same moment. The server rejects locks and writes in this transaction. */
export const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

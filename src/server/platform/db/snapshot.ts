/** For reading several tables as they were at one moment. The server refuses any lock or change in such a transaction. */
export const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

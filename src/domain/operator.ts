import type { Role } from './roles.ts'

/** Someone who works at the desk. */
export type Operator = { id: string; email: string; name: string; role: Role }

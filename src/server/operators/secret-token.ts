import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits that fit into a link or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: enough to recognize it, not enough to use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

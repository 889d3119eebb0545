import { createHmac } from 'node:crypto'

/**
 * The token of an emailed sign-in link. The outbox holds only the link's id; the token is derived when the email is
 * composed, so a copy of the database opens nothing.
 */
export function deskLinkToken(secretKey: string, linkId: string): string {
  return createHmac('sha256', secretKey).update(`desk link ${linkId}`).digest('base64url')
}

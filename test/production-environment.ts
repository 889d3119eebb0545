import { createHash } from 'node:crypto'

/** The required settings of a production shop; nothing behind them exists. */
export const PRODUCTION_ENVIRONMENT = {
  NODE_ENV: 'production',
  SECRET_KEY: randomLooking('links'),
  PUBLIC_URL: 'https://bloomera.example',
  DATABASE_URL: 'postgres://shop@database.example/shop',
  SMTP_URL: 'smtps://user:password@mail.example:465',
  SQUARE_ACCESS_TOKEN: randomLooking('payments'),
  SQUARE_APPLICATION_ID: 'sq0idp-an-application',
  SQUARE_LOCATION_ID: 'LALOCATION',
  SQUARE_WEBHOOK_SIGNATURE_KEY: randomLooking('webhooks'),
}

/** The same on every run, and strong enough for production's validation. */
export function randomLooking(purpose: string): string {
  return createHash('sha256').update(purpose).digest('base64url')
}

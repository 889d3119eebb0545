/** What a production shop must be told; nothing behind it exists. */
export const PRODUCTION_ENVIRONMENT = {
  NODE_ENV: 'production',
  SECRET_KEY: 'k'.repeat(32),
  PUBLIC_URL: 'https://bloomera.example',
  SMTP_URL: 'smtps://user:password@mail.example:465',
  SQUARE_ACCESS_TOKEN: 'an access token',
  SQUARE_APPLICATION_ID: 'sq0idp-an-application',
  SQUARE_LOCATION_ID: 'LALOCATION',
  SQUARE_WEBHOOK_SIGNATURE_KEY: 'a signature key',
}

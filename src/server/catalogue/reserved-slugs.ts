import { PAGE_ROUTES } from '#web/page-routes.ts'

/** What the server answers besides pages. */
const SERVER_PATHS = [
  '404',
  'admin',
  'api',
  'assets',
  'botanicals',
  'csp-report',
  'feeds',
  'functions',
  'healthz',
  'mailbox',
  'metrics',
  'pictures',
  'readyz',
  'share',
  'unsubscribe',
  'uploads',
  'webhooks',
]

const RESERVED = new Set([...SERVER_PATHS, ...Object.values(PAGE_ROUTES).map(({ path }) => path.split('/')[1])])

/** Returns true if a page of the shop is at this address, or below it. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.has(slug)
}

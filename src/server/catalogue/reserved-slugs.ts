import { PAGE_ROUTES } from '#web/page-routes.ts'

/** Paths that the server handles besides pages. */
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

/** Returns true if a page of the shop is at or below this address. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.has(slug)
}

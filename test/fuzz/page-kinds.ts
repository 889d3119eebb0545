import { percent } from './draft.ts'
import { hostileText } from './hostile-values.ts'
import { get, type Kind } from './kind.ts'

export const PAGE_KINDS: readonly Kind[] = [
  {
    name: 'page',
    weight: 30,
    make: (random, world) => {
      const page = random.pick(world.pages)
      const path = random.chance(0.3) ? (page === '/' ? '/_root.data' : `${page}.data`) : page
      return get(path, random.chance(0.3) ? [['utm_source', 'fz']] : [])
    },
  },
  {
    name: 'shop-all',
    weight: 6,
    make: (random) =>
      get('/shop-all', [
        ['search', random.chance(0.3) ? 'rose' : hostileText(random)],
        ['page', random.pick(['1', '2', '-1', '1e9', 'x'])],
        ['without', random.pick(['nuts', 'toString', ''])],
      ]),
  },
  {
    name: 'reviews',
    weight: 5,
    make: (random) =>
      get(random.pick(['/reviews', '/reviews.data']), [
        ['product', 'pure-bloom'],
        ['page', String(random.below(4))],
      ]),
  },
  {
    name: 'nowhere',
    weight: 8,
    make: (random) => get(`/${percent(hostileText(random)).slice(0, 500)}`),
  },
  {
    name: 'api',
    weight: 60,
    make: (random, world) =>
      random.pick([
        () => get('/api/products'),
        () =>
          get('/api/reviews', [
            ['product', 'pure-bloom'],
            ['page', '1'],
          ]),
        () => get('/api/suggestions', [['q', random.chance(0.3) ? 'ros' : hostileText(random)]]),
        () =>
          get('/api/products/pure-bloom/reviews', [
            ['sort', random.pick(['newest', 'highest', 'lowest', 'x'])],
            ['rating', random.pick(['5', '0', '1.5'])],
            ['limit', random.pick(['4', '48', '-1', '1e9'])],
            ['after', random.pick([random.pick(world.reviewIds), 'x'])],
          ]),
        () => get('/api/products/pure-bloom/reviews/live'),
        () => get(random.pick(['/api/products/pure-bloom', '/api/products/x', '/api/openapi.json', '/api/x'])),
      ])(),
  },
  {
    name: 'order-page',
    weight: 20,
    make: (random, world) => {
      const { token } = random.pick(world.people)
      return get(
        random.pick([
          `/order/${token}`,
          `/order/${token}.data`,
          `/order/${token}/reminder.ics`,
          '/order',
          '/order.data',
          `/ORDER/${token}`,
        ]),
      )
    },
  },
  {
    name: 'unsubscribe',
    weight: 25,
    make: (random, world) => ({
      ...get(
        `/unsubscribe/${random.chance(0.3) ? world.unsubscribeToken : percent(hostileText(random)).slice(0, 300)}`,
      ),
      ...(random.chance(0.5) && {
        method: 'POST',
        body: { kind: 'form', fields: [['List-Unsubscribe', 'One-Click']] } as const,
      }),
    }),
  },
  {
    name: 'file',
    weight: 25,
    make: (random, world) =>
      get(
        random.pick([
          random.pick(world.files),
          '/robots.txt',
          '/sitemap.xml',
          '/llms.txt',
          '/.well-known/gpc.json',
          '/feeds/google-merchant.xml',
          '/assets/../../package.json',
          '/uploads/0123456789abcdef0123-640.webp',
          '/uploads/0123456789abcdef0123',
          '/mailbox',
          '/mailbox/1',
        ]),
      ),
  },
  { name: 'health', weight: 8, make: (random) => get(random.pick(['/healthz', '/readyz', '/metrics'])) },
]

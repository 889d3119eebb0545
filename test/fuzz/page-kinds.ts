import { COMPARED } from '#domain/catalogue/compare.ts'
import { FINDER_PARAMETERS, FEELS, SCENT_WISHES, WANTS } from '#domain/catalogue/finder.ts'
import { FILTER_GROUPS, FILTER_PARAMETERS, SORTS } from '#domain/catalogue/product-filter.ts'
import { DOCUMENTS } from '#server/documents.ts'
import { PAGE_ROUTES } from '#web/page-routes.ts'
import type { Random } from '../chaos/random.ts'
import { type Pair, percent } from './draft.ts'
import { hostileText } from './hostile-values.ts'
import { get, type Kind } from './kind.ts'
import type { World } from './world.ts'

/** Values that a parameter of a list, the finder or a comparison knows. */
const KNOWN_VALUES: Record<string, readonly string[]> = {
  ...Object.fromEntries(Object.entries(FILTER_GROUPS).map(([name, { options }]) => [name, Object.keys(options)])),
  sort: Object.keys(SORTS),
  want: Object.keys(WANTS),
  at: ['1', '2', '3', '4', '5', 'routine'],
  [COMPARED]: ['pure-bloom', 'barrier-rescue-oil', 'first-light'],
}
const FINDER_VALUES = { ...KNOWN_VALUES, skin: Object.keys(FEELS), scent: Object.keys(SCENT_WISHES) }

/** A few of the parameters, some repeated, most with a value that they know. */
function choose(random: Random, names: readonly string[], known = KNOWN_VALUES): Pair[] {
  return Array.from({ length: random.between(0, 6) }, (): Pair => {
    const name = random.pick(names)
    return [name, random.chance(0.8) ? random.pick(known[name] ?? ['none']) : hostileText(random)]
  })
}

const PLAIN_PAGES = Object.values(PAGE_ROUTES)
  .map(({ path }) => path)
  .filter((path) => !path.includes(':'))

const asPageOrData = (random: Random, page: string) => (random.chance(0.3) ? `${page}.data` : page)
const productPage = (random: Random, { pages }: World) =>
  random.pick(pages.filter((page) => page.startsWith('/products/')))

export const PAGE_KINDS: readonly Kind[] = [
  {
    name: 'page',
    weight: 30,
    make: (random, world) => {
      const page = random.pick([...world.pages, ...PLAIN_PAGES])
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
    name: 'filtered-list',
    weight: 6,
    make: (random, { collections }) =>
      get(asPageOrData(random, random.pick(['/shop-all', ...collections])), choose(random, FILTER_PARAMETERS)),
  },
  {
    name: 'skin-finder',
    weight: 4,
    make: (random) => get(asPageOrData(random, '/skin-finder'), choose(random, FINDER_PARAMETERS, FINDER_VALUES)),
  },
  {
    name: 'compare',
    weight: 4,
    make: (random) => get(asPageOrData(random, '/compare'), choose(random, [COMPARED])),
  },
  {
    name: 'product',
    weight: 6,
    make: (random, world) =>
      get(asPageOrData(random, productPage(random, world)), [
        ['size', random.chance(0.7) ? random.pick(['1oz', '2oz', '4oz']) : hostileText(random)],
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
          random.pick(Object.keys(DOCUMENTS)),
          '/.well-known/apple-developer-merchantid-domain-association',
          '/assets/../../package.json',
          '/uploads/0123456789abcdef0123-640.webp',
          '/uploads/0123456789abcdef0123',
          '/mailbox',
          '/mailbox/1',
          '/mailbox/1/html',
        ]),
      ),
  },
  { name: 'health', weight: 8, make: (random) => get(random.pick(['/healthz', '/readyz', '/metrics'])) },
]

import { PAGE_ROUTES } from '#web/page-routes.ts'
import type { Random } from '../chaos/random.ts'
import { KINDS } from './grammar.ts'
import type { World } from './world.ts'

/** Enough for a kind to generate each of its addresses. */
const DRAFTS_OF_A_KIND = 2000

/** Routes and pages of the shop that no kind of request covers, so that a new one isn't forgotten. */
export function listUnreachedRoutes(world: World, random: Random): string[] {
  const asked = new Set(
    KINDS.flatMap((kind) =>
      Array.from({ length: DRAFTS_OF_A_KIND }, () => {
        const { method, path } = kind.make(random, world)
        return `${method} ${path}`
      }),
    ),
  )
  const routes = world.shop.app.routes
    .filter(({ method, path }) => ['GET', 'POST'].includes(method) && !path.includes('*'))
    .map(({ method, path }) => `${method} ${path}`)
  const pages = Object.values(PAGE_ROUTES).map(({ path }) => `GET ${path}`)
  const isAsked = (route: string) => {
    const pattern = new RegExp(`^${route.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
    return [...asked].some((one) => pattern.test(one))
  }
  return [...new Set([...routes, ...pages])].filter((route) => !isAsked(route))
}

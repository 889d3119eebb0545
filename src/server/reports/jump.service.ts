import { deskPaths } from '#desk/desk-paths.ts'
import { NAVIGATION } from '#desk/navigation.ts'
import { SETTINGS_GROUPS } from '#desk/settings-places.ts'
import { isAtLeast, type Role } from '#domain/operators/roles.ts'
import type { JumpTarget } from './reports.views.ts'

/** Limit per kind; for more there is the search on its screen. */
const SHOWN = 5

type JumpDeps = {
  searchOrders: (typed: string) => Promise<{ id: string; number: string; firstName: string; lastName: string }[]>
  listProducts: () => Promise<{ id: string; name: string }[]>
  searchCustomers: (typed: string) => Promise<{ email: string; firstName: string; lastName: string }[]>
}

export type JumpService = ReturnType<typeof createJumpService>

/** Finds a screen, an order, a product or a customer by what is typed, within what a role may see. */
export function createJumpService({ searchOrders, listProducts, searchCustomers }: JumpDeps) {
  return {
    async find(given: string, role: Role): Promise<JumpTarget[]> {
      const typed = given.trim()
      const matches = (text: string) => text.toLowerCase().includes(typed.toLowerCase())
      const screens = screensFor(role).filter(({ label }) => matches(label))
      if (typed === '') return screens
      const [orders, products, customers] = await Promise.all([
        searchOrders(typed),
        listProducts(),
        isAtLeast(role, 'owner') ? searchCustomers(typed) : [],
      ])
      return [
        ...screens.slice(0, SHOWN),
        ...orders.slice(0, SHOWN).map(({ id, number, firstName, lastName }): JumpTarget => ({
          kind: 'Order',
          label: number,
          hint: `${firstName} ${lastName}`,
          href: deskPaths.order(id),
        })),
        ...products
          .filter(({ name }) => matches(name))
          .slice(0, SHOWN)
          .map(({ id, name }): JumpTarget => ({ kind: 'Product', label: name, hint: '', href: deskPaths.product(id) })),
        ...customers.slice(0, SHOWN).map(({ email, firstName, lastName }): JumpTarget => ({
          kind: 'Customer',
          label: `${firstName} ${lastName}`,
          hint: email,
          href: deskPaths.customer(email),
        })),
      ]
    },
  }
}

function screensFor(role: Role): JumpTarget[] {
  const screens = NAVIGATION.filter(({ least }) => isAtLeast(role, least))
  const known = new Set(screens.map(({ href }) => href))
  const settings = isAtLeast(role, 'owner') ? SETTINGS_GROUPS.flatMap(({ places }) => [...places]) : []
  return [
    ...screens.map(({ label, href }): JumpTarget => ({ kind: 'Screen', label, hint: '', href })),
    ...settings
      .filter(({ href }) => !known.has(href))
      .map(({ label, href }): JumpTarget => ({ kind: 'Screen', label, hint: 'Settings', href })),
  ]
}

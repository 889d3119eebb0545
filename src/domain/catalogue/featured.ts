export const BADGES = ['Best Seller', 'Staff Pick', 'Low Stock', 'Customer Favorite'] as const
export type Badge = (typeof BADGES)[number]

/** Default low-stock threshold per size, on the home page and at the desk. */
export const FEW_BOTTLES = 12

/** A home page card as laid out by the editor. */
export type FeaturedSlot = { productId: string; badge: Badge }

export type FeaturedChoice = {
  productId: string
  /** Null if nothing has earned the card's badge yet. */
  badge: Badge | null
  /** How the product earned its badge; shown on request. */
  reason: string
}

/** Products that have earned a badge, best first. */
export type BadgeEvidence = {
  bestSellers: readonly string[]
  lowStock: readonly string[]
  favorites: readonly string[]
}

const REASONS = {
  'Best Seller': 'Most bottles sold in the last 90 days',
  'Staff Pick': 'Chosen by our team',
  'Low Stock': 'The fewest bottles left on our shelf',
  'Customer Favorite': 'The best average of all oils with five or more reviews',
} satisfies Record<Badge, string>

const UNEARNED = 'Chosen by our team'

/**
 * A badge is a claim, so it goes to the product that earned it. If there are no numbers yet, the editor's choice is
 * shown without the badge. No product appears twice.
 */
export function chooseFeatured(slots: readonly FeaturedSlot[], evidence: BadgeEvidence): FeaturedChoice[] {
  const taken = new Set(slots.filter(({ badge }) => badge === 'Staff Pick').map(({ productId }) => productId))
  return slots
    .map((slot) => {
      if (slot.badge === 'Staff Pick') return { ...slot, reason: REASONS['Staff Pick'] }
      const earned = earnedBy(slot.badge, evidence).find((id) => !taken.has(id))
      const productId = earned ?? slot.productId
      taken.add(productId)
      return earned
        ? { productId, badge: slot.badge, reason: REASONS[slot.badge] }
        : { productId, badge: null, reason: UNEARNED }
    })
    .filter((choice, index, all) => all.findIndex(({ productId }) => productId === choice.productId) === index)
}

function earnedBy(
  badge: Exclude<Badge, 'Staff Pick'>,
  { bestSellers, lowStock, favorites }: BadgeEvidence,
): readonly string[] {
  switch (badge) {
    case 'Best Seller':
      return bestSellers
    case 'Low Stock':
      return lowStock
    case 'Customer Favorite':
      return favorites
  }
}

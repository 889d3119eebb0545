/** Business details set by the owner; shown on pages and in emails. */
export type ShopFacts = { email: string; phone: string; address: string; instagramUrl: string; websiteUrl: string }

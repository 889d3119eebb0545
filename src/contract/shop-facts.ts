/** What the owner says about the business; shown on pages and in mails. */
export type ShopFacts = { email: string; phone: string; address: string; instagramUrl: string; websiteUrl: string }

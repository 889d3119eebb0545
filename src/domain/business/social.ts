/** Networks that the shop can link to, in page order. */
export const NETWORKS = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  youtube: 'YouTube',
} as const
export type Network = keyof typeof NETWORKS
export const NETWORK_KEYS = Object.keys(NETWORKS) as Network[]

/** Addresses of the shop's profiles; empty if it doesn't have one. */
export type SocialLinks = Record<Network, string>

export const NO_SOCIAL_LINKS: SocialLinks = { instagram: '', facebook: '', tiktok: '', pinterest: '', youtube: '' }

export function socialLinks(links: SocialLinks): { name: string; url: string }[] {
  return NETWORK_KEYS.flatMap((network) => (links[network] ? [{ name: NETWORKS[network], url: links[network] }] : []))
}

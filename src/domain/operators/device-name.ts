/** A readable name for a device, because a full user agent means nothing to most people. */
export function deviceName(userAgent: string): string {
  const device = /iPhone|iPad|Android|Windows|Macintosh|CrOS|Linux/.exec(userAgent)?.[0]
  const browser = /Edg|OPR|Firefox|Chrome|Safari/.exec(userAgent)?.[0]
  const names: Record<string, string> = { Macintosh: 'Mac', CrOS: 'Chromebook', Edg: 'Edge', OPR: 'Opera' }
  const known = [browser, device].flatMap((name) => (name ? [names[name] ?? name] : []))
  return known.length > 0 ? known.join(' on ') : 'A browser'
}

/** The best encoding that both sides support. A quality of zero is a refusal. */
export function acceptedEncoding(header: string | undefined): 'br' | 'gzip' | 'identity' {
  if (!header) return 'identity'
  const accepted = new Set<string>()
  for (const part of header.split(',')) {
    const [name = '', quality = ''] = part.split(';')
    if (!/^\s*q=0(\.0*)?\s*$/i.test(quality)) accepted.add(name.trim().toLowerCase())
  }
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : 'identity'
}

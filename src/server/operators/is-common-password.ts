import { createHash } from 'node:crypto'

/** Loaded with the first new password: 40 KB that few processes ever need. */
const loadPrefixes = async (): Promise<ReadonlySet<number>> => {
  const { COMMON_PASSWORD_PREFIXES } = await import('./common-passwords.ts')
  const bytes = Buffer.from(COMMON_PASSWORD_PREFIXES, 'base64')
  return new Set(Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4)))
}

let prefixes: ReturnType<typeof loadPrefixes> | undefined

/** Checks for the most common passwords. The false-positive rate is one in 400,000. */
export async function commonPasswordTest(): Promise<(text: string) => boolean> {
  const known = await (prefixes ??= loadPrefixes())
  return (text) => known.has(createHash('sha256').update(text).digest().readUInt32BE(0))
}

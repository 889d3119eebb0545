/**
 * Writes src/server/operators/common-passwords.ts from a ranked list that is installed for the occasion, outside the
 * project: @zxcvbn-ts/language-common (MIT, © Dan Wheeler, Dropbox and @zxcvbn-ts).
 *   npm install --prefix /tmp/list @zxcvbn-ts/language-common@4.1.3
 *   node scripts/common-passwords.ts /tmp/list
 */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

const PACKAGE = '@zxcvbn-ts/language-common'
const COMMONEST = 10_000
/** Rarer ones matter only if they are long enough to be accepted. */
const MIN_ACCEPTED_LENGTH = 12
const PREFIX_BYTES = 4

const [folder = ''] = process.argv.slice(2)
const requireThere = createRequire(path.resolve(folder, 'package.json'))
const { dictionary } = requireThere(PACKAGE) as { dictionary: Record<string, string[]> }
const ranked = dictionary['passwords-common'] ?? []
if (ranked.length < COMMONEST) throw new Error('the list is not where it is expected')
const chosen = ranked.filter((password, rank) => rank < COMMONEST || password.length >= MIN_ACCEPTED_LENGTH)
const prefixes = chosen.map((password) => createHash('sha256').update(password).digest().readUInt32BE(0))
const sorted = [...new Set(prefixes)].toSorted((left, right) => left - right)
const bytes = Buffer.alloc(sorted.length * PREFIX_BYTES)
for (const [index, prefix] of sorted.entries()) bytes.writeUInt32BE(prefix, index * PREFIX_BYTES)

const target = path.resolve(import.meta.dirname, '../src/server/operators/common-passwords.ts')
await writeFile(
  target,
  `/**
 * The first four bytes of the SHA-256 of each of the commonest passwords, sorted. Made by scripts/common-passwords.ts
 * from @zxcvbn-ts/language-common 4.1.3 (MIT licence, © 2012-2016 Dan Wheeler and Dropbox, Inc., © 2021 @zxcvbn-ts).
 */
export const COMMON_PASSWORD_PREFIXES =
  '${bytes.toString('base64')}'
`,
)
process.stdout.write(`${sorted.length} passwords\n`)

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { envSchema } from '#server/env-schema.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Settings of other programs. */
const FOREIGN = /^(?:POSTGRES_\w+|NODE_COMPILE_CACHE|DOMAIN|SHOPS|BASE|BUILD_BASE)$/
const SECRETS = [...read('deploy/compose.yaml').matchAll(/^ {2}(\w+): \{ file: secrets\/\1 \}$/gm)].map(
  ([, name = '']) => name,
)

test.each(globSync('deploy/**/*', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile()))(
  '$name sets only what the shop reads',
  ({ parentPath, name: file }) => {
    const text = readFileSync(path.join(parentPath, file), 'utf8').replaceAll(/^\s*#.*$/gm, '')
    const set = [...text.matchAll(/\b([A-Z][A-Z\d]*(?:_[A-Z\d]+)+|HOST|PORT|DOMAIN)(?==|:|, value)/g)].map(
      ([, name = '']) => name,
    )
    expect(
      set.filter((name) => !FOREIGN.test(name) && !(name.replace(/_FILE$/, '') in envSchema.shape)),
      'no setting of src/server/env-schema.ts',
    ).toEqual([])
  },
)

test.each(['deploy/systemd/bloomera@.service', 'deploy/kubernetes/bloomera.yaml', 'deploy/bloomera-tool'])(
  '%s hands over the secrets that make-secrets.sh makes',
  (file) => {
    expect(SECRETS.length).toBeGreaterThan(5)
    const made = read('deploy/make-secrets.sh')
    // The password is for PostgreSQL; backups of Kubernetes go to S3, whose settings are the provider's.
    const wanted = SECRETS.filter((name) => name !== 'database_password')
    expect(wanted.filter((name) => !made.includes(name))).toEqual([])
    const given = read(file)
    expect(wanted.filter((name) => !given.includes(name)).filter((name) => name !== 'backup_key')).toEqual([])
  },
)

test('the service reads each secret from where systemd puts it', () => {
  const unit = read('deploy/systemd/bloomera@.service')
  const loaded = [...unit.matchAll(/^LoadCredential=(\w+):\/etc\/bloomera\/secrets\/\1$/gm)].map(
    ([, name = '']) => name,
  )
  const used = [...unit.matchAll(/([A-Z_]+)_FILE=%d\/(\w+)/g)]
  expect(new Set(used.map(([, , name]) => name))).toEqual(new Set(loaded))
  for (const [, setting = '', name] of used) expect(setting.toLowerCase()).toBe(name)
})

test('the processes of the service are where Caddy looks for them', () => {
  expect(read('deploy/systemd/bloomera@.service')).toContain('PORT=300%i')
  expect(read('deploy/systemd/caddy-bloomera.conf')).toContain('to 127.0.0.1:3001 127.0.0.1:3002')
})

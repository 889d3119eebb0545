import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { envSchema } from '#server/env-schema.ts'
import { readEnv } from '#server/env.ts'
import { LISTEN_LIMITS } from '#server/listen.ts'
import { PRODUCTION_ENVIRONMENT } from './production-environment.ts'
import { readAlertRules } from './prometheus.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Settings of other programs. */
const FOREIGN = /^(?:POSTGRES_\w+|NODE_COMPILE_CACHE|DOMAIN|SHOPS|CDN_ADDRESSES|BASE|BUILD_BASE)$/
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
  '%s passes on the secrets that make-secrets.sh creates',
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

test('the service may open a file for each connection, and others', () => {
  const [, files] = /^LimitNOFILE=(\d+)$/m.exec(read('deploy/systemd/bloomera@.service')) ?? []
  expect(Number(files) - LISTEN_LIMITS.maxConnections).toBeGreaterThan(1000)
})

test('the service reads each secret where systemd puts it', () => {
  const unit = read('deploy/systemd/bloomera@.service')
  const loaded = [...unit.matchAll(/^LoadCredential=(\w+):\/etc\/bloomera\/secrets\/\1$/gm)].map(
    ([, name = '']) => name,
  )
  const used = [...unit.matchAll(/([A-Z_]+)_FILE=%d\/(\w+)/g)]
  expect(new Set(used.map(([, , name]) => name))).toEqual(new Set(loaded))
  for (const [, setting = '', name] of used) expect(setting.toLowerCase()).toBe(name)
})

test('the service’s processes are where Caddy looks for them', () => {
  expect(read('deploy/systemd/bloomera@.service')).toContain('PORT=300%i')
  expect(read('deploy/systemd/caddy-bloomera.conf')).toContain('to 127.0.0.1:3001 127.0.0.1:3002')
})

test('pods wait for the database before they join, and do not all leave when it is down', () => {
  const probes = [...read('deploy/kubernetes/bloomera.yaml').matchAll(/(\w+)Probe:\s*\{ httpGet: \{ path: (\/\w+)/g)]
  expect(Object.fromEntries(probes.map(([, name, target]) => [name, target]))).toEqual({
    startup: '/readyz',
    readiness: '/healthz',
    liveness: '/healthz',
  })
})

test.each(['.gitignore', '.dockerignore'])('%s leaves out a shop’s secrets and settings', (file) => {
  const ignored = read(file)
    .split('\n')
    .map((line) => line.replace(/\/$/, ''))
  expect(ignored).toEqual(expect.arrayContaining(['.env', 'deploy/secrets', 'deploy/shop.env']))
})

test('make-secrets.sh creates secrets that the shop accepts, and keeps existing ones', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
  try {
    const make = () => execFileSync('sh', [path.join(root, 'deploy/make-secrets.sh'), folder, '127.0.0.1']).toString()
    const secretOf = (name: string) => readFileSync(path.join(folder, name), 'utf8')
    expect(make().match(/[a-z_]+$/gm)).toEqual(['smtp_url', 'square_access_token', 'square_webhook_signature_key'])
    expect(readdirSync(folder).toSorted()).toEqual(SECRETS.toSorted())
    const before = secretOf('secret_key')
    make()
    expect(secretOf('secret_key')).toBe(before)

    const made = ['DATABASE_URL', 'SECRET_KEY', 'BACKUP_KEY', 'METRICS_TOKEN']
    const given = Object.entries(PRODUCTION_ENVIRONMENT).filter(([name]) => !made.includes(name))
    const files = made.map((name) => [`${name}_FILE`, path.join(folder, name.toLowerCase())])
    const env = readEnv(Object.fromEntries([...given, ...files, ['BACKUP_DIR', '/data/backups']]))
    expect(env.databaseUrl).toBe(`postgres://bloomera:${secretOf('database_password').trim()}@127.0.0.1/bloomera`)

    // No one else can enter the folder; a container's shop runs as another user and reads the files mounted into it.
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(path.join(folder, 'secret_key')).mode & 0o004).toBe(0o004)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const RUNBOOK_PARTS = ['What it means', 'What to check', 'What to do', "How to know it's over"]

test('each alert has a page in the runbook, and each page has an alert', () => {
  const rules = readAlertRules()
  expect(rules.length).toBe(read('deploy/prometheus/alerts.yaml').match(/- alert: /g)?.length)
  const pages = readdirSync(path.join(root, 'docs/runbook')).filter((file) => file !== 'README.md')
  expect(rules.map(({ runbook }) => path.basename(runbook)).toSorted()).toEqual(pages.toSorted())
  for (const { name, runbook } of rules) {
    const page = read(runbook)
    expect(page, runbook).toMatch(new RegExp(`^# ${name}\n`))
    expect(
      [...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title),
      runbook,
    ).toEqual(RUNBOOK_PARTS)
    expect(read('docs/runbook/README.md')).toContain(`[${name}](${path.basename(runbook)})`)
  }
})

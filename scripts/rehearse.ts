/**
 * Rehearses production on this machine: npm run rehearse -- [--short] [--seed n] [--from commit]. Caddy with TLS, two
 * shop processes, PgBouncer, PostgreSQL and its replica; visitors read and buy while each of them is restarted, killed or
 * replaced. With --from, the release of that commit is replaced by this one instead, side by side for a while.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildRelease } from '../test/production/build-release.ts'
import { missingParts } from '../test/production/installed.ts'
import { rehearseDeploy } from '../test/production/rehearse-deploy.ts'
import { rehearseProduction, type StepResult } from '../test/production/rehearse-production.ts'
import { startProduction } from '../test/production/start-production.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    from: { type: 'string' },
  },
})

const missing = missingParts()
if (missing.length > 0) {
  say(`The rehearsal needs ${missing.join(' and ')}. On Debian: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}
const seed = Number(values.seed)
const options = { seed, buyers: values.short ? 2 : 6, readers: values.short ? 2 : 8, say }
const results = values.from === undefined ? await rehearse() : await deploy(values.from)
const failed = results.filter(({ isGood }) => !isGood).length
say(failed === 0 ? 'All steps passed.' : `${failed} of ${results.length} steps failed.`)
process.exitCode = failed === 0 ? 0 : 1

async function rehearse(): Promise<StepResult[]> {
  say(`Rehearsing production (seed ${seed}).`)
  const production = await startProduction()
  try {
    return await rehearseProduction(production, options)
  } finally {
    await production.close()
  }
}

async function deploy(from: string): Promise<StepResult[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'release-before-'))
  try {
    const previous = path.join(folder, 'shop')
    say(`Building the previous release, ${from} …`)
    const commit = await buildRelease(from, previous)
    say(`Rehearsing the deploy from ${commit.slice(0, 8)} to this one (seed ${seed}).`)
    const production = await startProduction(previous)
    try {
      return await rehearseDeploy(production, { ...options, previous })
    } finally {
      await production.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

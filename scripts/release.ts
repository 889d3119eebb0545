/**
 * `npm run release`: packs the built shop with its packages, its Node, its SBOM and checksums, for this platform:
 * build/release/bloomera-<version>-<platform>.tar.gz. Unpack it and run bin/bloomera start. With --folder it only fills
 * that folder, for an image.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { stageRelease } from './release/stage-release.ts'

const root = path.resolve(import.meta.dirname, '..')
const releases = path.join(root, 'build/release')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const say = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
if (values.folder) {
  stageRelease(path.resolve(values.folder))
  process.exit()
}
if (git('status', '--porcelain') !== '') {
  process.stderr.write('There are uncommitted changes. Commit them first: a release is built from a commit.\n')
  process.exit(1)
}
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
const name = `bloomera-${version}-${process.platform}-${process.arch}`
const folder = path.join(releases, name)
const archive = `${name}.tar.gz`

say(`Staging ${name} …`)
stageRelease(folder)
writeFileSync(path.join(folder, 'RELEASE'), `${version} ${git('rev-parse', 'HEAD')}\n`)

say('Packing …')
// The same commit gives the same bytes: sorted, without an owner, and with the time of the commit.
const mtime = `@${git('log', '-1', '--format=%ct')}`
const steady = ['--sort=name', `--mtime=${mtime}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
execFileSync('tar', ['-C', releases, ...steady, '-I', 'gzip -n', '-cf', path.join(releases, archive), name])
rmSync(folder, { recursive: true })
copyFileSync(path.join(root, 'build/sbom.cdx.json'), path.join(releases, `${name}.sbom.cdx.json`))
const sums = [archive, `${name}.sbom.cdx.json`].map((file) => {
  const hash = createHash('sha256').update(readFileSync(path.join(releases, file)))
  return `${hash.digest('hex')}  ${file}\n`
})
writeFileSync(path.join(releases, `${name}.sha256`), sums.join(''))
say(`build/release/${archive}\n${sums.join('')}`)

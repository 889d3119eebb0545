/** Writes build/sbom.cdx.json: the production dependencies as a CycloneDX SBOM, from the lock files alone. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Lock, neededBy, packageName, parseLock, productionPackages } from './production-packages.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Deterministic: no time, no random number. */
export function createSbom(packageLock: unknown, runtimeLock: unknown): object {
  const lock = parseLock(packageLock)
  const runtime = parseLock(runtimeLock)
  const inProduction = [...productionPackages(lock)].toSorted()
  const shop = { 'bom-ref': 'bloomera', type: 'application', name: 'bloomera', version: lock['']?.version }
  const components = [
    ...inProduction.map((key) => toComponent(key, lock, 'library')),
    ...Object.keys(runtime)
      .filter((key) => key !== '')
      .map((key) => toComponent(key, runtime, 'platform')),
  ].toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1))
  const dependencies = ['', ...inProduction].map((key) => ({
    ref: key === '' ? shop['bom-ref'] : refOf(key, lock),
    dependsOn: neededBy(key, lock)
      .map((needed) => refOf(needed, lock))
      .toSorted(),
  }))
  const content = { metadata: { component: shop }, components, dependencies }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  }
}

function toComponent(key: string, lock: Lock, type: 'library' | 'platform') {
  const { version, integrity, license } = lock[key] ?? {}
  const [algorithm, hash = ''] = integrity?.split('-', 2) ?? []
  return {
    'bom-ref': refOf(key, lock),
    type,
    name: packageName(key),
    version,
    purl: purlOf(key, lock),
    ...(license && { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    }),
  }
}

function purlOf(key: string, lock: Lock): string {
  return `pkg:npm/${packageName(key).replace('@', '%40')}@${lock[key]?.version}`
}

/** Two copies of the same version may be in different places. */
function refOf(key: string, lock: Lock): string {
  return `${purlOf(key, lock)}|${key}`
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

if (import.meta.main) {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  const sbom = createSbom(read('package-lock.json'), read('scripts/runtime/package-lock.json'))
  writeFileSync(path.join(root, 'build/sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
}

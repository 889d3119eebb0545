import { z } from 'zod'

const names = z.record(z.string(), z.string()).optional()

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      dependencies: names,
      optionalDependencies: names,
      peerDependencies: names,
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).optional(),
    }),
  ),
})
/** The packages of a lock file by their folder, for example node_modules/react; '' is the project itself. */
export type Lock = z.infer<typeof lockSchema>['packages']

const MODULES = 'node_modules/'

export function parseLock(file: unknown): Lock {
  return lockSchema.parse(file).packages
}

/**
 * The folders of all packages that the shop needs to run, on any platform. npm's own flags would add packages that an
 * optional peer requires, such as the TypeScript compiler.
 */
export function productionPackages(lock: Lock): Set<string> {
  const found = new Set<string>()
  const waiting = ['']
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    for (const needed of neededBy(key, lock)) {
      if (found.has(needed)) continue
      found.add(needed)
      waiting.push(needed)
    }
  }
  return found
}

/** The folders of a package's dependencies, as Node resolves them: in the nearest node_modules, then the outer ones. */
export function neededBy(key: string, lock: Lock): string[] {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = lock[key] ?? {}
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers].flatMap((name) => {
    for (let from = key; ; from = from.slice(0, Math.max(0, from.lastIndexOf(`/${MODULES}`)))) {
      const candidate = `${from === '' ? '' : `${from}/`}${MODULES}${name}`
      if (lock[candidate]) return [candidate]
      if (from === '') return []
    }
  })
}

export function packageName(key: string): string {
  return key.slice(key.lastIndexOf(MODULES) + MODULES.length)
}

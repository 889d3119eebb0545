import path from 'node:path'
import type { EnvironmentModuleNode, Plugin, ViteDevServer } from 'vite'

export type EditFollower = {
  projectFolder: string
  /** The files that the server's side of the shop is loaded from. */
  roots: readonly string[]
  /** A shop that could not be opened may be mended by any file. */
  isFailed: () => boolean
  suspend: () => void
  reload: () => void
}

/** Vite has taken up an edit long before; this is for one that it forgot. */
const SETTLE_LIMIT_MS = 5000

/**
 * Reloads the shop when a file changes that its server's side is made of. A component that only pages use changes
 * nothing for it: Vite hands the new one to the open pages, and the next page is rendered with it.
 */
export function followEdits({ projectFolder, roots, isFailed, suspend, reload }: EditFollower): Plugin {
  const rootFiles = new Set(roots.map((root) => path.join(projectFolder, root)))
  const sources = ['src', 'db'].map((folder) => path.join(projectFolder, folder) + path.sep)
  const migrations = path.join(projectFolder, 'db/migrations') + path.sep
  /** Edits that were noticed and that Vite still serves the old text of. */
  const noticed = new Map<string, NodeJS.Timeout[]>()

  function concernsShop(server: ViteDevServer, file: string): boolean {
    if (file.startsWith(migrations)) return true
    if (isFailed()) return sources.some((folder) => file.startsWith(folder))
    return leadsToRoot(server.environments.ssr.moduleGraph.getModulesByFile(file), rootFiles)
  }

  function settle(file: string): void {
    const timers = noticed.get(file)
    const timer = timers?.shift()
    if (timer === undefined) return
    clearTimeout(timer)
    if (timers?.length === 0) noticed.delete(file)
    reload()
  }

  return {
    name: 'follow-edits',
    configureServer(server) {
      // Runs before Vite tells any page of the edit, so that what the page then asks for is answered by the new shop.
      server.watcher.on('all', (event, file) => {
        if (!['add', 'change', 'unlink'].includes(event) || !concernsShop(server, file)) return
        suspend()
        const timer = setTimeout(() => settle(file), SETTLE_LIMIT_MS)
        noticed.set(file, [...(noticed.get(file) ?? []), timer])
      })
    },
    hotUpdate: {
      order: 'post',
      handler({ file, modules }) {
        if (this.environment.name !== 'ssr') return undefined
        for (const module of modules) this.environment.moduleGraph.invalidateModule(module)
        settle(file)
        // Vite would invalidate them once more, while the new shop is being loaded: half of it would be loaded twice.
        return []
      },
    },
  }
}

function leadsToRoot(start: Iterable<EnvironmentModuleNode> | undefined, roots: ReadonlySet<string>): boolean {
  const seen = new Set(start)
  // A set hands out what is added while it is walked.
  for (const module of seen) {
    if (module.file && roots.has(module.file)) return true
    for (const importer of module.importers) seen.add(importer)
  }
  return false
}
